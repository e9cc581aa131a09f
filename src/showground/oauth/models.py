"""Models of connected apps and their tokens."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field


class App(BaseModel):
    """An app that a person has connected."""

    client_id: str
    name: str
    host: str | None  # from the app's metadata document; none if it registered dynamically
    return_hosts: list[str]
    scopes: list[str]
    since: datetime
    renewed_at: datetime


class Tokens(BaseModel):
    """A token response (RFC 6749, section 5.1)."""

    access_token: Annotated[str, Field(repr=False)]
    token_type: str = "Bearer"  # noqa: S105 - the standard's word
    expires_in: int
    refresh_token: Annotated[str, Field(repr=False)]
    scope: str


class TokenOutcome(BaseModel):
    """New tokens. None if tokens were revoked instead: raising an error would roll the revocation back."""

    tokens: Tokens | None
