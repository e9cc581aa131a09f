"""What clients may ask of launches."""
