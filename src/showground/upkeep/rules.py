"""Health rules: which problems staff see, and how to fix them. Pure functions."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from showground.core.languages import Text, counted_text, deferred, ngettext, npgettext, text_with
from showground.core.languages.formats import number
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
        yield Complaint(
            grave=True,
            sentence=counted_text(
                "No worker is running, and %(jobs)s job is waiting. No emails are sent, no drafts are made, and no"
                " launch week starts.",
                "No worker is running, and %(jobs)s jobs are waiting. No emails are sent, no drafts are made, and no"
                " launch week starts.",
                waiting,
                jobs=deferred(number, waiting),
            )
            if waiting
            else Text("No worker is running. No emails are sent, no drafts are made, and no launch week starts."),
            fix=Text("Start `showground worker`, or `showground serve` without --no-jobs."),
        )
    elif late:
        slowest = max(state.jobs, key=lambda job: job.oldest_seconds)
        yield Complaint(
            grave=False,
            sentence=counted_text(
                "%(jobs)s job is waiting, the oldest for %(time)s (%(name)s).",
                "%(jobs)s jobs are waiting, the oldest for %(time)s (%(name)s).",
                waiting,
                jobs=deferred(number, waiting),
                time=deferred(span_since, slowest.oldest_seconds),
                name=slowest.name.replace("_", " "),
            ),
            fix=Text(
                "Start another `showground worker`. If that doesn't help, check the log for what the jobs are waiting"
                " for."
            ),
        )
    if state.jobs_failed:
        yield Complaint(
            grave=False,
            sentence=counted_text(
                "%(jobs)s job failed on every attempt.",
                "%(jobs)s jobs failed on every attempt.",
                state.jobs_failed,
                jobs=deferred(number, state.jobs_failed),
            ),
            fix=Text("Search the log for the job's number to see why, then retry."),
            page="/admin/jobs",
        )


def _mails(state: State, *, sending: bool) -> Iterator[Complaint]:
    waiting = state.mails_waiting
    if waiting and not sending:
        yield Complaint(
            grave=True,
            sentence=counted_text(
                "%(emails)s email is waiting: no mail server is configured, so no one can sign in by email.",
                "%(emails)s emails are waiting: no mail server is configured, so no one can sign in by email.",
                waiting,
                emails=deferred(number, waiting),
            ),
            fix=Text("Set SHOWGROUND_SMTP_URL and SHOWGROUND_MAIL_FROM, then restart."),
            page="/admin/outbox?state=waiting",
        )
    elif state.oldest_mail_seconds > LATE_MAIL:
        yield Complaint(
            grave=True,
            sentence=counted_text(
                "%(emails)s email is waiting for the mail server, the oldest for %(time)s.",
                "%(emails)s emails are waiting for the mail server, the oldest for %(time)s.",
                waiting,
                emails=deferred(number, waiting),
                time=deferred(span_since, state.oldest_mail_seconds),
            ),
            fix=Text("The outbox shows the server's last answer. Run `showground doctor` to test the connection."),
            page="/admin/outbox?state=waiting",
        )
    if state.mails_refused:
        yield Complaint(
            grave=False,
            sentence=counted_text(
                "%(emails)s email was permanently rejected in the last week.",
                "%(emails)s emails were permanently rejected in the last week.",
                state.mails_refused,
                emails=deferred(number, state.mails_refused),
            ),
            fix=Text(
                "The outbox shows why. One may be a mistyped address; many suggest a problem with your sender address."
            ),
            page="/admin/outbox?state=refused",
        )


def _requests(recent: Sequence[Minute]) -> Iterator[Complaint]:
    requests, failed = sum(one.requests for one in recent), sum(one.failed for one in recent)
    slow = sum(one.slow for one in recent)
    if failed >= MIN_FAILED and failed > requests * MAX_FAILED:
        yield Complaint(
            grave=True,
            sentence=text_with(
                "%(failed)s of %(requests)s requests failed with a server error in the last 15 minutes.",
                failed=deferred(number, failed),
                requests=deferred(number, requests),
            ),
            fix=Text("Check the log for the level `error` and for lines with a status of 500 or more."),
        )
    if slow >= MIN_SLOW and slow > requests * MAX_SLOW:
        yield Complaint(
            grave=False,
            sentence=text_with(
                "%(slow)s of %(requests)s requests took longer than a second in the last 15 minutes.",
                slow=deferred(number, slow),
                requests=deferred(number, requests),
            ),
            fix=Text(
                "In /metrics, `showground_request_seconds` shows which ones, and `showground_pool_waiting` whether"
                " they are waiting for the database."
            ),
        )


def _disk(free: float | None) -> Iterator[Complaint]:
    if free is not None and free < LITTLE_DISK:
        yield Complaint(
            grave=free < NO_DISK,
            sentence=text_with("Only %(share)s%% of the data folder's disk is free.", share=f"{100 * free:.0f}"),
            fix=Text("Free up space or move the folder: PostgreSQL stops when the disk is full."),
        )


def _backups(state: State, every: timedelta | None) -> Iterator[Complaint]:
    if every is None or (
        state.backup_age_seconds is not None and state.backup_age_seconds <= LATE_BACKUP * every / SECOND
    ):
        return
    age = state.backup_age_seconds
    yield Complaint(
        grave=True,
        sentence=Text("No backup was made yet.")
        if age is None
        else text_with("The newest backup is %(time)s old.", time=deferred(span, age)),
        fix=Text("Search the log for `backup` to see why, or run `showground backup` and read what it says."),
    )


def span(seconds: float) -> str:
    """A duration in words."""
    minutes = int(seconds // 60)
    if minutes < 2:
        return ngettext("%(num)s second", "%(num)s seconds", int(seconds))
    if minutes < 120:
        return ngettext("%(num)s minute", "%(num)s minutes", minutes)
    hours = minutes // 60
    if hours < 48:
        return ngettext("%(num)s hour", "%(num)s hours", hours)
    return ngettext("%(num)s day", "%(num)s days", hours // 24)


def span_since(seconds: float) -> str:
    """The same after `for` or `since`, which change the word for days in some languages."""
    days = int(seconds // 86_400)
    return npgettext("in", "%(num)s day", "%(num)s days", days) if days >= 2 else span(seconds)
