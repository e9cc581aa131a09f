"""What staff may do with the interview."""
