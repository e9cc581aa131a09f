"""SQL on listings and everything a profile shows."""
