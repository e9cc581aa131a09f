"""The MCP server: every operation as a tool, in both protocol eras, at one address."""

from showground.surfaces.mcp.lazy import LateMcp

__all__ = ["LateMcp"]
