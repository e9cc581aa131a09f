"""What commands may do with orders."""
