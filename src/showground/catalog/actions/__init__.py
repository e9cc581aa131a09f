"""What commands may do with the catalog."""
