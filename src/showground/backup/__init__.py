"""Backs up a whole directory and restores it: a database snapshot and the data folder's secret, in one file."""

from showground.backup.models import BackupStore
from showground.backup.plan import BackupPlan, Source
from showground.backup.queries import find_newest_run
from showground.backup.rules import is_old
from showground.backup.stores import open_store

__all__ = ["BackupPlan", "BackupStore", "Source", "find_newest_run", "is_old", "open_store"]
