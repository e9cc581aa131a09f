"""Shortcuts around uvicorn and the MCP SDK that give the same answers, faster."""
