"""A village library: a domain for the surfaces to show in tests."""
