"""When staff are told that something is not well."""

from datetime import UTC, datetime
from typing import Any

import pytest

from showground.upkeep.models import JobState, Minute, State
from showground.upkeep.rules import judge, span

WELL = State(jobs=[], workers=1, mails_waiting=0, oldest_mail_seconds=0, mails_refused=0, database_bytes=1)
QUIET = {"failed": 0, "slow": 0, "seconds": 1.0, "memory_bytes": 1, "jobs_waiting": 0}
AT = datetime(2026, 3, 11, tzinfo=UTC)


def minute(requests: int, **more: Any) -> Minute:
    given: dict[str, Any] = QUIET | {"oldest_job_seconds": 0, "mails_waiting": 0} | more
    return Minute(minute=AT, requests=requests, **given)


def job(**more: Any) -> JobState:
    given: dict[str, Any] = {"waiting": 0, "oldest_seconds": 0.0, "running": 0, "retried": 0, "failed": 0} | more
    return JobState(name="read_and_draft", **given)


@pytest.mark.parametrize(
    ("state", "recent", "around", "said"),
    [
        ({}, [], {}, []),
        ({}, [minute(1000, failed=4, slow=19)], {}, []),
        ({"jobs": [job(waiting=9, oldest_seconds=299.0, running=4, retried=2)]}, [], {}, []),
        ({"mails_waiting": 5, "oldest_mail_seconds": 60.0}, [], {}, []),
        ({}, [minute(100), minute(100, failed=5)], {}, ["5 of 200 requests failed with a server error"]),
        ({}, [minute(100, slow=20)], {}, ["20 of 100 requests took longer than a second"]),
        ({"workers": 0}, [], {}, ["No worker is running. No emails are sent"]),
        (
            {"jobs": [job(waiting=9, oldest_seconds=600.0)]},
            [],
            {},
            ["9 jobs are waiting, the oldest for 10 minutes (read and draft)."],
        ),
        ({"jobs": [job(failed=2)]}, [], {}, ["2 jobs failed on every attempt."]),
        ({"mails_waiting": 1}, [], {"sending": False}, ["1 email is waiting: no mail server is configured"]),
        (
            {"mails_waiting": 2, "oldest_mail_seconds": 7300.0},
            [],
            {},
            ["2 emails are waiting for the mail server, the oldest for 2 hours."],
        ),
        ({"mails_refused": 1}, [], {}, ["1 email was permanently rejected in the last week."]),
        ({}, [], {"free": 0.1}, ["Only 10% of the data folder's disk is free."]),
        ({"mails_refused": 3, "workers": 0}, [], {}, ["No worker is running", "3 emails were permanently rejected"]),
    ],
)
def test_what_is_said(state: dict[str, Any], recent: list[Minute], around: dict[str, Any], said: list[str]) -> None:
    given: dict[str, Any] = {"sending": True, "free": 0.5} | around
    found = judge(WELL.model_copy(update=state), recent, **given)
    assert len(found) == len(said)
    for complaint, beginning in zip(found, said, strict=True):
        assert complaint.sentence.startswith(beginning)
        assert complaint.fix


def test_how_long() -> None:
    assert [span(s) for s in (5, 119, 120, 7199, 7200, 200_000)] == [
        "5 seconds", "119 seconds", "2 minutes", "119 minutes", "2 hours", "2 days"
    ]  # fmt: skip
