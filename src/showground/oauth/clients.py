"""What an app sends to the token endpoint, and which app it is."""

import secrets
from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Site
from showground.core.calls.input_text import OPAQUE
from showground.core.calls.models import Input
from showground.core.database.pool import Connection
from showground.core.tokens import hash_token
from showground.oauth import authorization_request, rules
from showground.oauth.errors import InvalidClient, InvalidTarget
from showground.oauth.queries import grants

Parameter = Annotated[str, Field(max_length=4_000), OPAQUE]
Secret = Annotated[str, Field(max_length=4_000, repr=False), OPAQUE]


class FromClient(Input):
    """Who asks."""

    client_id: Parameter
    client_secret: Annotated[str | None, Field(max_length=4_000, repr=False), OPAQUE] = None


class ForTokens(FromClient):
    """Who asks for tokens, and for which resource; the one that was allowed, if none is named."""

    resource: Parameter | None = None


async def authenticate(db: Connection, asked: FromClient) -> grants.OAuthClient:
    """The app; one with a secret has to show it."""
    client = await grants.find_client(db, asked.client_id)
    if client is None:
        raise InvalidClient
    shown = hash_token(asked.client_secret or "")
    if client.secret_hash is not None and not secrets.compare_digest(client.secret_hash, shown):
        raise InvalidClient
    return client


def check_resource(asked: ForTokens, allowed: str, site: Site) -> None:
    if asked.resource and rules.choose_resource(asked.resource, authorization_request.resources(site)) != allowed:
        raise InvalidTarget
