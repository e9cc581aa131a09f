"""An S3 server that checks signatures: rclone's, which keeps each bucket as a folder."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.command import before_long, free_port, listens

BUCKET, KEY_ID, SECRET = "fair-backups", "AKIAFAIR", "a secret with / and + in it"


@dataclass(frozen=True)
class S3Server:
    """Its address, and the folder of the bucket."""

    url: str
    bucket: Path

    @property
    def settings(self) -> dict[str, object]:
        return {
            "backup_to": f"s3://{BUCKET}/site-one",
            "s3_url": self.url,
            "s3_key_id": KEY_ID,
            "s3_secret": SECRET,
        }


@contextmanager
def running_s3(folder: Path) -> Generator[S3Server]:
    port = free_port()
    bucket = folder / "buckets" / BUCKET
    bucket.mkdir(parents=True)
    options = ["--addr", f"127.0.0.1:{port}", "--auth-key", f"{KEY_ID},{SECRET}", "--config", "/dev/null"]
    log = folder / "rclone.log"
    command = [str(Path(sys.executable).parent / "rclone"), "serve", "s3", str(bucket.parent), *options]
    with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out) as server:
        try:
            assert before_long(lambda: listens(port) or server.poll() is not None)
            assert server.poll() is None, log.read_text()
            yield S3Server(f"http://127.0.0.1:{port}", bucket)
        finally:
            server.terminate()
