"""What staff see of mails, jobs, how the site does, and the log of their own work."""

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


class JobState(BaseModel):
    """How the jobs of one name stand."""

    name: str
    waiting: int
    oldest_seconds: float
    running: int
    retried: int
    failed: int


class State(BaseModel):
    """How jobs and mails stand."""

    jobs: list[JobState]
    workers: int
    mails_waiting: int
    oldest_mail_seconds: float
    mails_refused: int
    database_bytes: int

    @property
    def jobs_waiting(self) -> int:
        return sum(job.waiting for job in self.jobs)

    @property
    def oldest_job_seconds(self) -> float:
        return max((job.oldest_seconds for job in self.jobs), default=0.0)

    @property
    def jobs_failed(self) -> int:
        return sum(job.failed for job in self.jobs)


class Minute(BaseModel):
    """What happened in a minute, in all processes together."""

    minute: datetime
    requests: int
    failed: int
    slow: int
    seconds: float
    memory_bytes: int
    jobs_waiting: int
    oldest_job_seconds: int
    mails_waiting: int


class Complaint(BaseModel):
    """Something that is not well, and what to do about it."""

    grave: bool
    sentence: str
    mend: str
    page: str | None = None


class Health(BaseModel):
    """Whether the site is well; and what happened lately, the oldest first."""

    complaints: list[Complaint]
    state: State
    minutes: list[Minute]
