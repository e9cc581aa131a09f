"""SQL of the search."""
