"""Which app speaks to the token endpoint."""

import secrets

from showground.core.database import Connection
from showground.core.tokens import hash_token
from showground.oauth import store
from showground.oauth.failures import InvalidClient


async def authenticate(db: Connection, client_id: str, secret: str | None) -> store.Client:
    """The app; one with a secret has to show it."""
    client = await store.find_client(db, client_id)
    if client is None:
        raise InvalidClient
    if client.secret_hash is not None and not secrets.compare_digest(client.secret_hash, hash_token(secret or "")):
        raise InvalidClient
    return client
