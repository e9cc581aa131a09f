"""What clients may ask of their account."""
