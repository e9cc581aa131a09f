"""The backup file: a zip archive with a manifest, the output of `pg_dump`, and the secret."""

import zipfile
from datetime import datetime
from typing import IO, Annotated, BinaryIO

from pydantic import Field, ValidationError

from showground.backup.errors import BadBackup
from showground.backup.secret_check import PATTERN, fits
from showground.core.data_model import DataModel

FORMAT = 1
MANIFEST, DUMP, SECRET = "manifest.json", "database.dump", "secret"


class Manifest(DataModel):
    """What is in a backup."""

    made_at: datetime
    postgres: int  # as in server_version_num
    migrations: list[str]
    listings: int
    accounts: int
    secret_apart: bool  # the secret was a setting, so it is not in the backup
    secret_check: Annotated[str, Field(pattern=PATTERN)] | None = None  # by which it is recognised then
    format: int = FORMAT


class Backup:
    """A backup file, opened to restore it."""

    def __init__(self, file: BinaryIO) -> None:
        try:
            self._zip = zipfile.ZipFile(file)
            self.manifest = Manifest.model_validate_json(self._zip.read(MANIFEST))
            self._dump = self._zip.getinfo(DUMP)
            self.secret = self._zip.read(SECRET) if SECRET in self._zip.namelist() else None
        except (zipfile.BadZipFile, KeyError, ValidationError) as problem:
            raise BadBackup(
                "This file is not a backup made by `showground backup`, or it is incomplete. Use another file."
            ) from problem
        if self.manifest.format != FORMAT:
            raise BadBackup("This version can't read the format of this backup. Install a newer version.")

    def is_of(self, secret: str) -> bool | None:
        """Whether the site had this secret when it was backed up; None if the backup doesn't say."""
        if self.secret is not None:
            return self.secret.strip() == secret.encode()
        check = self.manifest.secret_check
        return None if check is None else fits(secret, check)

    @property
    def size(self) -> int:
        """Size of the database dump in bytes."""
        return self._dump.file_size

    def open(self) -> IO[bytes]:
        """The database dump. Reading to the end fails if it is corrupted (the zip's checksum differs)."""
        return self._zip.open(self._dump)
