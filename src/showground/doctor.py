"""Checks everything the service depends on and says what is wrong and how to fix it."""

import asyncio
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

import psycopg

from showground.accounts.queries.email_addresses import list_beyond_ascii
from showground.core import embedded_postgres
from showground.core.database import server_checks
from showground.core.database.migrations import OLDEST_POSTGRES, CannotMigrate, find_missing
from showground.core.database.pooler import SessionsNotKept, need_sessions
from showground.core.fetch import Fetcher, FetchFailed, FetchRules
from showground.core.mail.address import fold, read_mail_address
from showground.core.mail.smtp_address import SmtpServer
from showground.settings import Settings, find_missing_for_sales

MAX_DRIFT = 5.0  # seconds between our clock and the database's
MAX_LAG = 30.0  # seconds of a replica behind its primary
MIN_DISK = 0.05  # of the data folder's disk, below which PostgreSQL may soon stop


@dataclass(frozen=True)
class CheckResult:
    """The result of one check."""

    what: str
    fine: bool
    sentence: str


def examine(settings: Settings) -> int:
    """Print a line for each finding; returns 1 if something needs fixing."""
    findings: list[CheckResult] = []
    for look in (_database, _disk, _redis, _mail, _payments, _taxes, _exchange, _model, _names, _site):
        for finding in look(settings):
            findings.append(finding)
            sys.stdout.write(f"{'ok ' if finding.fine else 'BAD'}  {finding.what:10}  {finding.sentence}\n")
            sys.stdout.flush()
    wrong = sum(not finding.fine for finding in findings)
    problems = f"{wrong} {'problem' if wrong == 1 else 'problems'} to fix."
    sys.stdout.write(f"\n{problems}\n" if wrong else "\nEverything is OK.\n")
    return 1 if wrong else 0


def _database(settings: Settings) -> Iterator[CheckResult]:
    if settings.database_url is not None:
        yield from _ask_database(settings.direct_url or settings.database_url, _direct_name(settings))
        yield from _pooler(settings, settings.database_url)
        yield from _replica(settings, settings.direct_url or settings.database_url)
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
        reason = str(error).splitlines()[0]
        yield CheckResult("database", fine=False, sentence=f"does not respond: {reason}. Check {name}.")
        return
    version = state.version
    shown = f"PostgreSQL {version // 10000}.{version % 10000} responds"
    if version < OLDEST_POSTGRES:
        yield CheckResult("database", fine=False, sentence=f"{shown}, but Showground needs 15 or newer: upgrade it.")
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


def _disk(settings: Settings) -> Iterator[CheckResult]:
    folder = settings.data_dir.resolve()
    if settings.database_url is None:
        with suppress(embedded_postgres.EmbeddedFailed):  # already reported by `_database`
            folder = embedded_postgres.locate(settings.data_dir).data
    there = next(place for place in (folder, *folder.parents) if place.exists())
    usage = shutil.disk_usage(there)
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


def _redis(settings: Settings) -> Iterator[CheckResult]:
    if settings.redis_url is None:
        yield CheckResult("redis", fine=True, sentence="not set: each process counts rate limits on its own")
        return
    from redis import Redis  # noqa: PLC0415 - an optional dependency
    from redis.exceptions import RedisError  # noqa: PLC0415

    try:
        Redis.from_url(settings.redis_url, socket_connect_timeout=3).ping()  # pyright: ignore[reportUnknownMemberType]
        yield CheckResult("redis", fine=True, sentence="responds; rate limits are shared")
    except (RedisError, OSError) as error:
        yield CheckResult("redis", fine=False, sentence=f"does not respond ({error}). Check SHOWGROUND_REDIS_URL.")


def _payments(settings: Settings) -> Iterator[CheckResult]:
    if settings.payments != "stripe":
        told = "sandbox: test mode, no money moves" if settings.payments == "sandbox" else "off: orders cannot be paid"
        yield CheckResult("payments", fine=True, sentence=told)
        return
    from stripe import AuthenticationError, PermissionError, StripeError  # noqa: A004, PLC0415 - large

    from showground.orders.providers.stripe import Stripe  # noqa: PLC0415

    stripe = Stripe(settings.stripe_key or "", settings.stripe_webhook_secret or "", settings.stripe_url)
    mode = "a test key: no money moves" if stripe.test_mode else "a live key: real money moves"
    try:
        stripe.examine()
        yield CheckResult("payments", fine=True, sentence=f"Stripe accepts SHOWGROUND_STRIPE_KEY, which is {mode}")
    except (AuthenticationError, PermissionError) as error:
        told = f"Stripe rejects SHOWGROUND_STRIPE_KEY ({type(error).__name__}), so orders can't be paid."
        hint = "Copy a secret key from Stripe's dashboard (Developers, API keys)."
        yield CheckResult("payments", fine=False, sentence=f"{told} {hint}")
    except StripeError as error:
        told = f"Stripe does not respond ({type(error).__name__}). Check that this machine can reach api.stripe.com."
        yield CheckResult("payments", fine=False, sentence=told)


