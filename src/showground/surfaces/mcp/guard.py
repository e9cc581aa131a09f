"""Which hosts and origins may call: only the site's own, so that no other website can use a visitor's browser."""

from collections.abc import Iterable, Mapping

from mcp.server.transport_security import TransportSecurityMiddleware, TransportSecuritySettings
from starlette.requests import Request

from showground.surfaces.asgi import Scope
from showground.surfaces.mcp.reply import Reply


class Guard:
    """Refuses what the SDK would refuse because of its Host, Origin or Content-Type, before credentials are checked."""

    def __init__(self, hosts: Iterable[str], origins: Iterable[str]) -> None:
        self.security = TransportSecuritySettings(allowed_hosts=list(hosts), allowed_origins=list(origins))
        self._middleware = TransportSecurityMiddleware(self.security)
        self._hosts = frozenset(self.security.allowed_hosts)

    async def refuse(self, scope: Scope, headers: Mapping[str, str]) -> Reply | None:
        plain = headers.get("content-type") == "application/json" and "origin" not in headers
        if plain and headers.get("host") in self._hosts:
            return None  # the usual case
        refused = await self._middleware.validate_request(Request(scope), is_post=scope["method"] == "POST")
        if refused is None:
            return None
        kind = [(name, value) for name, value in refused.raw_headers if name != b"content-length"]
        return Reply(refused.status_code, kind, bytes(refused.body))
