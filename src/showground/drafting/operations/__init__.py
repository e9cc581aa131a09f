"""What clients may do with drafts."""
