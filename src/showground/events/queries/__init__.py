"""SQL on events, webhooks and the dump."""
