"""An app's authorization request, and the person's decision."""

from typing import Annotated

from pydantic import Field

from showground import accounts
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PERSON, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.oauth import authorization_request, rules
from showground.oauth.authorization_request import AccessRequest
from showground.oauth.queries import grants


class AccessAsked(DataModel):
    """What to ask the person."""

    app: str
    document_host: str | None
    redirect_uri: str
    return_host: str
    loopback: bool
    scopes: list[str]


@action(scope=PERSON, prepare=authorization_request.read_app, errors=authorization_request.FAILURES)
async def ask_for_access(ctx: Context, input: AccessRequest, found: grants.OAuthClient | None) -> AccessAsked:
    """Check an authorization request. Errors are shown to the person; nobody is redirected to the app."""
    asked = await authorization_request.load_checked(ctx, input, found)
    return AccessAsked(
        app=asked.client.name,
        document_host=asked.document_host,
        redirect_uri=asked.redirect_uri,
        return_host=rules.return_host(asked.redirect_uri),
        loopback=rules.is_loopback(asked.redirect_uri),
        scopes=asked.scopes,
    )


class AllowAccess(AccessRequest):
    allowed: list[str]


async def _read_app(outside: PrepareContext, input: AllowAccess) -> grants.OAuthClient | None:
    # The decorator needs a step of the handler's very input type.
    return await authorization_request.read_app(outside, input)


class AccessAllowed(DataModel):
    """The URL to redirect the person to. It contains the code."""

    address: Annotated[str, Field(repr=False)]


@action(scope=PERSON, recent=True, prepare=_read_app, errors=authorization_request.FAILURES)
async def allow_access(ctx: Context, input: AllowAccess, found: grants.OAuthClient | None) -> AccessAllowed:
    """Allow an app the chosen scopes and issue a code. The request is checked again."""
    asked = await authorization_request.load_checked(ctx, input, found)
    scopes = [scope for scope in asked.scopes if scope in input.allowed]
    if not scopes:
        raise InvalidInput(
            errors=[FieldError(field="allowed", message=Text("Choose at least one, or deny the request."))]
        )
    if not await grants.has_grant(ctx.db, ctx.account, asked.client.id):
        await accounts.tell_of_access(ctx, ctx.account, accounts.APP, asked.client.name)
    grant = await grants.add_grant(ctx.db, ctx.account, asked.client.id, scopes, asked.resource, ctx.now)
    code = await grants.add_code(ctx.db, grant, asked.challenge, asked.redirect_uri, ctx.now)
    return AccessAllowed(address=rules.build_redirect(asked.redirect_uri, ctx.site.url, input.state, code=code))
