"""What clients may ask of the catalog."""
