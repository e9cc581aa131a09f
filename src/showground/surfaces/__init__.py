"""How clients reach the service: REST, MCP, web pages. Nothing here knows an operation by name."""
