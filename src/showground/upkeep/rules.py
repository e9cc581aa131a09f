"""Health rules: which problems staff see, and how to fix them. Pure."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from showground.upkeep.models import Complaint, Minute, State

LATE_JOB = 300.0  # seconds; a job may wait this long for a worker
LATE_MAIL = 900.0
RECENT = timedelta(minutes=15)
MIN_FAILED = 5  # requests; fewer may be chance
MAX_FAILED = 0.01  # share of all requests
MAX_SLOW = 0.05
MIN_SLOW = 20
LATE_BACKUP = 2  # times the interval, after which at least one backup was missed
SECOND = timedelta(seconds=1)
LITTLE_DISK, NO_DISK = 0.15, 0.05  # free share of the disk


def judge(
    state: State,
    recent: Sequence[Minute],
    *,
    sending: bool,
    free: float | None,
    backup_every: timedelta | None = None,
) -> list[Complaint]:
    """The current problems, most serious first, judged by the last minutes.

    `sending`: whether a mail server is configured; `free`: the free share of the disk; `backup_every`: the time between
    scheduled backups, if there are any.
    """
    found = [
        *_jobs(state),
        *_mails(state, sending=sending),
        *_requests(recent),
        *_disk(free),
        *_backups(state, backup_every),
    ]
    return sorted(found, key=lambda complaint: not complaint.grave)


def _jobs(state: State) -> Iterator[Complaint]:
    waiting, late = state.jobs_waiting, state.oldest_job_seconds > LATE_JOB
    if state.workers == 0:
        queued = f", and {count(waiting, 'job is', 'jobs are')} waiting" if waiting else ""
        yield Complaint(
            grave=True,
            sentence=f"No worker is running{queued}. No emails are sent, no drafts are made, and no launch week"
            " starts.",
            fix="Start `showground worker`, or `showground serve` without --no-jobs.",
        )
    elif late:
        slowest = max(state.jobs, key=lambda job: job.oldest_seconds)
        yield Complaint(
            grave=False,
            sentence=f"{count(waiting, 'job is', 'jobs are')} waiting, the oldest for {span(slowest.oldest_seconds)}"
            f" ({slowest.name.replace('_', ' ')}).",
            fix="Start another `showground worker`. If that doesn't help, check the log for what the jobs are waiting"
            " for.",
        )
    if state.jobs_failed:
        yield Complaint(
            grave=False,
            sentence=f"{count(state.jobs_failed, 'job')} failed on every attempt.",
            fix="Search the log for the job's number to see why, then retry.",
            page="/admin/jobs",
        )


def _mails(state: State, *, sending: bool) -> Iterator[Complaint]:
    waiting = count(state.mails_waiting, "email is waiting", "emails are waiting")
    if state.mails_waiting and not sending:
        yield Complaint(
            grave=True,
            sentence=f"{waiting}: no mail server is configured, so no one can sign in by email.",
            fix="Set SHOWGROUND_SMTP_URL and SHOWGROUND_MAIL_FROM, then restart.",
            page="/admin/outbox?state=waiting",
        )
    elif state.oldest_mail_seconds > LATE_MAIL:
        yield Complaint(
            grave=True,
            sentence=f"{waiting} for the mail server, the oldest for {span(state.oldest_mail_seconds)}.",
            fix="The outbox shows the server's last answer. Run `showground doctor` to test the connection.",
            page="/admin/outbox?state=waiting",
        )
    if state.mails_refused:
        yield Complaint(
            grave=False,
            sentence=f"{count(state.mails_refused, 'email was', 'emails were')} permanently rejected in the last week.",
            fix="The outbox shows why. One may be a mistyped address; many suggest a problem with your sender address.",
            page="/admin/outbox?state=refused",
        )


def _requests(recent: Sequence[Minute]) -> Iterator[Complaint]:
    requests, failed = sum(one.requests for one in recent), sum(one.failed for one in recent)
    slow = sum(one.slow for one in recent)
    if failed >= MIN_FAILED and failed > requests * MAX_FAILED:
        yield Complaint(
            grave=True,
            sentence=f"{failed:,} of {requests:,} requests failed with a server error in the last 15 minutes.",
            fix="Check the log for the level `error` and for lines with a status of 500 or more.",
        )
    if slow >= MIN_SLOW and slow > requests * MAX_SLOW:
        yield Complaint(
            grave=False,
            sentence=f"{slow:,} of {requests:,} requests took longer than a second in the last 15 minutes.",
            fix="In /metrics, `showground_request_seconds` shows which ones, and `showground_pool_waiting` whether"
            " they are waiting for the database.",
        )


def _disk(free: float | None) -> Iterator[Complaint]:
    if free is not None and free < LITTLE_DISK:
        yield Complaint(
            grave=free < NO_DISK,
            sentence=f"Only {free:.0%} of the data folder's disk is free.",
            fix="Free up space or move the folder: PostgreSQL stops when the disk is full.",
        )


def _backups(state: State, every: timedelta | None) -> Iterator[Complaint]:
    if every is None or (
        state.backup_age_seconds is not None and state.backup_age_seconds <= LATE_BACKUP * every / SECOND
    ):
        return
    age = state.backup_age_seconds
    yield Complaint(
        grave=True,
        sentence="No backup was made yet." if age is None else f"The newest backup is {span(age)} old.",
        fix="Search the log for `backup` to see why, or run `showground backup` and read what it says.",
    )


def count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def span(seconds: float) -> str:
    """A duration in words."""
    minutes = int(seconds // 60)
    if minutes < 2:
        return f"{int(seconds)} seconds"
    if minutes < 120:
        return f"{minutes} minutes"
    return f"{minutes // 60} hours" if minutes < 48 * 60 else f"{minutes // 1440} days"
