"""SQL on founders and interviews."""
