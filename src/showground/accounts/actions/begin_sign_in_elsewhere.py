"""Begin to sign in with GitHub or Google."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.accounts import signing_in
from showground.accounts.providers import Attempt, Providers
from showground.core.context import Context, Site
from showground.core.failures import NotFound
from showground.core.limits import Limit
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import OPAQUE, Opaque


class BeginSignInElsewhere(Input):
    provider: Opaque
    next: Annotated[str, Field(max_length=8_000), OPAQUE] = "/"


class Elsewhere(BaseModel):
    """Where to go, and what the browser has to come back with."""

    url: str
    token: Annotated[str, Field(repr=False)]


def way_back(site: Site, provider: str) -> str:
    return f"{site.url}/sign-in/with/{provider}/back"


@action(scope=PUBLIC, limit=Limit("sign-ins-begun", 60, 3600), failures=(NotFound,))
async def begin_sign_in_elsewhere(ctx: Context, input: BeginSignInElsewhere) -> Elsewhere:
    """Say where the person signs in, and remember that this browser begun it."""
    provider = ctx.equipment[Providers].known.get(input.provider)
    if provider is None:
        raise NotFound
    token = await signing_in.begin_elsewhere(ctx.db, provider.key, input.next, ctx.now)
    return Elsewhere(url=provider.ask(Attempt(token), way_back(ctx.site, provider.key)), token=token)
