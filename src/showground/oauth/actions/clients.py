"""Dynamic registration of apps."""

from typing import Annotated, Any

from pydantic import ConfigDict, Field

from showground.accounts import SCOPES
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.core.languages import EnglishText
from showground.core.tokens import hash_token, make_token
from showground.oauth import rules
from showground.oauth.errors import InvalidClientMetadata, InvalidRedirectUri
from showground.oauth.queries import grants

GRANT_TYPES = ("authorization_code", "refresh_token")


class RegisterClient(Input):
    """The parts of an app's metadata that we use. The standard allows more, which we ignore."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    redirect_uris: Any = None
    client_name: Any = None
    token_endpoint_auth_method: Any = None
    grant_types: Any = None
    response_types: Any = None


class ClientRegistered(DataModel):
    client_id: str
    client_id_issued_at: int
    client_name: str
    redirect_uris: list[str]
    grant_types: list[str]
    response_types: list[str] = Field(default=["code"])
    token_endpoint_auth_method: str
    scope: str
    client_secret: Annotated[str | None, Field(repr=False)] = None
    client_secret_expires_at: int | None = None


@action(
    scope=PUBLIC,
    limit=Limit("registrations", 100, 3600),
    errors=(InvalidRedirectUri, InvalidClientMetadata),
)
async def register_client(ctx: Context, input: RegisterClient) -> ClientRegistered:
    """Register an app. It is deleted if nobody connects it within a day."""
    uris = _texts(input.redirect_uris)
    if not 1 <= len(uris) <= rules.MAX_ADDRESSES:
        raise InvalidRedirectUri
    for number, uri in enumerate(uris):
        if reason := rules.find_redirect_uri_error(uri):
            raise InvalidRedirectUri(EnglishText(f"redirect_uris[{number}]: {reason}"))
    method = input.token_endpoint_auth_method or "client_secret_basic"
    grant_types = [kind for kind in GRANT_TYPES if kind in (_texts(input.grant_types) or GRANT_TYPES[:1])]
    if method not in rules.AUTH_METHODS or "authorization_code" not in grant_types:
        raise InvalidClientMetadata
    if "code" not in (_texts(input.response_types) or ["code"]):
        raise InvalidClientMetadata
    secret = None if method == "none" else make_token("sg_cs_")
    client = grants.OAuthClient(
        id=make_token("app_"),
        name=rules.read_name(input.client_name) or "Unnamed app",
        redirect_uris=uris,
        secret_hash=hash_token(secret) if secret else None,
        auth_method=method,
        fresh_until=None,
    )
    await grants.store_client(ctx.db, client, ctx.now)
    return ClientRegistered(
        client_id=client.id,
        client_id_issued_at=int(ctx.now.timestamp()),
        client_name=client.name,
        redirect_uris=uris,
        grant_types=grant_types,
        token_endpoint_auth_method=method,
        scope=" ".join(SCOPES),
        client_secret=secret,
        client_secret_expires_at=0 if secret else None,
    )


def _texts(value: Any) -> list[str]:
    """A list of texts; empty if the value is anything else."""
    found: list[Any] = list(value) if isinstance(value, list) else []  # pyright: ignore[reportUnknownArgumentType]
    return found if all(isinstance(text, str) for text in found) else []
