"""SQL on the brand."""
