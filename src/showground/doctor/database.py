"""Checks of the database: the server, its pooler and replica, migrations, accounts, workers, backup tools and disk."""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime

import psycopg

from showground.accounts.queries.email_addresses import list_beyond_ascii
from showground.core import embedded_postgres
from showground.core.database import server_checks
from showground.core.database.advice import explain
from showground.core.database.migrations import ENCODING, OLDEST_POSTGRES, CannotMigrate, WrongEncoding, find_missing
from showground.core.database.pooler import SessionsNotKept, need_sessions
from showground.core.mail.address import fold, read_mail_address
from showground.doctor.data_folder import find_existing, find_problem
from showground.doctor.models import CheckResult
from showground.settings import Settings

MAX_DRIFT = 5.0  # seconds between our clock and the database's
MAX_LAG = 30.0  # seconds of a replica behind its primary
RUNS_SECONDS = 150.0  # since a web process last wrote what it did in a minute
LATE_JOB = 300.0  # seconds that a job may wait for a worker
MIN_DISK = 0.05  # of the data folder's disk, below which PostgreSQL may soon stop


def check_database(settings: Settings) -> Iterator[CheckResult]:
    if settings.database_url is not None:
        yield from _ask_database(settings.direct_url or settings.database_url, _direct_name(settings))
        yield from _pooler(settings, settings.database_url)
        yield from _replica(settings, settings.direct_url or settings.database_url)
        return
    if find_problem(settings.data_dir) is not None:  # reported by `check_data_folder`
        return
    try:
        found = embedded_postgres.locate(settings.data_dir)
        state = "running" if found.running else "not running" if found.made else "created on the first start"
        yield CheckResult(
            "database", fine=True, sentence=f"embedded PostgreSQL {found.version} in {found.data} ({state})"
        )
        if found.made:
            with embedded_postgres.running(settings.data_dir) as conninfo:
                yield from _ask_database(conninfo)
    except embedded_postgres.EmbeddedFailed as problem:
        yield CheckResult("database", fine=False, sentence=str(problem))


def _direct_name(settings: Settings) -> str:
    return "SHOWGROUND_DIRECT_URL" if settings.direct_url else "SHOWGROUND_DATABASE_URL"


