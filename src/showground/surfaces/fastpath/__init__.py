"""Shortcuts past uvicorn and the MCP SDK, which answer what these would."""
