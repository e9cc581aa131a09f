"""Tokens: exchange, refresh and revoke them."""

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.data_model import DataModel
from showground.oauth import clients, rules
from showground.oauth.clients import ForTokens, FromClient, Parameter, Secret
from showground.oauth.errors import InvalidClient, InvalidGrant, InvalidScope, InvalidTarget
from showground.oauth.models import TokenOutcome
from showground.oauth.queries import grants


class RevokeToken(FromClient):
    token: Secret


class TokenRevoked(DataModel):
    """The response for known and unknown tokens alike (RFC 7009)."""


@action(scope=PUBLIC, errors=(InvalidClient,))
async def revoke_token(ctx: Context, input: RevokeToken) -> TokenRevoked:
    """Revoke the grant that a token of this app belongs to, with all its tokens."""
    client = await clients.authenticate(ctx.db, input)
    await grants.end_grant_of_token(ctx.db, input.token, client.id)
    return TokenRevoked()


class RedeemCode(ForTokens):
    code: Secret
    code_verifier: Secret
    redirect_uri: Parameter | None = None


@action(scope=PUBLIC, errors=(InvalidClient, InvalidGrant, InvalidTarget))
async def redeem_code(ctx: Context, input: RedeemCode) -> TokenOutcome:
    """Exchange a code for tokens, once. A second use revokes everything the first use issued."""
    client = await clients.authenticate(ctx.db, input)
    held = await grants.lock_code(ctx.db, input.code)
    if held is None or held.client_id != client.id:
        raise InvalidGrant
    if held.used_at is not None:
        await grants.end_grant(ctx.db, held.grant_id)
        return TokenOutcome(tokens=None)
    if held.expires_at <= ctx.now or not rules.verify_pkce(input.code_verifier, held.challenge):
        raise InvalidGrant
    if input.redirect_uri is not None and input.redirect_uri != held.redirect_uri:
        raise InvalidGrant
    clients.check_resource(input, held.resource, ctx.site)
    await grants.mark_code_used(ctx.db, input.code, ctx.now)
    return TokenOutcome(tokens=await grants.add_tokens(ctx.db, held.grant_id, held.scopes, held.scopes, ctx.now))


class RefreshAccess(ForTokens):
    refresh_token: Secret
    scope: Parameter | None = None


@action(scope=PUBLIC, errors=(InvalidClient, InvalidGrant, InvalidScope, InvalidTarget))
async def refresh_access(ctx: Context, input: RefreshAccess) -> TokenOutcome:
    """Exchange a refresh token for a new pair, once. A second use revokes the whole family, because the token was
    copied."""
    client = await clients.authenticate(ctx.db, input)
    held = await grants.lock_refresh_token(ctx.db, input.refresh_token)
    if held is None or held.client_id != client.id:
        raise InvalidGrant
    if held.used_at is not None:
        await grants.end_grant(ctx.db, held.grant_id)
        return TokenOutcome(tokens=None)
    if held.expires_at <= ctx.now:
        raise InvalidGrant
    asked = (input.scope or "").split()
    if not set(asked) <= set(held.scopes):
        raise InvalidScope
    clients.check_resource(input, held.resource, ctx.site)
    scopes = [scope for scope in held.scopes if scope in asked] if asked else held.scopes
    await grants.mark_token_used(ctx.db, input.refresh_token, ctx.now)
    return TokenOutcome(tokens=await grants.add_tokens(ctx.db, held.grant_id, scopes, held.scopes, ctx.now))
