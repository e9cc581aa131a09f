"""What may happen between apps and people: pure, time is an argument."""

import base64
import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence
from datetime import timedelta
from urllib.parse import SplitResult, urlencode, urlsplit

CODE_LIVES = timedelta(seconds=60)
ACCESS_LIVES = timedelta(hours=1)
REFRESH_LIVES = timedelta(days=30)
GRANT_LIVES = timedelta(days=365)  # however often it is renewed: then the person is asked again
UNUSED_KEPT_FOR = timedelta(days=1)  # a registered app that nobody ever allowed anything
IDLE_KEPT_FOR = timedelta(days=90)  # one whose last permission has ended

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
HARMFUL = frozenset({
    "javascript", "data", "vbscript", "file", "blob", "about", "filesystem", "ftp", "ws", "wss", "mailto", "tel",
    "view-source",
})  # fmt: skip
VERIFIER = re.compile(r"[A-Za-z0-9\-._~]{43,128}")
CHALLENGE = re.compile(r"[A-Za-z0-9\-_]{43}")  # of S256: always this long
LONGEST_ADDRESS = 2_000
LONGEST_NAME = 100
MOST_ADDRESSES = 20  # to which one app may return
AUTH_METHODS = ("none", "client_secret_basic", "client_secret_post")


def read_name(value: object) -> str:
    """What an app calls itself, as one plain line; nothing if it cannot be shown as such."""
    return value.strip()[:LONGEST_NAME] if isinstance(value, str) and value.isprintable() else ""


def may_return_to(uri: str) -> bool:
    """Whether an app may register this redirect URI."""
    parts = _split(uri)
    if parts is None or len(uri) > LONGEST_ADDRESS or not uri.isascii() or not uri.isprintable():
        return False
    if "#" in uri or "*" in uri or " " in uri or "\\" in uri or "@" in parts.netloc or parts.scheme in HARMFUL:
        return False
    if parts.scheme in ("http", "https"):
        return bool(parts.hostname) and (parts.scheme == "https" or parts.hostname in LOOPBACK)
    return bool(parts.scheme) and bool(parts.netloc or parts.path)


def is_registered(uri: str, registered: Iterable[str]) -> bool:
    """Letter by letter; but a program on the person's own machine takes whatever port is free (RFC 8252, 7.3)."""
    return any(
        uri == known or (_portless(uri) is not None and _portless(uri) == _portless(known)) for known in registered
    )


def is_loopback(uri: str) -> bool:
    parts = _split(uri)
    return parts is not None and parts.scheme == "http" and parts.hostname in LOOPBACK


def return_host(uri: str) -> str:
    """Where a redirect URI leads, as a person reads it."""
    parts = urlsplit(uri)
    return parts.netloc if parts.scheme in ("http", "https") else f"{parts.scheme}:"


def is_document_address(client_id: str) -> bool:
    """Whether a client_id is the https address of a metadata document."""
    parts = _split(client_id)
    if parts is None or parts.scheme != "https" or not parts.hostname or len(client_id) > LONGEST_ADDRESS:
        return False
    if not client_id.isascii() or not client_id.isprintable() or "@" in parts.netloc or "#" in client_id:
        return False
    return parts.path not in ("", "/") and not {".", ".."} & set(parts.path.split("/"))


def fits(verifier: str, challenge: str) -> bool:
    """PKCE, S256."""
    if not VERIFIER.fullmatch(verifier):
        return False
    digest = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    return secrets.compare_digest(digest, challenge)


def choose_scopes(asked: str | None, known: Sequence[str]) -> list[str]:
    """Which of our scopes an app asks for: all, if it does not say; those that are not ours are left out."""
    if not asked or not asked.strip():
        return list(known)
    words = set(asked.split())
    return [scope for scope in known if scope in words]


def choose_resource(asked: str | None, known: Sequence[str]) -> str | None:
    """Which of our resources is meant: the first, if none is named; none, if it is not ours."""
    if not asked:
        return known[0]
    return next((resource for resource in known if asked in (resource, f"{resource}/")), None)


def answer_address(redirect_uri: str, issuer: str, state: str | None, **answer: str) -> str:
    """The redirect URI with an answer in its query; the issuer always goes with it (RFC 9207)."""
    query = urlencode({**answer, **({"state": state} if state is not None else {}), "iss": issuer})
    return f"{redirect_uri}{'&' if '?' in redirect_uri else '?'}{query}"


def _portless(uri: str) -> tuple[str | None, str, str] | None:
    """A loopback address but for its port; none for any other."""
    parts = _split(uri)
    if parts is None or not is_loopback(uri) or "@" in parts.netloc or "#" in uri:
        return None
    host = parts.netloc.rpartition(":")[0] if parts.port is not None else parts.netloc
    return host, parts.path, parts.query


def _split(uri: str) -> SplitResult | None:
    """Its parts; none of what is no address, nor of one with signs that Python leaves out before it takes it apart."""
    if not uri.isprintable() or uri != uri.strip():
        return None
    try:
        parts = urlsplit(uri)
        parts.port  # noqa: B018 - raises for what is no port
    except ValueError:
        return None
    return parts
