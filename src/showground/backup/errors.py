"""Errors of backup and restore; each message says how to fix the problem."""


class BackupFailed(Exception):
    """The backup or restore failed; the database was not changed."""


class BadBackup(BackupFailed):
    """The file is not a backup, or is damaged."""


class Occupied(BackupFailed):
    """The database contains something that a restore would destroy."""
