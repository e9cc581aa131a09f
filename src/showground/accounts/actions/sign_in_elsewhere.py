"""Sign in with what GitHub or Google says."""

from hmac import compare_digest
from typing import Annotated

from pydantic import Field

from showground.accounts import signing_in
from showground.accounts.actions.begin_sign_in_elsewhere import way_back
from showground.accounts.new_session import SignedIn, start_session
from showground.accounts.providers import Attempt, IdentityProvider, NotSignedIn, Providers
from showground.core.context import Context, Outside
from showground.core.failures import NotFound
from showground.core.limits import Limit
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import Opaque


class SignInElsewhere(Input):
    provider: Opaque
    token: Annotated[Opaque, Field(repr=False)]  # from the browser's cookie
    state: Annotated[Opaque, Field(repr=False)]
    code: Annotated[Opaque, Field(repr=False)]
    error: Opaque = ""
    agent: Opaque = ""


class BegunElsewhere(NotSignedIn):
    """This sign-in was not begun in this browser, was used already, or is older than 10 minutes. Begin again."""


async def ask_provider(outside: Outside, input: SignInElsewhere) -> tuple[IdentityProvider, str]:
    """The mail address that the provider vouches for, once it is sure that this browser has begun it."""
    provider = outside.equipment[Providers].known.get(input.provider)
    if provider is None:
        raise NotFound
    attempt = Attempt(input.token)
    if not compare_digest(input.state.encode(errors="replace"), attempt.state.encode()):
        raise BegunElsewhere
    async with outside.reading() as db:
        if not await signing_in.has_begun_elsewhere(db, input.token, provider.key, outside.now):
            raise BegunElsewhere
    if input.error or not input.code:
        raise NotSignedIn(f"{provider.name} did not sign you in: it was cancelled there, or refused. Nothing was done.")
    back = way_back(outside.site, provider.key)
    return provider, await provider.read_mail(outside.fetch, input.code, attempt, back, outside.now)


@action(scope=PUBLIC, prepare=ask_provider, limit=Limit("sign-ins", 60, 3600), failures=(NotFound, NotSignedIn))
async def sign_in_elsewhere(ctx: Context, input: SignInElsewhere, found: tuple[IdentityProvider, str]) -> SignedIn:
    """Begin a session for the account with this verified address, which is made if there is none."""
    provider, email = found
    after = await signing_in.use_elsewhere(ctx.db, input.token, provider.key, ctx.now)
    if after is None:
        raise BegunElsewhere
    account = await signing_in.find_or_add_account(ctx.db, email, ctx.now)
    if account is None:
        raise NotSignedIn
    return await start_session(ctx, account, provider.key, input.agent, after, provider.name)
