"""Outgoing email: templates, outbox, SMTP."""