def _taxes(settings: Settings) -> Iterator[CheckResult]:
    """Which tax rules apply, and which of the seller's settings are missing."""
    seller = settings.tax_seller()
    regime = (
        seller.regime if settings.tax_regime else f"{seller.regime} (the default: SHOWGROUND_TAX_REGIME is not set)"
    )
    country = seller.country if settings.seller_country else f"{seller.country} (SHOWGROUND_SELLER_COUNTRY is not set)"
    told = f"regime {regime}, seller in {country}"
    if seller.registrations:
        told += f", also registered in {', '.join(sorted(seller.registrations))}"
    missing = find_missing_for_sales(settings)
    if not missing:
        yield CheckResult("taxes", fine=True, sentence=told)
    elif settings.payments == "stripe" and "_test_" not in (settings.stripe_key or ""):
        yield CheckResult("taxes", fine=False, sentence=f"{told}. {' '.join(missing)}")
    else:
        yield CheckResult("taxes", fine=True, sentence=f"{told}. Before you take real payments: {' '.join(missing)}")


def _exchange(settings: Settings) -> Iterator[CheckResult]:
    """Whether exchange rates are available for stating VAT in the seller's currency; most sites need none."""
    place = settings.exchange_place()
    if settings.payments != "stripe" or place is None:
        return
    from showground.orders import ExchangeSource, needed_currencies  # noqa: PLC0415 - few need what is sold

    currencies = needed_currencies(settings.currency_of_seller())
    if not currencies:
        return
    rules = FetchRules(user_agent="showground-doctor", dns_server=settings.dns_server, ca_file=settings.ca_file)
    rates = asyncio.run(ExchangeSource(place, currencies).load(Fetcher(rules)))
    if rates:
        newest = max(rate.day for rate in rates)
        yield CheckResult("rates", fine=True, sentence=f"exchange rates up to {newest} from {place}")
    else:
        told = f"no exchange rates for {', '.join(currencies)} from {place}. Check SHOWGROUND_EXCHANGE_RATES."
        yield CheckResult("rates", fine=False, sentence=told)


def _mail(settings: Settings) -> Iterator[CheckResult]:
    if settings.smtp_url is None:
        yield CheckResult("mail", fine=True, sentence="SHOWGROUND_SMTP_URL is not set: emails are stored, not sent")
        return
    server = SmtpServer.from_url(settings.smtp_url, settings.mail_from)
    yield _knock("mail", server.host, server.port, "Check SHOWGROUND_SMTP_URL.")


def _model(settings: Settings) -> Iterator[CheckResult]:
    """Whether the model's server accepts connections. We send it nothing, because every request costs money."""
    if settings.model is None:
        yield CheckResult("model", fine=True, sentence="SHOWGROUND_MODEL is not set: drafts are made without a model")
        return
    makers = "api.anthropic.com" if settings.model.startswith("anthropic:") else "api.openai.com"
    address = urlsplit(settings.model_url or f"https://{makers}")
    port = address.port or (443 if address.scheme == "https" else 80)
    yield _knock("model", address.hostname or "", port, "Check SHOWGROUND_MODEL_URL and your network.")


def _knock(what: str, host: str, port: int, hint: str) -> CheckResult:
    try:
        with socket.create_connection((host, port), timeout=5):
            return CheckResult(what, fine=True, sentence=f"{host}:{port} accepts connections")
    except OSError as error:
        return CheckResult(what, fine=False, sentence=f"{host}:{port} does not respond ({error}). {hint}")


def _names(settings: Settings) -> Iterator[CheckResult]:
    rules = FetchRules(user_agent="showground-doctor", dns_server=settings.dns_server)
    try:
        asyncio.run(Fetcher(rules).txt("showground-doctor.example"))
        yield CheckResult("names", fine=True, sentence="the DNS server responds")
    except FetchFailed as problem:
        hint = "Check the machine's resolver, or set SHOWGROUND_DNS_SERVER."
        yield CheckResult("names", fine=False, sentence=f"the DNS server does not respond ({problem.code}). {hint}")


def _site(settings: Settings) -> Iterator[CheckResult]:
    yield CheckResult("site", fine=True, sentence=f"{settings.site_name} at {settings.site_url} ({settings.env})")
    if settings.env == "production" and not settings.trusted_proxies:
        told = "SHOWGROUND_TRUSTED_PROXIES is not set, so all visitors share one rate limit. Set it to your proxy's IP."
        yield CheckResult("proxy", fine=False, sentence=told)
