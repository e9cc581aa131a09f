"""Backups in a bucket of S3 or of storage that speaks its protocol (MinIO, Ceph, R2, B2, Garage and others).

A backup is uploaded in parts while it is made, so it needs no room on this machine's disk and may have any size. It
becomes visible when the last part is there. It is read in parts, too, into a temporary file.
"""

import asyncio
import html
import io
import re
import tempfile
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from ipaddress import ip_network
from pathlib import Path
from typing import BinaryIO, cast

from showground.backup.errors import BackupFailed
from showground.backup.models import StoredBackup
from showground.backup.rules import read_name
from showground.backup.s3_signature import S3Credentials, encode_path, encode_query, sign
from showground.core.fetch import Fetcher, FetchFailed, FetchResponse, FetchRules
from showground.core.fetch.target import read_target

PART_BYTES = 32 << 20  # S3 takes up to 10,000 parts, so a backup may have 320 GB
MAX_ANSWER = 8 << 20  # of everything but parts of a backup
SECONDS = 300.0  # for one request
PAUSES = (1.0, 4.0)  # seconds before a request is tried again
KEYS_REFUSED = ("SignatureDoesNotMatch", "InvalidAccessKeyId", "AccessDenied", "AuthorizationHeaderMalformed")


class S3Store:
    """A bucket, or a folder in one. `url`: the endpoint, without the bucket."""

    def __init__(
        self,
        url: str,
        bucket: str,
        prefix: str,
        credentials: S3Credentials,
        *,
        dns_server: tuple[str, int] | None = None,
        ca_file: Path | None = None,
    ) -> None:
        self._url = url
        self._bucket = bucket
        self._prefix = f"{prefix}/" if prefix else ""
        self._credentials = credentials
        # The operator named this address, so it may lead into a private network, and to any port.
        everywhere = (ip_network("0.0.0.0/0"), ip_network("::/0"))
        rules = FetchRules(user_agent="showground-backup", allow=everywhere, dns_server=dns_server, ca_file=ca_file)
        self._fetcher = Fetcher(rules)

    @property
    def place(self) -> str:
        return f"s3://{self._bucket}/{self._prefix}".rstrip("/")

    def list(self) -> list[StoredBackup]:
        found: list[StoredBackup] = []
        query = {"list-type": "2", "prefix": self._prefix}
        while True:
            text = self._ask("GET", "", query).text
            for entry in re.findall(r"<Contents>(.*?)</Contents>", text, re.DOTALL):
                name = (_tag(entry, "Key") or "").removeprefix(self._prefix)
                if one := read_name(name, int(_tag(entry, "Size") or 0)):
                    found.append(one)
            more = _tag(text, "NextContinuationToken")
            if not more or _tag(text, "IsTruncated") != "true":
                return sorted(found, key=lambda one: one.at)
            query["continuation-token"] = more

    @contextmanager
    def write(self, name: str) -> Generator[BinaryIO]:
        upload = _Upload(self, name)
        try:
            yield cast("BinaryIO", upload)
            upload.complete()
        except BaseException:
            with suppress(BackupFailed):
                upload.abort()
            raise

    @contextmanager
    def read(self, name: str) -> Generator[BinaryIO]:
        size = next((one.size for one in self.list() if one.name == name), None)
        if size is None:
            raise BackupFailed(f"There is no backup {name} in {self.place}.")
        with tempfile.TemporaryFile() as file:
            for start in range(0, size, PART_BYTES):
                end = min(start + PART_BYTES, size) - 1
                part = self._ask("GET", name, {}, headers={"range": f"bytes={start}-{end}"}, most=PART_BYTES).body
                if len(part) != end - start + 1:
                    raise BackupFailed(f"{self.place}/{name} could not be read completely. Try again.")
                file.write(part)
            file.seek(0)
            yield file

    def delete(self, name: str) -> None:
        self._ask("DELETE", name, {})

    def begin_upload(self, name: str) -> str:
        upload = _tag(self._ask("POST", name, {"uploads": ""}).text, "UploadId")
        if not upload:
            raise BackupFailed(f"The storage at {self._url} did not answer as S3 does. Check SHOWGROUND_S3_URL.")
        return upload

    def upload_part(self, name: str, upload: str, number: int, body: bytes) -> str:
        """Returns the part's entity tag."""
        query = {"partNumber": str(number), "uploadId": upload}
        return self._ask("PUT", name, query, body).headers.get("etag", "")

    def end_upload(self, name: str, upload: str, tags: "list[str]") -> None:
        parts = "".join(
            f"<Part><PartNumber>{number}</PartNumber><ETag>{html.escape(tag)}</ETag></Part>"
            for number, tag in enumerate(tags, 1)
        )
        body = f"<CompleteMultipartUpload>{parts}</CompleteMultipartUpload>".encode()
        # S3 may answer 200 before it has put the parts together, and then an error in the body.
        if code := _error_code(self._ask("POST", name, {"uploadId": upload}, body)):
            raise BackupFailed(f"{self.place} did not take the backup ({code}). Try again.")

    def abort_upload(self, name: str, upload: str) -> None:
        self._ask("DELETE", name, {"uploadId": upload})

    def _ask(
        self,
        method: str,
        name: str,
        query: Mapping[str, str],
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        most: int = MAX_ANSWER,
    ) -> FetchResponse:
        """An answer of status 2xx. Other errors than the client's own are tried again."""
        reason = ""
        for pause in (*PAUSES, None):
            try:
                answer = asyncio.run(self._send(method, name, query, body, headers or {}, most))
                reason = f"{answer.status} {_error_code(answer) or ''}".strip()
                if 200 <= answer.status < 300:
                    return answer
                if answer.status < 500:
                    raise BackupFailed(self._explain(reason))
            except FetchFailed as failure:
                reason = failure.code.replace("_", " ")
            if pause is None:
                break
            time.sleep(pause)
        raise BackupFailed(f"The storage at {self._url} can't be used ({reason}). Check SHOWGROUND_S3_URL.")

    async def _send(
        self, method: str, name: str, query: Mapping[str, str], body: bytes, headers: Mapping[str, str], most: int
    ) -> FetchResponse:
        root = read_target(self._url)
        path = f"{root.path.rstrip('/')}/{self._bucket}" + (f"/{self._prefix}{name}" if name else "")
        signed = sign(self._credentials, method, root.authority, path, query, body, datetime.now(UTC))
        address = f"{root.scheme}://{root.authority}{encode_path(path)}"
        asked = f"{address}?{encode_query(query)}" if query else address
        return await self._fetcher.request(method, asked, {**headers, **signed}, body, max_bytes=most, seconds=SECONDS)

    def _explain(self, reason: str) -> str:
        if reason.endswith("NoSuchBucket"):
            return f"There is no bucket {self._bucket} at {self._url}. Create it, or correct SHOWGROUND_BACKUP_TO."
        if reason.endswith(KEYS_REFUSED):
            return (
                f"The storage at {self._url} refuses access to {self.place} ({reason})."
                " Check SHOWGROUND_S3_KEY_ID, SHOWGROUND_S3_SECRET and SHOWGROUND_S3_REGION."
            )
        return f"The storage at {self._url} refused a request ({reason})."


