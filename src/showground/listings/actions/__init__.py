"""What staff and commands do with listings."""
