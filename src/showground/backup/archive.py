"""The file: a zip with a few words about the backup, the database as `pg_dump` wrote it, and the secret."""

import zipfile
from datetime import datetime
from typing import IO, BinaryIO

from pydantic import BaseModel, ValidationError

from showground.backup.errors import BadBackup

FORMAT = 1
MANIFEST, DUMP, SECRET = "manifest.json", "database.dump", "secret"


class Manifest(BaseModel):
    """What is in a backup."""

    made_at: datetime
    postgres: int  # as in server_version_num
    migrations: list[str]
    listings: int
    accounts: int
    secret_apart: bool  # it was a setting where the backup was made, and is not in it
    format: int = FORMAT


class Backup:
    """A backup that is there to be restored."""

    def __init__(self, file: BinaryIO) -> None:
        try:
            self._zip = zipfile.ZipFile(file)
            self.manifest = Manifest.model_validate_json(self._zip.read(MANIFEST))
            self._dump = self._zip.getinfo(DUMP)
            self.secret = self._zip.read(SECRET) if SECRET in self._zip.namelist() else None
        except (zipfile.BadZipFile, KeyError, ValidationError) as problem:
            raise BadBackup(
                "This is no backup that `showground backup` made, or the end of it is missing. Take another file."
            ) from problem
        if self.manifest.format != FORMAT:
            raise BadBackup("This backup has a format that this version does not know: install a newer version.")

    @property
    def size(self) -> int:
        """Bytes of the database's part."""
        return self._dump.file_size

    def open(self) -> IO[bytes]:
        """The database's part; the last read fails if a byte of it has changed."""
        return self._zip.open(self._dump)
