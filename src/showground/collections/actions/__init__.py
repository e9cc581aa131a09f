"""What people do with saved listings and collections."""
