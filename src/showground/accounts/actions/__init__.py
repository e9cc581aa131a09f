"""What pages and commands may do with accounts."""
