"""What clients may ask about orders."""
