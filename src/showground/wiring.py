"""Builds the dispatcher from the settings, for web processes, workers and commands."""

import os
import secrets
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from showground.accounts.authentication import ApiKeys
from showground.accounts.identity_providers import GitHub, Google, IdentityProvider, Providers
from showground.accounts.known_browser import KnownBrowsers
from showground.accounts.personal_data_holders import Holding, Holdings
from showground.collections.queries.collections import export_collections
from showground.core.cache import Cache
from showground.core.calls.context import Access, Authenticate, Clock, EndedAccess, Services, Site, system_clock
from showground.core.calls.declare import Operation
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.rate_limits import MemoryCounters, Quotas, RedisCounters
from showground.core.change_waiters import ChangeWaiters
from showground.core.data_folder import close_data_dir, close_file, make_data_dir
from showground.core.database.database import Database
from showground.core.database.replica import Replica
from showground.core.fetch import Fetcher, FetchRules
from showground.core.mail.smtp_address import SmtpServer
from showground.core.metrics import Metrics
from showground.core.secret import Secret
from showground.drafting.personal_data import leave_drafts
from showground.drafting.queries.personal_data import export_drafts
from showground.extraction.model_choice import ModelChoice
from showground.launches.personal_data import forget_opinions
from showground.launches.queries.personal_data import export_opinions
from showground.newsletter.actions.mail_reports import ReportSecret
from showground.newsletter.personal_data import forget_subscriptions
from showground.newsletter.queries.personal_data import export_subscriptions
from showground.notifications.queries.notifications import export_notifications
from showground.oauth.authentication import AccessTokens
from showground.oauth.personal_data import export_apps
from showground.orders.documents.currencies import needed_currencies
from showground.orders.documents.exchange_source import ExchangeSource
from showground.orders.personal_data import forget_orders
from showground.orders.providers.interface import Provider
from showground.orders.providers.off import Off
from showground.orders.providers.sandbox import Sandbox
from showground.orders.queries.pending_orders import find_of_listings
from showground.orders.queries.personal_data import export_orders
from showground.orders.seller import Seller, Shop
from showground.orders.tax.wording import exemption_words
from showground.orders.vies import Vies
from showground.ownership.pending_orders import PendingOrders
from showground.ownership.personal_data import leave_listings
from showground.ownership.queries.personal_data import export_listings
from showground.people.personal_data import forget_interview
from showground.people.queries.personal_data import export_founder
from showground.questions.personal_data import forget_questions
from showground.questions.queries.personal_data import export_questions
from showground.settings import MIN_SECRET, BadSettings, Settings
from showground.upkeep import DataFolder


@dataclass(frozen=True)
class Parts:
    """The dispatcher and the services it uses."""

    dispatcher: Dispatcher
    cache: Cache
    waiters: ChangeWaiters
    api_keys: ApiKeys
    authenticate_mcp: Authenticate  # like the dispatcher's own, except that tokens for the API only are refused
    redis: RedisCounters | None

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[None]:
        async with self.dispatcher.database:
            try:
                yield
            finally:
                if self.redis is not None:
                    await self.redis.close()


def wire(
    settings: Settings,
    conninfo: str,
    operations: Iterable[Operation[Any, Any]],
    *,
    clock: Clock = system_clock,
    processes: int = 1,
) -> Parts:
    """Create the parts; nothing is opened yet."""
    cache, waiters, meter = Cache(), ChangeWaiters(), Metrics()

    def note_change(tags: frozenset[str]) -> None:
        cache.forget(tags)
        waiters.note(tags)

    replica = Replica(settings.replica_url) if settings.replica_url else None
    database = Database(conninfo, forget=note_change, replica=replica)
    api_keys = ApiKeys(database)
    tokens = AccessTokens(database)
    site = Site(settings.site_name, settings.site_url)
    redis = RedisCounters(settings.redis_url) if settings.redis_url and settings.rate_limits else None
    dispatcher = Dispatcher(
        database=database,
        site=site,
        fetch=Fetcher(
            FetchRules(
                user_agent=f"ShowgroundBot/1.0 (+{settings.site_url}/crawler)",
                allow=settings.fetch_allow,
                dns_server=settings.dns_server,
                ca_file=settings.ca_file,
            ),
            note=partial(meter.count, "fetches"),
        ),
        meter=meter,
        smtp=SmtpServer.from_url(settings.smtp_url, settings.mail_from) if settings.smtp_url else None,
        authenticate=_credentials(api_keys, tokens, site.mcp_url, site.api_url),
        counters=None if settings.rate_limits is None else redis or MemoryCounters(),
        operations={operation.name: operation.scope for operation in operations},
        quotas=Quotas(settings.rate_limits or 1, 1 if redis else processes),
        clock=clock,
        services=_equip(settings, database, site, waiters),
    )
    return Parts(dispatcher, cache, waiters, api_keys, _credentials(api_keys, tokens, site.mcp_url), redis)


