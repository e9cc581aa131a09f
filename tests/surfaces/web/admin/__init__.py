"""Staff's pages."""
