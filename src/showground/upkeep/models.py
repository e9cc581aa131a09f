"""Models for staff: emails, jobs, the site's health and the audit log."""

from datetime import datetime
from typing import Any, Literal

from showground.core.calls.models import ShownText
from showground.core.data_model import DataModel

MailState = Literal["waiting", "sent", "refused"]


class MailEntry(DataModel):
    """An email in the outbox. Waiting emails are sent once a mail server is configured."""

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
    """An email with its text; `cut` if links that are only for its recipient were left out."""

    body_text: str
    cut: bool = False


class FailedJob(DataModel):
    """A job that will not be retried."""

    id: int
    name: str
    arguments: dict[str, Any]
    attempts: int
    failed_at: datetime | None


class StaffEvent(DataModel):
    """Something that staff did. The name is missing if the account was deleted, or a command did it."""

    id: int
    account: int | None
    name: str | None
    action: str
    input: dict[str, Any]
    at: datetime
    command: bool


class SavedReply(DataModel):
    """A text that staff use often."""

    id: int
    title: str
    body: str


class JobState(DataModel):
    """The state of all jobs with one name."""

    name: str
    waiting: int
    oldest_seconds: float
    running: int
    retried: int
    failed: int


class State(DataModel):
    """The state of jobs, emails and backups."""

    jobs: list[JobState]
    workers: int
    mails_waiting: int
    oldest_mail_seconds: float
    mails_refused: int
    database_bytes: int
    backup_age_seconds: float | None = None  # of the newest; None if none was made, or only by other means
    backup_bytes: int | None = None

    @property
    def jobs_waiting(self) -> int:
        return sum(job.waiting for job in self.jobs)

    @property
    def oldest_job_seconds(self) -> float:
        return max((job.oldest_seconds for job in self.jobs), default=0.0)

    @property
    def jobs_failed(self) -> int:
        return sum(job.failed for job in self.jobs)


class Minute(DataModel):
    """What happened in one minute, in all processes together."""

    minute: datetime
    requests: int
    failed: int
    slow: int
    seconds: float
    memory_bytes: int
    jobs_waiting: int
    oldest_job_seconds: int
    mails_waiting: int


class Complaint(DataModel):
    """A problem with the site, and how to fix it."""

    grave: bool
    sentence: ShownText
    fix: ShownText
    page: str | None = None


class Health(DataModel):
    """The health of the site, and recent activity, oldest first."""

    complaints: list[Complaint]
    state: State
    minutes: list[Minute]
