"""What only people on the website may do with drafts."""
