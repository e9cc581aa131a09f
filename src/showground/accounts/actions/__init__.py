"""Actions on accounts, for pages and commands."""
