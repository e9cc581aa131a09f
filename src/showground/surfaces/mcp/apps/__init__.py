"""MCP Apps (SEP-1865): small pages that a host shows beside the answer of a tool."""
