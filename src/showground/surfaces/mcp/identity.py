"""How the MCP server introduces itself, in its `serverInfo` and in its server card. Imports no SDK: that is slow."""

import re

from showground.core.calls.context import Site

MAX_NAME = 60
VERSION = "1.0.0"  # of the API


def describe_server(site: Site) -> str:
    return f"{site.name}: {site.brand.summary}. Search it, list your product, launch it."


def server_name(site: Site) -> str:
    """The site's name as programs write names, such as `nordic-climate-tools`."""
    return re.sub(r"[^a-z0-9]+", "-", site.name.lower()).strip("-")[:MAX_NAME] or "directory"
