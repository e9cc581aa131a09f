"""Actions on listings, for staff and commands."""
