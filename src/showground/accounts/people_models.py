"""Models of accounts for the people who run the site."""

from datetime import datetime
from typing import Any, Literal

from showground.accounts.scopes import StaffRole
from showground.core.data_model import DataModel

PersonState = Literal["blocked", "staff"]


class Person(DataModel):
    """An account in the list of people."""

    id: int
    name: str
    email: str
    role: StaffRole | None
    demo: bool
    created_at: datetime
    blocked_at: datetime | None
    blocked_why: str | None
    seen_at: datetime | None  # as far as sessions and access events go back


class RecordTable(DataModel):
    """What we store about a person under one heading, such as their reviews."""

    name: str
    rows: list[dict[str, Any]]


class StaffInvitation(DataModel):
    """An invitation to run the site that nobody has accepted yet."""

    id: int
    email: str
    role: StaffRole
    created_at: datetime
    expires_at: datetime
