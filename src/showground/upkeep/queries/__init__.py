"""SQL on health, email and jobs."""
