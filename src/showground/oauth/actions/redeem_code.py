"""Exchange a code for tokens."""

from showground.core.context import Context
from showground.core.operation import PUBLIC, action
from showground.oauth import clients, rules, store
from showground.oauth.clients import ForTokens, Parameter, Secret
from showground.oauth.failures import InvalidClient, InvalidGrant, InvalidTarget
from showground.oauth.models import TokenOutcome


class RedeemCode(ForTokens):
    code: Secret
    code_verifier: Secret
    redirect_uri: Parameter | None = None


@action(scope=PUBLIC, failures=(InvalidClient, InvalidGrant, InvalidTarget))
async def redeem_code(ctx: Context, input: RedeemCode) -> TokenOutcome:
    """Exchange a code for tokens, once. A second use ends everything that the first has given."""
    client = await clients.authenticate(ctx.db, input)
    held = await store.hold_code(ctx.db, input.code)
    if held is None or held.client_id != client.id:
        raise InvalidGrant
    if held.used_at is not None:
        await store.end_grant(ctx.db, held.grant_id)
        return TokenOutcome(tokens=None)
    if held.expires_at <= ctx.now or not rules.fits(input.code_verifier, held.challenge):
        raise InvalidGrant
    if input.redirect_uri is not None and input.redirect_uri != held.redirect_uri:
        raise InvalidGrant
    clients.check_resource(input, held.resource, ctx.site)
    await store.mark_code_used(ctx.db, input.code, ctx.now)
    return TokenOutcome(tokens=await store.add_tokens(ctx.db, held.grant_id, held.scopes, held.scopes, ctx.now))
