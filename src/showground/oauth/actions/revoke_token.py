"""End what a token belongs to."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import PUBLIC, action
from showground.oauth import clients, store
from showground.oauth.clients import FromClient, Secret
from showground.oauth.failures import InvalidClient


class RevokeToken(FromClient):
    token: Secret


class TokenRevoked(BaseModel):
    """Said of unknown tokens too (RFC 7009)."""


@action(scope=PUBLIC, failures=(InvalidClient,))
async def revoke_token(ctx: Context, input: RevokeToken) -> TokenRevoked:
    """End the permission that a token of this app belongs to, with all its tokens."""
    client = await clients.authenticate(ctx.db, input)
    await store.end_grant_of_token(ctx.db, input.token, client.id)
    return TokenRevoked()
