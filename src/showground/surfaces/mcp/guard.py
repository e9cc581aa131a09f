"""Which hosts and origins may call: none but the site's own, so that no other website can use a visitor's browser."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from mcp.server.transport_security import TransportSecurityMiddleware, TransportSecuritySettings
from starlette.requests import Request

from showground.surfaces.asgi import Scope
from showground.surfaces.mcp.reply import Reply

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
DEFAULT_PORTS = {"http": 80, "https": 443}


def own_hosts(site_url: str) -> list[str]:
    """The site's host as clients send it; on a loopback site every loopback name, with any port."""
    url = urlsplit(site_url.lower())
    if _host(url.netloc) in LOOPBACK:
        return [url.netloc, *LOOPBACK, *(f"{name}:*" for name in LOOPBACK)]
    return [url.netloc] if url.port else [url.netloc, f"{url.netloc}:{DEFAULT_PORTS[url.scheme]}"]


def own_origins(site_url: str) -> list[str]:
    """The site's origin; on a loopback site by every loopback name, with the same port."""
    url = urlsplit(site_url.lower())
    host = _host(url.netloc)
    if host not in LOOPBACK:
        return [f"{url.scheme}://{url.netloc}"]
    return [f"{url.scheme}://{name}{url.netloc.removeprefix(host)}" for name in LOOPBACK]


class Guard:
    """Refuses what the SDK would refuse for its Host, Origin or Content-Type, before a credential is looked at."""

    def __init__(self, hosts: Iterable[str], origins: Iterable[str]) -> None:
        self.security = TransportSecuritySettings(allowed_hosts=list(hosts), allowed_origins=list(origins))
        self._middleware = TransportSecurityMiddleware(self.security)
        self._hosts = frozenset(self.security.allowed_hosts)

    async def refuse(self, scope: Scope, headers: Mapping[str, str]) -> Reply | None:
        plain = headers.get("content-type") == "application/json" and "origin" not in headers
        if plain and headers.get("host") in self._hosts:
            return None  # what nearly all send
        refused = await self._middleware.validate_request(Request(scope), is_post=scope["method"] == "POST")
        if refused is None:
            return None
        kind = [(name, value) for name, value in refused.raw_headers if name != b"content-length"]
        return Reply(refused.status_code, kind, bytes(refused.body))


def _host(netloc: str) -> str:
    host, colon, port = netloc.rpartition(":")
    return host if colon and port.isdigit() else netloc
