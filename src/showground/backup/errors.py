"""Why a backup cannot be made or restored; each message says how to mend it."""


class BackupFailed(Exception):
    """The backup was not made, or not restored; the database is as it was before."""


class BadBackup(BackupFailed):
    """The file is no backup, or a damaged one."""


class Occupied(BackupFailed):
    """The database holds something that a restore would destroy."""
