"""Tax documents: invoices, credit notes and corrected invoices, numbered without gaps and kept as they were issued."""
