"""How the MCP server introduces itself, in its `serverInfo` and in its server card. Imports no SDK: that is slow."""

import re
from dataclasses import dataclass
from mimetypes import guess_type

from showground.core.calls.context import Site

MAX_NAME = 60
VERSION = "1.0.0"  # of the API
SHIPPED_ICON = "/static/current/icon.svg"  # served under any version


@dataclass(frozen=True, slots=True)
class ServerIcon:
    """The icon that clients show beside the server's name."""

    src: str
    mime_type: str
    sizes: list[str]


def describe_server(site: Site) -> str:
    return f"{site.name}: {site.brand.summary}. Search it, list your product, launch it."


def server_name(site: Site) -> str:
    """The site's name as programs write names, such as `nordic-climate-tools`."""
    return re.sub(r"[^a-z0-9]+", "-", site.name.lower()).strip("-")[:MAX_NAME] or "directory"


def server_icon(site: Site) -> ServerIcon:
    path = site.brand.icon or SHIPPED_ICON
    mime_type = guess_type(path)[0] or "image/png"
    return ServerIcon(f"{site.url}{path}", mime_type, ["any"] if mime_type == "image/svg+xml" else ["512x512"])
