"""What staff do with categories."""
