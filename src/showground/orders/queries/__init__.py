"""SQL of orders, by what it is about."""
