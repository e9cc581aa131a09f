"""The MCP server: every operation as a tool, in both protocol eras, at one address."""

from showground.surfaces.mcp.late import LateMcp

__all__ = ["LateMcp"]
