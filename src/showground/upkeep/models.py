"""What staff see of mails, jobs and the log of their own work."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel

MailState = Literal["waiting", "sent", "refused"]


class MailEntry(BaseModel):
    """A mail as it stands in the outbox; one that waits is sent once there is a mail server."""

    id: int
    recipient: str
    template: str
    subject: str
    state: MailState
    created_at: datetime
    sent_at: datetime | None
    attempts: int
    last_error: str | None


class MailShown(MailEntry):
    """A mail with what it says."""

    body_text: str


class FailedJob(BaseModel):
    """A job that is tried no more."""

    id: int
    name: str
    arguments: dict[str, Any]
    attempts: int
    failed_at: datetime | None


class StaffEvent(BaseModel):
    """Something that staff did; nobody's name where the account is gone."""

    id: int
    account: int | None
    name: str | None
    action: str
    input: dict[str, Any]
    at: datetime
