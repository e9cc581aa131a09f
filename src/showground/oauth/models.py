"""Models of connected apps and their tokens."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from showground.core.data_model import DataModel


class App(DataModel):
    """An app that a person has connected."""

    client_id: str
    name: str
    host: str | None  # from the app's metadata document; none if it registered dynamically
    return_hosts: list[str]
    scopes: list[str]
    since: datetime
    renewed_at: datetime


class Tokens(DataModel):
    """A token response (RFC 6749, section 5.1)."""

    access_token: Annotated[str, Field(repr=False)]
    token_type: str = "Bearer"  # noqa: S105 - the standard's word
    expires_in: int
    refresh_token: Annotated[str, Field(repr=False)]
    scope: str


class TokenOutcome(DataModel):
    """New tokens. None if tokens were revoked instead: raising an error would roll the revocation back."""

    tokens: Tokens | None
