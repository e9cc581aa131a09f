"""SQL on the turns in which websites are visited."""
