"""Real servers for tests to talk to, all on loopback."""
