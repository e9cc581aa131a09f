"""Actions on the interview, for staff."""
