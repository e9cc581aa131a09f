"""Books: exports for the accountant, tax reports, and payments checked against orders and documents."""
