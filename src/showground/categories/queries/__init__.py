"""SQL on categories."""
