"""A whole directory in one file, and back: one snapshot of the database, and the secret of the data folder."""
