"""When the site is not well, and what to do about it: pure."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from showground.upkeep.models import Complaint, Minute, State

LATE_JOB = 300.0  # seconds that a job may wait for a worker
LATE_MAIL = 900.0
RECENT = timedelta(minutes=15)
MIN_FAILED = 5  # requests; fewer are an accident
MAX_FAILED = 0.01  # of all
MAX_SLOW = 0.05
MIN_SLOW = 20
LITTLE_DISK, NO_DISK = 0.15, 0.05  # of it that is free


def judge(state: State, recent: Sequence[Minute], *, sending: bool, free: float | None) -> list[Complaint]:
    """What is not well, the gravest first, by the last minutes.

    `sending`: whether there is a mail server; `free`: how much of the disk is.
    """
    found = [
        *_jobs(state),
        *_mails(state, sending=sending),
        *_requests(recent),
        *_disk(free),
    ]
    return sorted(found, key=lambda complaint: not complaint.grave)


def _jobs(state: State) -> Iterator[Complaint]:
    waiting, late = state.jobs_waiting, state.oldest_job_seconds > LATE_JOB
    if state.workers == 0:
        yield Complaint(
            grave=True,
            sentence=f"Nobody runs jobs; {count(waiting, 'waits', 'wait')}. No mail goes out, no draft is made, and no"
            " week turns.",
            mend="Start `showground worker`, or `showground serve` without --no-jobs.",
        )
    elif late:
        slowest = max(state.jobs, key=lambda job: job.oldest_seconds)
        yield Complaint(
            grave=False,
            sentence=f"{count(waiting, 'job waits', 'jobs wait')}, the oldest for {span(slowest.oldest_seconds)}"
            f" ({slowest.name.replace('_', ' ')}).",
            mend="Start another `showground worker`; if that does not help, the log says what it waits for.",
        )
    if state.jobs_failed:
        yield Complaint(
            grave=False,
            sentence=f"{count(state.jobs_failed, 'job')} failed, to be tried no more.",
            mend="Look why in the log, by the job's number, and try them again.",
            page="/admin/jobs",
        )


def _mails(state: State, *, sending: bool) -> Iterator[Complaint]:
    waiting = count(state.mails_waiting, "mail waits", "mails wait")
    if state.mails_waiting and not sending:
        yield Complaint(
            grave=True,
            sentence=f"{waiting}: there is no mail server, so nobody can sign in by mail.",
            mend="Set SHOWGROUND_SMTP_URL and SHOWGROUND_MAIL_FROM, and start anew.",
            page="/admin/outbox?state=waiting",
        )
    elif state.oldest_mail_seconds > LATE_MAIL:
        yield Complaint(
            grave=True,
            sentence=f"{waiting} for the mail server, the oldest for {span(state.oldest_mail_seconds)}.",
            mend="The outbox shows what the server said. `showground doctor` tries to reach it.",
            page="/admin/outbox?state=waiting",
        )
    if state.mails_refused:
        yield Complaint(
            grave=False,
            sentence=f"{count(state.mails_refused, 'mail was', 'mails were')} refused for good within a week.",
            mend="The outbox shows why. One address may be mistyped; many point to our own sender.",
            page="/admin/outbox?state=refused",
        )


def _requests(recent: Sequence[Minute]) -> Iterator[Complaint]:
    requests, failed = sum(one.requests for one in recent), sum(one.failed for one in recent)
    slow = sum(one.slow for one in recent)
    if failed >= MIN_FAILED and failed > requests * MAX_FAILED:
        yield Complaint(
            grave=True,
            sentence=f"{failed:,} of {requests:,} requests failed on our side in the last quarter of an hour.",
            mend="The log says why: look for the level `error`, and for lines with a status of 500 or more.",
        )
    if slow >= MIN_SLOW and slow > requests * MAX_SLOW:
        yield Complaint(
            grave=False,
            sentence=f"{slow:,} of {requests:,} requests took longer than a second in the last quarter of an hour.",
            mend="`showground_request_seconds` in /metrics says which; `showground_pool_waiting` whether they wait for"
            " the database.",
        )


def _disk(free: float | None) -> Iterator[Complaint]:
    if free is not None and free < LITTLE_DISK:
        yield Complaint(
            grave=free < NO_DISK,
            sentence=f"Only {free:.0%} of the data folder's disk is free.",
            mend="Make room, or move the folder: PostgreSQL stops when nothing is left.",
        )


def count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def span(seconds: float) -> str:
    """How long, in words."""
    minutes = int(seconds // 60)
    if minutes < 2:
        return f"{int(seconds)} seconds"
    if minutes < 120:
        return f"{minutes} minutes"
    return f"{minutes // 60} hours" if minutes < 48 * 60 else f"{minutes // 1440} days"
