"""SQL on apps, grants and tokens."""
