"""What callers see of apps and their tokens."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field


class App(BaseModel):
    """An app that a person has connected."""

    client_id: str
    name: str
    host: str | None  # of the app's own document; none if it registered itself
    return_hosts: list[str]
    scopes: list[str]
    since: datetime
    renewed_at: datetime


class Tokens(BaseModel):
    """What a token request is answered with (RFC 6749, section 5.1)."""

    access_token: Annotated[str, Field(repr=False)]
    token_type: str = "Bearer"  # noqa: S105 - the standard's word
    expires_in: int
    refresh_token: Annotated[str, Field(repr=False)]
    scope: str


class TokenOutcome(BaseModel):
    """Tokens; or none, where something was revoked: a failure would undo that."""

    tokens: Tokens | None
