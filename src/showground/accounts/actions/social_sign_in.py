"""Sign-in with GitHub or Google."""

from hmac import compare_digest
from typing import Annotated

from pydantic import Field

from showground.accounts.identity_providers import Attempt, IdentityProvider, NotSignedIn, Providers
from showground.accounts.new_session import AccountBlocked, SignedIn, start_session
from showground.accounts.queries import sign_ins
from showground.core.calls.context import Context, PrepareContext, Site
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.errors import NotFound
from showground.core.calls.input_text import OPAQUE, Opaque
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.core.languages import text_with


class SignInElsewhere(Input):
    provider: Opaque
    token: Annotated[Opaque, Field(repr=False)]  # from the browser's cookie
    state: Annotated[Opaque, Field(repr=False)]
    code: Annotated[Opaque, Field(repr=False)]
    error: Opaque = ""
    agent: Opaque = ""


class BegunElsewhere(NotSignedIn):
    """This sign-in was started in another browser, was already used, or is older than 10 minutes. Start again."""


async def ask_provider(outside: PrepareContext, input: SignInElsewhere) -> tuple[IdentityProvider, str]:
    """The email address that the provider has verified, once we know that this browser started the sign-in."""
    provider = outside.services[Providers].known.get(input.provider)
    if provider is None:
        raise NotFound
    attempt = Attempt(input.token)
    if not compare_digest(input.state.encode(errors="replace"), attempt.state.encode()):
        raise BegunElsewhere
    async with outside.reading() as db:
        if not await sign_ins.has_started_social_sign_in(db, input.token, provider.key, outside.now):
            raise BegunElsewhere
    if input.error or not input.code:
        raise NotSignedIn(
            text_with(
                "%(name)s did not sign you in: the sign-in was cancelled or refused there. Nothing was changed.",
                name=provider.name,
            )
        )
    back = way_back(outside.site, provider.key)
    return provider, await provider.read_mail(outside.fetch, input.code, attempt, back, outside.now)


@action(
    scope=PUBLIC,
    prepare=ask_provider,
    limit=Limit("sign-ins", 60, 3600),
    errors=(NotFound, NotSignedIn, AccountBlocked),
)
async def sign_in_elsewhere(ctx: Context, input: SignInElsewhere, found: tuple[IdentityProvider, str]) -> SignedIn:
    """Sign in to the account with this verified email address. It is created if there is none."""
    provider, email = found
    after = await sign_ins.consume_social_sign_in(ctx.db, input.token, provider.key, ctx.now)
    if after is None:
        raise BegunElsewhere
    account = await sign_ins.find_or_add_account(ctx.db, email, ctx.now)
    if account is None:
        raise NotSignedIn
    return await start_session(ctx, account, provider.key, input.agent, after, provider.name)


class BeginSignInElsewhere(Input):
    provider: Opaque
    next: Annotated[str, Field(max_length=8_000), OPAQUE] = "/"


class ProviderRedirect(DataModel):
    """The provider's URL, and the secret that the browser must return with."""

    url: str
    token: Annotated[str, Field(repr=False)]


def way_back(site: Site, provider: str) -> str:
    return f"{site.url}/sign-in/with/{provider}/back"


@action(scope=PUBLIC, limit=Limit("sign-ins-begun", 60, 3600), errors=(NotFound,))
async def begin_sign_in_elsewhere(ctx: Context, input: BeginSignInElsewhere) -> ProviderRedirect:
    """Start signing in with a provider, and remember which browser started it."""
    provider = ctx.services[Providers].known.get(input.provider)
    if provider is None:
        raise NotFound
    token = await sign_ins.start_social_sign_in(ctx.db, provider.key, input.next, ctx.now)
    return ProviderRedirect(url=provider.ask(Attempt(token), way_back(ctx.site, provider.key)), token=token)
