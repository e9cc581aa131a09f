"""SQL on tax documents and exchange rates."""
