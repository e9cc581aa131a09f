"""All SQL on saved listings and collections."""
