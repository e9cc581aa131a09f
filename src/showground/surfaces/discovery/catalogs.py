"""Catalogues of the API and the MCP server, for programs that know only the site's address."""

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from showground.core.calls.context import Site
from showground.surfaces.discovery.skills import Skill
from showground.surfaces.mcp.identity import VERSION, describe_server, server_icon, server_name

API_INDEX = ("/api/v1", "/api/v1/")
API_CATALOG = "/.well-known/api-catalog"
API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
SERVER_CARD = "/mcp/server-card"
SERVER_CARD_TYPE = "application/mcp-server-card+json"
AI_CATALOG_TYPE = "application/ai-catalog+json"
SKILL_TYPE = 'text/markdown; profile="urn:air:agent-skills"'
SERVER_CARD_SCHEMA = "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json"
# What people ask for when an entry can help them: registries find entries by what is nearest in meaning.
SERVER_QUERIES = (
    "Which products launched this week?",
    "Find a tool and what it costs, with quotes from its own website",
    "Compare two products side by side",
    "Submit my product to a launch directory",
)
SKILL_QUERIES = {
    "find-a-product": (
        "Find a database with branching for a small team",
        "What are alternatives to this product?",
        "What was launched last week, and who won?",
    ),
    "list-your-product": (
        "List my product in a launch directory",
        "Draft a launch listing from my website",
        "Launch my startup next week",
    ),
}
MAX_CARD_TEXT = 100  # letters that a server card allows for title and description


def api_catalog(site: Site) -> dict[str, Any]:
    """RFC 9727: each API with its description, documentation and status."""
    status = [_link(f"{site.url}/readyz", "text/plain")]
    return {
        "linkset": [
            {
                "anchor": site.api_url,
                "service-desc": [_link(f"{site.api_url}/openapi.json", "application/json")],
                "service-doc": [_link(site.docs_url, "text/html")],
                "status": status,
            },
            {
                "anchor": site.mcp_url,
                "service-desc": [_link(site.url + SERVER_CARD, SERVER_CARD_TYPE)],
                "service-doc": [_link(f"{site.url}/agents", "text/html")],
                "status": status,
            },
        ]
    }


def api_index(site: Site) -> dict[str, Any]:
    """What answers at the address of the API itself: where to go from there."""
    return {
        "name": site.name,
        "version": VERSION,
        "links": {
            "openapi": f"{site.api_url}/openapi.json",
            "site": f"{site.api_url}/site",
            "docs": site.docs_url,
            "mcp": site.mcp_url,
            "agents": f"{site.url}/agents",
            "api_catalog": site.url + API_CATALOG,
        },
    }


def server_card(site: Site) -> dict[str, Any]:
    """SEP-2127: how to connect to the MCP server. Its tools are listed only by the server itself."""
    from mcp_types.version import SUPPORTED_PROTOCOL_VERSIONS  # noqa: PLC0415 - slow to import

    icon = server_icon(site)
    return {
        "$schema": SERVER_CARD_SCHEMA,
        "name": f"{_reversed_host(site)}/{server_name(site)}",
        "version": VERSION,
        "title": site.name[:MAX_CARD_TEXT],
        "description": describe_server(site)[:MAX_CARD_TEXT],
        "websiteUrl": f"{site.url}/agents",
        "icons": [{"src": icon.src, "mimeType": icon.mime_type, "sizes": icon.sizes}],
        "remotes": [
            {
                "type": "streamable-http",
                "url": site.mcp_url,
                "supportedProtocolVersions": list(SUPPORTED_PROTOCOL_VERSIONS),
            }
        ],
    }


def ai_catalog(site: Site, skills: Iterable[Skill]) -> dict[str, Any]:
    """The MCP server and the skills, in the format of AI Catalog."""
    return {
        "specVersion": "1.0",
        "host": {"displayName": site.name, "documentationUrl": f"{site.url}/agents"},
        "entries": [
            *_mcp_entries(site),
            *(
                {
                    "identifier": _identifier(site, skill.name),
                    "displayName": skill.title,
                    "description": skill.description,
                    "representativeQueries": SKILL_QUERIES[skill.name],
                    "type": SKILL_TYPE,
                    "url": site.url + skill.path,
                }
                for skill in skills
            ),
        ],
    }


def mcp_catalog(site: Site) -> dict[str, Any]:
    """The older form of the AI Catalog, of MCP servers only."""
    return {"specVersion": "draft", "entries": _mcp_entries(site)}


def _mcp_entries(site: Site) -> list[dict[str, Any]]:
    return [
        {
            "identifier": _identifier(site, server_name(site)),
            "displayName": site.name,
            "description": describe_server(site),
            "representativeQueries": SERVER_QUERIES,
            "type": SERVER_CARD_TYPE,
            "url": site.url + SERVER_CARD,
        }
    ]


def _identifier(site: Site, name: str) -> str:
    return f"urn:air:{_host(site)}:{name}"


def _reversed_host(site: Site) -> str:
    """`launches.example` is `example.launches`; an IP address stays as it is."""
    host = _host(site)
    return host if re.fullmatch(r"[0-9.-]+", host) else ".".join(reversed(host.split(".")))


def _host(site: Site) -> str:
    """The host in the letters that names of servers may have; an IPv6 address with `-` for `:`."""
    return re.sub("[^a-z0-9.-]", "-", (urlsplit(site.url).hostname or "").strip("."))


def _link(address: str, kind: str) -> dict[str, str]:
    return {"href": address, "type": kind}
