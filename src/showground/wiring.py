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
from showground.accounts.queries import accounts
from showground.brand import BadBrandFile, BrandFile, PublishedBrand
from showground.collections.queries.collections import export_collections
from showground.core.brand import Brand, Operator
from showground.core.cache import Cache
from showground.core.calls.action import Operation
from showground.core.calls.context import Access, Authenticate, Clock, EndedAccess, Services, Site, system_clock
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.rate_limits import MemoryCounters, Quotas, RedisCounters
from showground.core.change_waiters import ChangeWaiters
from showground.core.data_folder import close_data_dir, close_file, make_data_dir
from showground.core.database.database import Database
from showground.core.database.pool import Connection
from showground.core.database.replica import Replica
from showground.core.fetch import Fetcher, FetchRules
from showground.core.languages import BadCatalogue, Languages, open_languages
from showground.core.mail.recipient_languages import RecipientLanguages
from showground.core.mail.smtp_address import SmtpServer
from showground.core.metrics import Metrics
from showground.core.secret import Secret
from showground.drafting.personal_data import leave_drafts, merge_drafts, stop_drafts
from showground.drafting.queries.personal_data import export_drafts
from showground.events.dump_job import DataLicense
from showground.events.feed_hub_job import FeedHub
from showground.events.index_now_job import IndexNow
from showground.events.queries.personal_data import export_events
from showground.events.signing_keys import SigningKeys
from showground.extraction.model_choice import ModelChoice
from showground.launches.opinion_batches import OpinionBatches
from showground.launches.personal_data import forget_opinions, merge_opinions
from showground.launches.queries.personal_data import export_opinions
from showground.newsletter.actions.mail_reports import ReportSecret
from showground.newsletter.personal_data import forget_subscriptions
from showground.newsletter.queries.personal_data import export_subscriptions
from showground.notifications.queries.notifications import export_notifications
from showground.oauth.authentication import AccessTokens
from showground.oauth.personal_data import end_apps, export_apps
from showground.orders.personal_data import forget_orders
from showground.orders.providers.interface import Provider
from showground.orders.providers.off import Off
from showground.orders.providers.sandbox import Sandbox
from showground.orders.queries import seller_details
from showground.orders.queries.pending_orders import find_of_listings
from showground.orders.queries.personal_data import export_orders
from showground.orders.seller import Shop
from showground.orders.seller_details import SellerDetails, SellerSource, complete_shop
from showground.orders.vies import Vies
from showground.ownership.pending_orders import PendingOrders
from showground.ownership.personal_data import end_submissions, leave_listings, merge_members
from showground.ownership.queries.personal_data import export_listings
from showground.people.personal_data import forget_interview
from showground.people.queries.personal_data import export_founder
from showground.questions.personal_data import forget_questions, merge_questions
from showground.questions.queries.personal_data import export_questions
from showground.settings import DEVELOPMENT_COUNTRY, MIN_SECRET, PREFIX, BadSettings, Settings
from showground.upkeep import DataFolder


@dataclass(frozen=True)
class Parts:
    """The dispatcher and the services it uses."""

    dispatcher: Dispatcher
    cache: Cache
    waiters: ChangeWaiters
    brand: PublishedBrand
    api_keys: ApiKeys
    authenticate_mcp: Authenticate  # like the dispatcher's own, except that tokens for the API only are refused
    redis: RedisCounters | None

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[None]:
        async with self.dispatcher.database:
            try:
                await self.brand.refresh()
                yield
            finally:
                if self.redis is not None:
                    await self.redis.close()

    def forget(self, tags: frozenset[str]) -> None:
        """Drop cached answers that depend on these tags. Everything shows the brand."""
        if self.brand.note_changes(tags):
            self.cache.forget_all()
        else:
            self.cache.forget(tags)
        self.waiters.note(tags)

    def forget_all(self, *, connected: bool) -> None:
        """Drop all cached answers: changes may have been missed. The brand is loaded once the database is back."""
        if connected:
            self.brand.note_gap()
        self.cache.forget_all()
        self.waiters.note_all()

    async def check_brand_file(self) -> None:
        """Show the brand's file as it is now."""
        if self.brand.check_file():
            self.cache.forget_all()


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
        parts.forget(tags)

    replica = Replica(settings.replica_url) if settings.replica_url else None
    database = Database(conninfo, forget=note_change, replica=replica)
    api_keys = ApiKeys(database)
    tokens = AccessTokens(database)
    site = Site(
        settings.site_name,
        settings.site_url,
        theme=settings.find_theme(),
        log_addresses=settings.log_addresses,
        backup_days=settings.backup_days(),
        languages=_open_languages(settings),
    )
    redis = RedisCounters(settings.redis_url) if settings.redis_url and settings.rate_limits else None
    fetcher = Fetcher(
        FetchRules(
            user_agent=_name_crawler(site.brand, settings),
            allow=settings.fetch_allow,
            dns_server=settings.dns_server,
            ca_file=settings.ca_file,
        ),
        note=partial(meter.count, "fetches"),
    )
    services = _equip(settings, database, site, waiters)

    async def follow(db: Connection, brand: Brand) -> None:
        fetcher.rename(_name_crawler(brand, settings))
        source = services[SellerSource]
        source.staff = await seller_details.read(db)
        services.replace(complete_shop(services[Shop], source, brand))

    brand = PublishedBrand(site, database, default_brand(settings), _read_brand_file(settings), follow)
    services.replace(brand)
    dispatcher = Dispatcher(
        database=database,
        site=site,
        fetch=fetcher,
        meter=meter,
        smtp=SmtpServer.from_url(settings.smtp_url, settings.mail_from) if settings.smtp_url else None,
        authenticate=_credentials(api_keys, tokens, site.mcp_url, site.api_url),
        counters=None if settings.rate_limits is None else redis or MemoryCounters(),
        operations={operation.name: operation.scope for operation in operations},
        quotas=Quotas(settings.rate_limits or 1, 1 if redis else processes),
        clock=clock,
        services=services,
        refresh_site=brand.refresh,
    )
    mcp_credentials = _credentials(api_keys, tokens, site.mcp_url)
    parts = Parts(dispatcher, cache, waiters, brand, api_keys, mcp_credentials, redis)
    return parts


