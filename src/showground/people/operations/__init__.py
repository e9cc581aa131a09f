"""What clients may ask about people."""
