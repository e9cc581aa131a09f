"""The database: connection pool, replica, migrations."""
