"""Exchange a refresh token for new tokens."""

from showground.core.context import Context
from showground.core.operation import PUBLIC, action
from showground.oauth import clients, store
from showground.oauth.clients import ForTokens, Parameter, Secret
from showground.oauth.failures import InvalidClient, InvalidGrant, InvalidScope, InvalidTarget
from showground.oauth.models import TokenOutcome


class RefreshAccess(ForTokens):
    refresh_token: Secret
    scope: Parameter | None = None


@action(scope=PUBLIC, failures=(InvalidClient, InvalidGrant, InvalidScope, InvalidTarget))
async def refresh_access(ctx: Context, input: RefreshAccess) -> TokenOutcome:
    """Exchange a refresh token for a new pair, once. A second use ends the whole family: somebody has copied it."""
    client = await clients.authenticate(ctx.db, input)
    held = await store.hold_refresh_token(ctx.db, input.refresh_token)
    if held is None or held.client_id != client.id:
        raise InvalidGrant
    if held.used_at is not None:
        await store.end_grant(ctx.db, held.grant_id)
        return TokenOutcome(tokens=None)
    if held.expires_at <= ctx.now:
        raise InvalidGrant
    asked = (input.scope or "").split()
    if not set(asked) <= set(held.scopes):
        raise InvalidScope
    clients.check_resource(input, held.resource, ctx.site)
    scopes = [scope for scope in held.scopes if scope in asked] if asked else held.scopes
    await store.mark_token_used(ctx.db, input.refresh_token, ctx.now)
    return TokenOutcome(tokens=await store.add_tokens(ctx.db, held.grant_id, scopes, held.scopes, ctx.now))
