"""Sign-in and the account pages."""
