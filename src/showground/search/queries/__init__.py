"""SQL for search."""