class _Upload(io.RawIOBase):
    """Uploads what is written in parts; only one part is in memory."""

    def __init__(self, store: S3Store, name: str) -> None:
        super().__init__()
        self._store, self._name = store, name
        self._upload = store.begin_upload(name)
        self._waiting = bytearray()
        self._tags: list[str] = []

    def writable(self) -> bool:
        return True

    def write(self, data: "bytes | bytearray | memoryview", /) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        self._waiting += data
        while len(self._waiting) >= PART_BYTES:
            self._send(PART_BYTES)
        return len(data)

    def complete(self) -> None:
        if self._waiting or not self._tags:
            self._send(len(self._waiting))
        self._store.end_upload(self._name, self._upload, self._tags)

    def abort(self) -> None:
        self._store.abort_upload(self._name, self._upload)

    def _send(self, size: int) -> None:
        part = bytes(self._waiting[:size])
        del self._waiting[:size]
        self._tags.append(self._store.upload_part(self._name, self._upload, len(self._tags) + 1, part))


def _tag(text: str, name: str) -> str | None:
    """The text of the first element of this name. The answers of S3 are flat, so this needs no XML parser."""
    found = re.search(rf"<{name}>([^<]*)</{name}>", text)
    return html.unescape(found[1]) if found else None


def _error_code(answer: FetchResponse) -> str | None:
    return _tag(answer.text, "Code") if b"<Error>" in answer.body else None
