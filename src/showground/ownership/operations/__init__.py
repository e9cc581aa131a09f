"""What clients may do with their listings."""
