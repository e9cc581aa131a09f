"""Actions on the brand, for pages."""
