"""Clients that others wrote, used as their documentation says: `python -m tests.clients`."""
