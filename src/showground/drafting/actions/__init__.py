"""Actions on drafts, for people on the website."""