def _credentials(api_keys: ApiKeys, tokens: AccessTokens, *resources: str) -> Authenticate:
    """API keys, and access tokens for these resources."""

    async def find(token: str, now: datetime, address: str) -> Access | EndedAccess | None:
        if not tokens.look_like(token):
            return await api_keys.find(token, now, address)
        found = await tokens.find(token, now, resources)
        if not isinstance(found, Access):
            api_keys.note_refused(now, address)
        return found

    return find


def _equip(settings: Settings, database: Database, site: Site, waiters: ChangeWaiters) -> Services:
    holdings = Holdings(
        (
            Holding("opinions", export_opinions, forget_opinions),
            Holding("questions", export_questions, forget_questions),
            Holding("subscriptions", export_subscriptions, forget_subscriptions),
            Holding("saved", export_collections),
            Holding("notifications", export_notifications),
            Holding("listings", export_listings, leave_listings),
            Holding("person", export_founder, forget_interview),
            Holding("drafts", export_drafts, leave_drafts),
            Holding("orders", export_orders, forget_orders),
            Holding("apps", export_apps),
        )
    )
    secret = Secret(cache(lambda: _read_secret(settings)))
    things: list[object] = [holdings, _open_shop(settings, database, site, secret), _sign_in_with(settings)]
    things += [DataFolder(settings.data_dir), KnownBrowsers(secret), waiters, PendingOrders(find_of_listings)]
    things.append(ReportSecret(settings.mail_report_secret))
    if settings.model is not None:
        things.append(ModelChoice(settings.model, settings.model_url, settings.model_key))
    return Services(*things)


def _sign_in_with(settings: Settings) -> Providers:
    known: list[IdentityProvider] = []
    if settings.github_client_id and settings.github_client_secret:
        known.append(GitHub(settings.github_client_id, settings.github_client_secret, settings.github_url))
    if settings.google_client_id and settings.google_client_secret:
        known.append(Google(settings.google_client_id, settings.google_client_secret, settings.google_url))
    return Providers({provider.key: provider for provider in known})


def _open_shop(settings: Settings, database: Database, site: Site, secret: Secret) -> Shop:
    tax = settings.tax_seller()
    exempt = tax.regime == "small-business"
    exemption = exemption_words(tax.country, settings.tax_exemption) if exempt else None
    seller = Seller(
        name=settings.seller_name or settings.site_name,
        country=tax.country,
        address=settings.seller_address,
        vat_number=settings.seller_vat,
        exemption_words=exemption,
        currency=settings.currency_of_seller(),
        tax_number=settings.seller_tax_number,
        email=settings.seller_email,
        phone=settings.seller_phone,
    )
    chosen, *others = _open_providers(settings, database, site, secret)
    return Shop(
        seller,
        tax,
        chosen,
        others,
        Vies(settings.vies_url),
        secret,
        order_prefix=settings.order_prefix,
        invoice_prefix=settings.invoice_prefix,
        credit_note_prefix=settings.credit_note_prefix,
        exchange_source=_find_rates(settings, seller.currency),
        books_years=settings.books_years,
    )


def _find_rates(settings: Settings, currency: str) -> ExchangeSource | None:
    place, currencies = settings.exchange_place(), needed_currencies(currency)
    return ExchangeSource(place, currencies) if place and currencies else None


def _open_providers(settings: Settings, database: Database, site: Site, secret: Secret) -> tuple[Provider, ...]:
    """The configured payment provider, then other providers with keys: events about their open orders still count."""
    known: dict[str, Provider] = {"off": Off(), "sandbox": Sandbox(database, site, secret)}
    if settings.env == "production" and settings.payments != "sandbox":
        del known["sandbox"]  # no test payments in production
    if settings.stripe_key and settings.stripe_webhook_secret:
        from showground.orders.providers.stripe import Stripe  # noqa: PLC0415 - large, and not every site uses it

        known["stripe"] = Stripe(settings.stripe_key, settings.stripe_webhook_secret, settings.stripe_url)
    chosen = known.pop(settings.payments)
    known.pop("off", None)
    return chosen, *known.values()


def _read_secret(settings: Settings) -> bytes:
    """The configured secret, or the one in the data folder, which the first process that needs it creates."""
    if settings.secret is not None:
        return settings.secret.encode()
    path: Path = settings.data_dir / "secret"
    if not path.exists():
        make_data_dir(settings.data_dir)
        own = path.with_name(f"secret.{os.getpid()}.{secrets.token_hex(4)}")
        with open(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:  # noqa: PTH123
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())  # otherwise it may be empty after a power failure
        try:
            path.hardlink_to(own)  # atomic, and fails if another process was first
        except FileExistsError:
            pass
        finally:
            own.unlink()
    close_file(path)
    # With an embedded database, the folder is protected when the server starts, because its user may need access.
    if not (settings.data_dir / "postgres").exists():
        close_data_dir(settings.data_dir)
    secret = path.read_bytes().strip()
    if len(secret) < MIN_SECRET:
        raise BadSettings(f"{path} contains no secret, so links can't be signed. Delete it, and a new one is created.")
    return secret
