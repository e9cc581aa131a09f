"""Backs up a whole directory to one file, and restores it: a database snapshot and the data folder's secret."""
