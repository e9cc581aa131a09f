"""Read what an app asks a person to allow."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import PERSON, action
from showground.oauth import asking, rules, store
from showground.oauth.asking import AccessRequest


class AccessAsked(BaseModel):
    """What to ask the person."""

    app: str
    document_host: str | None
    redirect_uri: str
    return_host: str
    loopback: bool
    scopes: list[str]


@action(scope=PERSON, prepare=asking.read_app, failures=asking.FAILURES)
async def ask_for_access(ctx: Context, input: AccessRequest, found: store.Client | None) -> AccessAsked:
    """Check an authorization request. What is wrong with it is said to the person; nobody is sent to the app."""
    if found is not None:
        await store.keep_client(ctx.db, found, ctx.now)
    asked = asking.check(found or await store.find_client(ctx.db, input.client_id or ""), input, ctx.site)
    return AccessAsked(
        app=asked.client.name,
        document_host=asked.document_host,
        redirect_uri=asked.redirect_uri,
        return_host=rules.return_host(asked.redirect_uri),
        loopback=rules.is_loopback(asked.redirect_uri),
        scopes=asked.scopes,
    )
