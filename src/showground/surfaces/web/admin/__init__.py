"""Staff's part of the website."""
