"""Signs requests to S3 and compatible storage: AWS Signature Version 4, with the whole body in the signature. Pure."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import quote

ALGORITHM = "AWS4-HMAC-SHA256"
UNRESERVED = "-_.~"


@dataclass(frozen=True, slots=True)
class S3Credentials:
    """Who signs, and in which region."""

    key_id: str
    secret: str = field(repr=False)
    region: str


def encode_path(path: str) -> str:
    return quote(path, safe="/" + UNRESERVED)


def encode_query(query: Mapping[str, str]) -> str:
    """Sorted, as the signature requires."""
    pairs = sorted((quote(name, safe=UNRESERVED), quote(value, safe=UNRESERVED)) for name, value in query.items())
    return "&".join(f"{name}={value}" for name, value in pairs)


def sign(
    credentials: S3Credentials,
    method: str,
    host: str,
    path: str,
    query: Mapping[str, str],
    body: bytes,
    now: datetime,
) -> dict[str, str]:
    """The headers to send. `host`: as in the Host header, with the port unless it is the scheme's own."""
    moment = f"{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    hashed = hashlib.sha256(body).hexdigest()
    headers = {"host": host, "x-amz-content-sha256": hashed, "x-amz-date": moment}
    names = ";".join(headers)
    lines = "".join(f"{name}:{value}\n" for name, value in headers.items())
    request = "\n".join((method, encode_path(path), encode_query(query), lines, names, hashed))
    scope = f"{moment[:8]}/{credentials.region}/s3/aws4_request"
    to_sign = "\n".join((ALGORITHM, moment, scope, hashlib.sha256(request.encode()).hexdigest()))
    key = f"AWS4{credentials.secret}".encode()
    for part in (*scope.split("/"), to_sign):
        key = hmac.digest(key, part.encode(), "sha256")
    given = f"Credential={credentials.key_id}/{scope}, SignedHeaders={names}, Signature={key.hex()}"
    return {
        "x-amz-content-sha256": hashed,
        "x-amz-date": moment,
        "authorization": f"{ALGORITHM} {given}",
    }
