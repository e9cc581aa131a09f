"""What pages may ask of the blog besides operations."""
