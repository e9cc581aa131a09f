"""What the official MCP client needs of those who use it."""

from dataclasses import dataclass, field

from mcp.shared.auth import OAuthClientInformationFull, OAuthToken


@dataclass
class Kept:
    """What a client keeps, in memory."""

    tokens: OAuthToken | None = None
    all: list[OAuthToken] = field(default_factory=list[OAuthToken])  # the latest last
    client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens
        self.all.append(tokens)

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info
