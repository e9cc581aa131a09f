"""End what a token belongs to."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.core.context import Context
from showground.core.operation import PUBLIC, Input, action
from showground.oauth import clients, store
from showground.oauth.failures import InvalidClient


class RevokeToken(Input):
    client_id: Annotated[str, Field(max_length=4_000)]
    client_secret: Annotated[str | None, Field(max_length=4_000, repr=False)] = None
    token: Annotated[str, Field(max_length=4_000, repr=False)]


class TokenRevoked(BaseModel):
    """Said of unknown tokens too (RFC 7009)."""


@action(scope=PUBLIC, failures=(InvalidClient,))
async def revoke_token(ctx: Context, input: RevokeToken) -> TokenRevoked:
    """End the permission that a token of this app belongs to, with all its tokens."""
    client = await clients.authenticate(ctx.db, input.client_id, input.client_secret)
    await store.end_grant_of_token(ctx.db, input.token, client.id)
    return TokenRevoked()
