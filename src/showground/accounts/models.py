"""API models of accounts and access."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from showground.core.data_model import DataModel


class Account(DataModel):
    """A person's account."""

    id: Annotated[int, Field(description="The account's id.", examples=[12])]
    name: Annotated[str, Field(description="The person's name.", examples=["Ada Moreno"])]
    email: Annotated[
        str, Field(description="Email address the person signs in with.", examples=["ada@tidewater.example"])
    ]


class AccessGranted(DataModel):
    """What this request's credential allows."""

    kind: Annotated[
        Literal["api_key", "oauth", "session"],
        Field(description="Kind of credential.", examples=["api_key"]),
    ]
    scopes: Annotated[
        list[str], Field(description="Scopes of the credential.", examples=[["account:read", "listings:write"]])
    ]
    expires_at: Annotated[
        datetime | None,
        Field(description="When the credential expires; null if never.", examples=["2027-03-01T00:00:00Z"]),
    ]
    operations: Annotated[
        list[str],
        Field(
            description="Operations the credential can call, including public ones.", examples=[["get_site", "get_me"]]
        ),
    ]
    test: Annotated[
        bool, Field(description="Whether it is a test key: orders made with it move no money.", examples=[False])
    ] = False


class Me(DataModel):
    """Your account, and what your access allows."""

    account: Annotated[Account, Field(description="The account you are signed in as.")]
    access: Annotated[AccessGranted, Field(description="What your access allows.")]


class Session(DataModel):
    """A browser in which someone is signed in."""

    id: int
    method: str
    address: str
    agent: str
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    final: bool  # fixed: using the session does not extend it
    current: bool


class Key(DataModel):
    """An API key as its owner sees it after creation, without the secret."""

    id: int
    name: str
    hint: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    test: bool = False


class Passkey(DataModel):
    """A passkey that signs in to an account."""

    id: int
    name: str
    created_at: datetime
    last_used_at: datetime | None


class Options(DataModel):
    """What a browser asks a passkey to sign, as JSON."""

    json_text: str
