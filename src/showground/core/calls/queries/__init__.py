"""SQL on what calls leave behind: idempotency keys and the audit log."""
