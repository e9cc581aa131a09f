"""Everything that programs read before they know the site: one table of addresses, open to browsers of any origin."""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

from pydantic_core import to_json

from showground.core.brand import Brand
from showground.core.cache import CachedAnswer
from showground.core.calls.context import Site
from showground.surfaces.asgi import Headers, Receive, Scope, Send, arrival_of, respond
from showground.surfaces.conditional_get import pack, send_cached
from showground.surfaces.discovery import catalogs, skills
from showground.surfaces.discovery.security_txt import SECURITY_TXT, write_security_txt
from showground.surfaces.oauth import metadata

JSON = "application/json"
METHODS = b"GET, HEAD, OPTIONS"
CACHED_FOR = b"public, max-age=3600"
COMMON: Headers = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"ETag, Link, X-Request-Id"),
    (b"vary", b"Accept-Encoding"),
]
PREFLIGHT: Headers = [
    (b"allow", METHODS),
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", METHODS),
    # Clients send the protocol's version with every request, and some of them their token.
    (b"access-control-allow-headers", b"Accept, Authorization, Content-Type, If-None-Match, MCP-Protocol-Version"),
    (b"access-control-max-age", b"86400"),
]


class WellKnown:
    """The ASGI application of these addresses. `security_contact`: an email address or a web address."""

    def __init__(self, site: Site, security_contact: str | None) -> None:
        self._site = site
        self._security_contact = security_contact
        self._brand: Brand = site.brand
        self._documents = _cached(site)
        self.paths = frozenset({*self._documents, SECURITY_TXT})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - the shape of ASGI
        method = scope["method"]
        if method == "OPTIONS":
            await respond(send, 204, PREFLIGHT, b"")
        elif method not in ("GET", "HEAD"):
            await respond(send, 405, [*COMMON, (b"allow", METHODS)], b"")
        else:
            answer = self._find(scope["path"], arrival_of(scope).now)
            await send_cached(scope, send, answer, [])

    def _find(self, path: str, now: datetime) -> CachedAnswer:
        if path == SECURITY_TXT:
            text = write_security_txt(self._site, self._security_contact, now)
            return _pack(text.encode(), "text/plain; charset=utf-8")
        if self._site.brand is not self._brand:
            self._brand, self._documents = self._site.brand, _cached(self._site)
        return self._documents[path]()


def _cached(site: Site) -> dict[str, Callable[[], CachedAnswer]]:
    """The documents, each made once."""
    return {path: cache(make) for path, make in _documents(site).items()}


def _documents(site: Site) -> dict[str, Callable[[], CachedAnswer]]:
    """What is sent at each address. Made when first asked for, so that the process starts faster."""
    found = skills.load_skills(site)

    def document(make: Callable[[], Any], kind: str = JSON, more: Headers | None = None) -> Callable[[], CachedAnswer]:
        return lambda: _pack(to_json(make()), kind, more)

    def text(skill: skills.Skill) -> Callable[[], CachedAnswer]:
        return lambda: _pack(skill.text, "text/markdown; charset=utf-8")

    card = document(lambda: catalogs.server_card(site), catalogs.SERVER_CARD_TYPE)
    own_address = [(b"link", f'<{site.url}{catalogs.API_CATALOG}>; rel="api-catalog"'.encode())]
    index = document(lambda: catalogs.api_index(site), more=own_address)
    return {
        **dict.fromkeys(catalogs.API_INDEX, index),
        catalogs.API_CATALOG: document(lambda: catalogs.api_catalog(site), catalogs.API_CATALOG_TYPE, own_address),
        catalogs.SERVER_CARD: card,
        # Earlier drafts of SEP-2127 had these addresses, and scanners still look there.
        "/.well-known/mcp/server-card.json": card,
        "/.well-known/mcp.json": card,
        "/.well-known/mcp/catalog.json": document(lambda: catalogs.mcp_catalog(site)),
        "/.well-known/ai-catalog.json": document(lambda: catalogs.ai_catalog(site, found), catalogs.AI_CATALOG_TYPE),
        f"{skills.PREFIX}/index.json": document(lambda: skills.skill_index(found)),
        f"{skills.OLD_PREFIX}/index.json": document(lambda: skills.old_skill_index(found)),
        **{skill.path: text(skill) for skill in found},
        **{skill.old_path: text(skill) for skill in found},
        **{path: document(lambda described=described: described) for path, described in metadata(site).items()},
    }


def _pack(body: bytes, kind: str, more: Headers | None = None) -> CachedAnswer:
    return pack(body, CACHED_FOR, [*COMMON, *(more or [])], kind=kind.encode())
