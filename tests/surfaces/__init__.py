"""A village library: what the surfaces are tested with."""