def _open_languages(settings: Settings) -> Languages:
    try:
        return open_languages(settings.languages, settings.find_theme())
    except BadCatalogue as problem:
        raise BadSettings(f"{PREFIX}LANGUAGES: {problem}") from None


def default_brand(settings: Settings) -> Brand:
    """The brand of a site where neither staff nor a file set anything."""
    operator = Operator(
        name=settings.seller_name or "",
        address="\n".join(part.strip() for part in (settings.seller_address or "").split(";") if part.strip()),
        email=settings.seller_email or "",
    )
    return Brand(name=settings.site_name, order_prefix=settings.order_prefix, operator=operator)


def _read_brand_file(settings: Settings) -> BrandFile:
    file = BrandFile(settings.find_brand_file())
    try:
        file.load(default_brand(settings))
    except BadBrandFile as problem:
        raise BadSettings(str(problem)) from None
    return file


def _name_crawler(brand: Brand, settings: Settings) -> str:
    return f"{brand.crawler}/1.0 (+{settings.site_url}/crawler)"


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
            Holding("opinions", export_opinions, forget_opinions, merge=merge_opinions),
            Holding("questions", export_questions, forget_questions, merge=merge_questions),
            Holding("subscriptions", export_subscriptions, forget_subscriptions),
            Holding("saved", export_collections),
            Holding("notifications", export_notifications),
            Holding("listings", export_listings, leave_listings, block=end_submissions, merge=merge_members),
            Holding("person", export_founder, forget_interview),
            Holding("drafts", export_drafts, leave_drafts, block=stop_drafts, merge=merge_drafts),
            Holding("orders", export_orders, forget_orders),
            Holding("apps", export_apps, block=end_apps),
            Holding("events", export_events),
        )
    )
    secret = Secret(cache(lambda: _read_secret(settings)))
    seller = find_seller(settings)
    shop = _open_shop(settings, database, site, secret, seller)
    things: list[object] = [holdings, seller, shop, _sign_in_with(settings)]
    things += [DataFolder(settings.data_dir), KnownBrowsers(secret), waiters, PendingOrders(find_of_listings)]
    things += [ReportSecret(settings.mail_report_secret), SigningKeys(secret), DataLicense(settings.data_license)]
    things += [FeedHub(settings.websub_hub), IndexNow(settings.indexnow_key, settings.indexnow_url)]
    things += [OpinionBatches(database), RecipientLanguages(accounts.find_languages)]
    if (plan := settings.backup_plan(database.conninfo)) is not None:
        things.append(plan)
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


def find_seller(settings: Settings) -> SellerSource:
    """What the settings say about the seller; staff set the rest."""
    details = SellerDetails(
        name=settings.seller_name,
        address=settings.seller_address,
        country=settings.seller_country,
        vat_number=settings.seller_vat,
        tax_number=settings.seller_tax_number,
        email=settings.seller_email,
        phone=settings.seller_phone,
        regime=settings.tax_regime,
        registrations=sorted(settings.tax_registrations) or None,
        exemption=settings.tax_exemption,
        currency=settings.seller_currency,
        exchange_rates=settings.exchange_rates,
        invoice_prefix=settings.invoice_prefix if settings.invoice_prefix != "INV" else None,
        credit_note_prefix=settings.credit_note_prefix if settings.credit_note_prefix != "CN" else None,
        books_years=settings.books_years if settings.books_years != 10 else None,
    )
    return SellerSource(
        details,
        DEVELOPMENT_COUNTRY,
        settings.tax_rates,
        settings.exchange_place(),
        production=settings.env == "production",
    )


def _open_shop(settings: Settings, database: Database, site: Site, secret: Secret, source: SellerSource) -> Shop:
    brand, chosen = default_brand(settings), source.chosen
    sandbox = Sandbox(database, site, secret)
    first, *others = _open_providers(settings, sandbox)
    seller, tax = source.seller(chosen, brand), source.tax_seller(chosen)
    shop = Shop(seller, tax, first, others, Vies(settings.vies_url), secret, sandbox=sandbox)
    return complete_shop(shop, source, brand)


def _open_providers(settings: Settings, sandbox: Sandbox) -> tuple[Provider, ...]:
    """The configured payment provider, then other providers with keys: events about their open orders still count.
    Where the configured one takes money, the sandbox pays only for orders that were made with a test key."""
    known: dict[str, Provider] = {"off": Off(), "sandbox": sandbox}
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
