"""Allow an app what it asked for, or less."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground import accounts
from showground.core.context import Context, Outside
from showground.core.failures import Fault, InvalidInput
from showground.core.operation import PERSON, action
from showground.oauth import asking, rules, store
from showground.oauth.asking import AccessRequest


class AllowAccess(AccessRequest):
    allowed: list[str]


class AccessAllowed(BaseModel):
    """Where the person goes now; the address holds the code."""

    address: Annotated[str, Field(repr=False)]


async def read_app(outside: Outside, input: AllowAccess) -> store.Client | None:
    return await asking.read_app(outside, input)


@action(scope=PERSON, recent=True, prepare=read_app, failures=asking.FAILURES)
async def allow_access(ctx: Context, input: AllowAccess, found: store.Client | None) -> AccessAllowed:
    """Allow an app the chosen scopes, and send it a code for them. The request is checked once more."""
    if found is not None:
        await store.keep_client(ctx.db, found, ctx.now)
    asked = asking.check(found or await store.find_client(ctx.db, input.client_id or ""), input, ctx.site)
    scopes = [scope for scope in asked.scopes if scope in input.allowed]
    if not scopes:
        raise InvalidInput(faults=[Fault(field="allowed", message="Choose at least one, or deny the request.")])
    if not await store.has_grant(ctx.db, ctx.account, asked.client.id):
        await accounts.tell_of_access(ctx, ctx.account, accounts.APP, asked.client.name)
    grant = await store.add_grant(ctx.db, ctx.account, asked.client.id, scopes, asked.resource, ctx.now)
    code = await store.add_code(ctx.db, grant, asked.challenge, asked.redirect_uri, ctx.now)
    return AccessAllowed(address=rules.answer_address(asked.redirect_uri, ctx.site.url, input.state, code=code))
