"""Opens the place that the settings name."""

from pathlib import Path
from urllib.parse import urlsplit

from showground.backup.folder_store import FolderStore
from showground.backup.models import BackupStore
from showground.backup.s3_signature import S3Credentials


def open_store(
    place: str, url: str, keys: tuple[str, str, str], dns_server: tuple[str, int] | None, ca_file: Path | None
) -> BackupStore:
    """`place`: a folder or s3://BUCKET/FOLDER. `keys`: the ID, the secret and the region, for a bucket."""
    if not place.startswith("s3://"):
        return FolderStore(Path(place))
    from showground.backup.s3_store import S3Store  # noqa: PLC0415 - folders need no HTTP client

    parts = urlsplit(place)
    endpoint = url.replace("http://localhost", "http://127.0.0.1")  # DNS servers need not know this name
    return S3Store(
        endpoint, parts.netloc, parts.path.strip("/"), S3Credentials(*keys), dns_server=dns_server, ca_file=ca_file
    )
