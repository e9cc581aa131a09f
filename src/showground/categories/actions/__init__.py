"""Actions on categories, for staff."""
