"""What clients may ask of the blog."""
