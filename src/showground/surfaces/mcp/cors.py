"""Which web apps may call /mcp from a browser, besides the site's own pages.

A call from another site carries no cookie and nothing else of the visitor's: only a token that the app itself holds. So
an operator may let in any origin.
"""

from collections.abc import Iterable

from showground.surfaces.asgi import Headers, Scope, header
from showground.surfaces.mcp.reply import Reply

ANY = "*"
PREFLIGHT: Headers = [
    (b"access-control-allow-methods", b"POST"),
    (
        b"access-control-allow-headers",
        b"Accept, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id",
    ),
    (b"access-control-max-age", b"86400"),
]
EXPOSED = (
    b"access-control-expose-headers",
    b"MCP-Protocol-Version, Mcp-Session-Id, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id",
)


class BrowserOrigins:
    """The operator's list; empty, everything stays refused."""

    def __init__(self, origins: Iterable[str]) -> None:
        self._origins = frozenset(origins)

    def admit(self, scope: Scope) -> Headers | None:
        """The headers that an answer to this origin needs; None if it is not in the list.

        An admitted request loses its Origin header, so that whatever answers it treats it like any other.
        """
        origin = header(scope, b"origin") if self._origins else None
        if origin is None or not (ANY in self._origins or origin in self._origins):
            return None
        scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"origin"]
        if ANY in self._origins:
            return [(b"access-control-allow-origin", b"*"), EXPOSED]
        return [(b"access-control-allow-origin", origin.encode("latin-1")), (b"vary", b"Origin"), EXPOSED]


def preflight(scope: Scope) -> Reply | None:
    """The answer to a browser that asks before it calls."""
    if scope["method"] != "OPTIONS" or header(scope, b"access-control-request-method") is None:
        return None
    return Reply(204, PREFLIGHT, b"")