def _ask_database(conninfo: str, name: str = "SHOWGROUND_DATA_DIR") -> Iterator[CheckResult]:
    try:
        state = server_checks.get_state(conninfo)
    except psycopg.OperationalError as error:
        yield CheckResult("database", fine=False, sentence=f"does not respond: {explain(error, conninfo, name)}")
        return
    version = state.version
    shown = f"PostgreSQL {version // 10000}.{version % 10000} responds"
    if version < OLDEST_POSTGRES:
        yield CheckResult("database", fine=False, sentence=f"{shown}, but Showground needs 15 or newer: upgrade it.")
    elif state.encoding != ENCODING:
        yield CheckResult("database", fine=False, sentence=f"{shown}. {WrongEncoding(state.encoding)}")
        return
    else:
        yield CheckResult("database", fine=True, sentence=shown)
    drift = abs((datetime.now(UTC) - state.now).total_seconds())
    told = f"differs from the database's by {drift:.1f} s"
    if drift > MAX_DRIFT:
        yield CheckResult("clock", fine=False, sentence=f"{told}: set up time synchronization on both machines.")
    else:
        yield CheckResult("clock", fine=True, sentence=told)
    migrations = _look_at_migrations(conninfo)
    yield migrations
    if migrations.fine:
        yield _check_addresses(conninfo)
        yield _look_at_workers(conninfo)
    yield _look_for_tools(version // 10_000)


def _look_at_migrations(conninfo: str) -> CheckResult:
    try:
        missing = find_missing(conninfo)
    except CannotMigrate as problem:
        return CheckResult("migrations", fine=False, sentence=str(problem))
    if missing:
        return CheckResult("migrations", fine=False, sentence=f"{len(missing)} are missing: run `showground migrate`.")
    return CheckResult("migrations", fine=True, sentence="all applied")


def _check_addresses(conninfo: str) -> CheckResult:
    """Check that every account's email address is in the canonical form that sign-in compares with."""
    found = list_beyond_ascii(conninfo)
    unusable = [str(number) for number, email in found if not _is_canonical(email)]
    if not unusable:
        return CheckResult("accounts", fine=True, sentence="every account can sign in by email")
    shown = ", ".join(unusable[:20]) + (f" and {len(unusable) - 20} more" if len(unusable) > 20 else "")
    told = f"these accounts can't sign in, because their email addresses are not valid: {shown}."
    hint = "Change each one with `showground account set-email NUMBER EMAIL`."
    return CheckResult("accounts", fine=False, sentence=f"{told} {hint}")


def _look_at_workers(conninfo: str) -> CheckResult:
    """A site that runs needs a worker. Before the first start, and while everything is stopped, there is none."""
    found = server_checks.get_workers(conninfo)
    if found.alive:
        shown = "1 process runs jobs" if found.alive == 1 else f"{found.alive} processes run jobs"
        return CheckResult("workers", fine=True, sentence=shown)
    runs = found.site_seconds is not None and found.site_seconds < RUNS_SECONDS
    late = found.waiting and found.oldest_seconds > LATE_JOB
    if not (runs or late or found.dead):
        return CheckResult("workers", fine=True, sentence="none running, and no job is waiting for one")
    died = f" ({found.dead} stopped without signing off)" if found.dead else ""
    jobs = f"{found.waiting:,} {'job is' if found.waiting == 1 else 'jobs are'} waiting"
    told = f"no worker is running{died}, and {jobs}: no emails are sent, no drafts made, no launch week starts."
    hint = "Start `showground worker`, or `showground serve` without --no-jobs, and check why it stopped."
    return CheckResult("workers", fine=False, sentence=f"{told} {hint}")


def _is_canonical(email: str) -> bool:
    try:
        return read_mail_address(email) == fold(email)
    except ValueError:
        return False


def _look_for_tools(major: int) -> CheckResult:
    folder = embedded_postgres.find_clients(major)
    if folder is None:
        told = (
            f"`showground backup` needs pg_dump for PostgreSQL {major}, which is not installed: install PostgreSQL's"
            " client programs."
        )
        return CheckResult("backup", fine=False, sentence=told)
    return CheckResult("backup", fine=True, sentence=f"the programs `showground backup` needs are in {folder}")


def check_disk(settings: Settings) -> Iterator[CheckResult]:
    folder = settings.data_dir.resolve()
    if settings.database_url is None:
        with suppress(embedded_postgres.EmbeddedFailed):  # already reported by `check_database`
            folder = embedded_postgres.locate(settings.data_dir).data
    usage = shutil.disk_usage(find_existing(folder))
    told = f"{usage.free / 1e9:,.1f} GB free ({usage.free / usage.total:.0%}) for {folder}"
    if usage.free < usage.total * MIN_DISK:
        yield CheckResult("disk", fine=False, sentence=f"{told}: free some space before the disk is full.")
    else:
        yield CheckResult("disk", fine=True, sentence=told)


def _pooler(settings: Settings, url: str) -> Iterator[CheckResult]:
    """Check that listeners, workers and migrations get sessions of their own, in the same database as the rest."""
    direct = settings.direct_url or url
    try:
        need_sessions(direct)
        here, there = server_checks.identify(url), server_checks.identify(direct)
    except SessionsNotKept as problem:
        yield CheckResult("pooler", fine=False, sentence=f"{_direct_name(settings)} can't be used: {problem}")
    except psycopg.OperationalError as error:
        if settings.direct_url:
            reason = str(error).splitlines()[0]
            yield CheckResult(
                "pooler", fine=False, sentence=f"does not respond: {reason}. Check SHOWGROUND_DATABASE_URL."
            )
    else:
        if not here.is_same_as(there):
            told = "SHOWGROUND_DATABASE_URL and SHOWGROUND_DIRECT_URL lead to different databases."
            yield CheckResult("pooler", fine=False, sentence=f"{told} Set both to the same server and database.")
        elif settings.direct_url:
            yield CheckResult("pooler", fine=True, sentence="listeners, workers and migrations bypass it")


def _replica(settings: Settings, primary: str) -> Iterator[CheckResult]:
    if settings.replica_url is None:
        return
    try:
        theirs, ours = server_checks.identify(settings.replica_url), server_checks.identify(primary)
    except psycopg.OperationalError as error:
        told = (
            f"does not respond: {str(error).splitlines()[0]}. The primary serves its reads. Check"
            " SHOWGROUND_REPLICA_URL."
        )
        yield CheckResult("replica", fine=False, sentence=told)
        return
    if not theirs.is_same_as(ours):
        told = "SHOWGROUND_REPLICA_URL leads to a different database: it must be a streaming replica of the primary."
        yield CheckResult("replica", fine=False, sentence=told)
    elif not theirs.is_replica:
        told = "SHOWGROUND_REPLICA_URL leads to a primary: set it to the address of a streaming replica, or unset it."
        yield CheckResult("replica", fine=False, sentence=told)
    else:
        yield _look_at_lag(settings.replica_url)


def _look_at_lag(conninfo: str) -> CheckResult:
    lag = server_checks.get_lag(conninfo)
    if lag > MAX_LAG:
        told = f"is {lag:.0f} s behind, so the primary serves its reads. Check the replica's disk, load and network."
        return CheckResult("replica", fine=False, sentence=told)
    return CheckResult("replica", fine=True, sentence=f"is {lag:.1f} s behind the primary and serves public reads")
