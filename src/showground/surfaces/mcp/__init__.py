"""The MCP server: every operation as a tool, in both protocol eras, at one address."""

from showground.surfaces.mcp.surface import Mcp

__all__ = ["Mcp"]
