"""How the MCP server introduces itself, in its `serverInfo` and in its server card. Imports no SDK: that is slow."""

from showground.core.calls.context import Site

NAME = "showground"
VERSION = "1.0.0"  # of the API


def describe_server(site: Site) -> str:
    return f"{site.name}: a public directory of product launches. Search it, list your product, launch it."
