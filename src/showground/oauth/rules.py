"""Rules for OAuth apps, redirect URIs, codes and tokens. Pure functions; the time is a parameter."""

import base64
import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence
from datetime import timedelta
from ipaddress import IPv4Address
from urllib.parse import SplitResult, urlencode, urlsplit

from showground.core.languages import Text, deferred, text_with
from showground.core.languages.formats import number
from showground.core.web_address import split_url

CODE_LIVES = timedelta(seconds=60)
ACCESS_LIVES = timedelta(hours=1)
REFRESH_LIVES = timedelta(days=30)
GRANT_LIVES = timedelta(days=365)  # however often it is renewed: then the person is asked again
UNUSED_KEPT_FOR = timedelta(days=1)  # a registered app that nobody ever allowed anything
IDLE_KEPT_FOR = timedelta(days=90)  # one whose last permission has ended

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
ADDRESS = re.compile(r"[A-Za-z0-9\-._~:/?\[\]@!$&'()+,;=%]+")  # what RFC 3986 allows, without `#` and `*`
AUTHORITY = re.compile(r"(\[::1\]|[A-Za-z0-9.-]{1,253})(?::([1-9][0-9]{0,4}))?")
LABEL = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
NUMBER = re.compile(r"[0-9]+|0[xX][0-9A-Fa-f]*")  # browsers take a host that ends in one for an IPv4 address
REVERSED_DOMAIN = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+")
# Addresses whose scheme is not a reversed domain name, and why we accept them. Any program on the person's computer can
# claim such a scheme, but PKCE keeps it from using the code. Only the exact address is accepted: editors do more at
# other addresses of their scheme, such as install a server or run a prompt.
WELL_KNOWN = {
    "cursor://anysphere.cursor-mcp/oauth/callback": "Cursor registers it beside its https and loopback addresses",
}
VERIFIER = re.compile(r"[A-Za-z0-9\-._~]{43,128}")
CHALLENGE = re.compile(r"[A-Za-z0-9\-_]{43}")  # of S256: always this long
MAX_ADDRESS_LENGTH = 2_000
MAX_NAME_LENGTH = 100
MAX_ADDRESSES = 20  # to which one app may return
AUTH_METHODS = ("none", "client_secret_basic", "client_secret_post")


def read_name(value: object) -> str:
    """What an app calls itself, as one plain line; nothing if it cannot be shown as such."""
    return value.strip()[:MAX_NAME_LENGTH] if isinstance(value, str) and value.isprintable() else ""


def find_redirect_uri_error(uri: str) -> Text | None:
    """Why no app may register this redirect URI, and what to register instead; None if it may."""
    parts = _split(uri)
    if parts is None or len(uri) > MAX_ADDRESS_LENGTH or not ADDRESS.fullmatch(uri) or "@" in parts.netloc:
        return text_with(
            "This is not a valid redirect URI. Use at most %(most)s ASCII characters, percent-encode"
            " others and leave out fragments (#), wildcards (*) and user names.",
            most=deferred(number, MAX_ADDRESS_LENGTH),
        )
    if parts.scheme in ("http", "https"):
        if not _is_host(parts.netloc):
            return Text("The host is not valid. Use a domain name such as `app.example`, with a port if you need one.")
        if parts.scheme == "http" and not is_loopback(uri):
            return Text("`http` is for `localhost`, `127.0.0.1` and `[::1]` only. Use `https` for any other host.")
        return None
    if uri in WELL_KNOWN or (REVERSED_DOMAIN.fullmatch(parts.scheme) and (parts.netloc or parts.path)):
        return None
    return text_with(
        "The scheme `%(scheme)s` is not allowed. Use `https`, or `http://127.0.0.1` for a program on the"
        " person's computer, or a domain name of yours in reverse as the scheme: `com.example.trellis:/callback` (RFC"
        " 8252, section 7.1).",
        scheme=parts.scheme[:40],
    )


def is_registered(uri: str, registered: Iterable[str]) -> bool:
    """Letter by letter; but a program on the person's own machine takes whatever port is free (RFC 8252, 7.3)."""
    return any(
        uri == known or (_portless(uri) is not None and _portless(uri) == _portless(known)) for known in registered
    )


def is_loopback(uri: str) -> bool:
    parts = _split(uri)
    host = AUTHORITY.fullmatch(parts.netloc) if parts is not None and parts.scheme == "http" else None
    return host is not None and host[1].lower() in LOOPBACK


def return_host(uri: str) -> str:
    """Where a redirect URI leads, as a person reads it."""
    parts = urlsplit(uri)
    return parts.netloc if parts.scheme in ("http", "https") else f"{parts.scheme}:"


def is_document_address(client_id: str) -> bool:
    """Whether a client_id is the https address of a metadata document."""
    parts = _split(client_id)
    if parts is None or parts.scheme != "https" or len(client_id) > MAX_ADDRESS_LENGTH:
        return False
    if not ADDRESS.fullmatch(client_id) or not _is_host(parts.netloc):
        return False
    return parts.path not in ("", "/") and not {".", ".."} & set(parts.path.split("/"))


def verify_pkce(verifier: str, challenge: str) -> bool:
    """Whether a PKCE verifier matches its S256 challenge."""
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


def build_redirect(redirect_uri: str, issuer: str, state: str | None, **answer: str) -> str:
    """The redirect URI with an answer in its query; the issuer always goes with it (RFC 9207). An empty `state` counts
    as none (RFC 6749, 3.1)."""
    query = urlencode({**answer, **({"state": state} if state else {}), "iss": issuer})
    return f"{redirect_uri}{'&' if '?' in redirect_uri else '?'}{query}"


def _portless(uri: str) -> tuple[str | None, str, str] | None:
    """A loopback address but for its port; none for any other."""
    parts = _split(uri)
    if parts is None or not is_loopback(uri) or "#" in uri:
        return None
    host = parts.netloc.rpartition(":")[0] if parts.port is not None else parts.netloc
    return host, parts.path, parts.query


def _is_host(authority: str) -> bool:
    """Whether this is a host, with or without a port, and means the same to every browser and in a security policy:
    a domain name, an IPv4 address in its usual form, or the loopback address of IPv6."""
    found = AUTHORITY.fullmatch(authority)
    if found is None or found[1] == "[::1]":
        return found is not None
    labels = found[1].split(".")
    if NUMBER.fullmatch(labels[-1]):
        try:
            return bool(IPv4Address(found[1]))
        except ValueError:
            return False
    return all(LABEL.fullmatch(label) for label in labels)


def _split(uri: str) -> SplitResult | None:
    """Split a URI. None if it is invalid, or has characters that `urlsplit` silently strips (such as tabs and line
    breaks): we would then check a different URI than the one we were sent."""
    return split_url(uri) if uri.isprintable() and uri == uri.strip() else None
