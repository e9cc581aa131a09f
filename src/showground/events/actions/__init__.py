"""Actions on webhooks and the dump."""
