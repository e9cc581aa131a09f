"""SQL on the job queue. Its tables and functions belong to procrastinate."""
