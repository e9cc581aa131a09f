"""Builds the dispatcher from the settings, for web processes, workers and commands."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from typing import Any

from showground.accounts.authentication import ApiKeys
from showground.accounts.identity_providers import GitHub, Google, IdentityProvider, Providers
from showground.accounts.known_browser import KnownBrowsers
from showground.accounts.queries import accounts
from showground.brand import PublishedBrand
from showground.core.brand import Brand
from showground.core.cache import Cache
from showground.core.calls.action import Operation
from showground.core.calls.context import Access, Authenticate, Clock, EndedAccess, Services, Site, system_clock
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.rate_limits import MemoryCounters, Quotas, RedisCounters
from showground.core.change_waiters import ChangeWaiters
from showground.core.database.database import Database
from showground.core.database.pool import Connection
from showground.core.database.replica import Replica
from showground.core.fetch import Fetcher, FetchRules
from showground.core.fetch.site_turns import SiteTurns
from showground.core.languages import BadCatalogue, Languages, open_languages
from showground.core.mail.recipient_languages import RecipientLanguages
from showground.core.mail.smtp_address import SmtpServer
from showground.core.metrics import Metrics
from showground.core.secret import Secret
from showground.events.dump_job import DataLicense
from showground.events.feed_hub_job import FeedHub
from showground.events.index_now_job import IndexNow
from showground.events.signing_keys import SigningKeys
from showground.extraction.model_choice import ModelChoice
from showground.launches.vote_and_follow_batches import VoteAndFollowBatches
from showground.newsletter.actions.mail_reports import ReportSecret
from showground.oauth.authentication import AccessTokens
from showground.orders.queries import seller_details
from showground.orders.queries.products import find_sold
from showground.orders.seller import Shop
from showground.orders.seller_details import SellerSource, complete_shop
from showground.orders.unavailable_items import find_payable
from showground.ownership.pending_orders import PendingOrders
from showground.ownership.sold_products import SoldProducts
from showground.search import EncoderNotInstalled, choose_embedder
from showground.settings import PREFIX, BadSettings, Settings
from showground.upkeep import DataFolder
from showground.wiring.brand import default_brand, read_brand_file
from showground.wiring.personal_data import PERSONAL_DATA
from showground.wiring.secret import read_secret
from showground.wiring.shop import find_seller, open_shop


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

    _choose_embedder(settings)
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
        turns=SiteTurns(database, settings.crawl_seconds) if settings.crawl_seconds else None,
    )
    services = _equip(settings, database, site, waiters)

    async def follow(db: Connection, brand: Brand) -> None:
        fetcher.rename(_name_crawler(brand, settings))
        source = services[SellerSource]
        source.staff = await seller_details.read(db)
        services.replace(complete_shop(services[Shop], source, brand))

    brand = PublishedBrand(site, database, default_brand(settings), read_brand_file(settings), follow)
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


def _choose_embedder(settings: Settings) -> None:
    try:
        choose_embedder(settings.search_meaning)
    except EncoderNotInstalled:
        raise BadSettings(
            f"{PREFIX}SEARCH_MEANING=encoder needs packages that are not installed: run `pip install"
            " 'showground[meaning]'`."
        ) from None


def _equip(settings: Settings, database: Database, site: Site, waiters: ChangeWaiters) -> Services:
    secret = Secret(cache(lambda: read_secret(settings)))
    seller = find_seller(settings)
    shop = open_shop(settings, database, site, secret, seller)
    things: list[object] = [PERSONAL_DATA, seller, shop, _sign_in_with(settings)]
    things += [DataFolder(settings.data_dir), KnownBrowsers(secret), waiters]
    things += [PendingOrders(find_payable), SoldProducts(find_sold)]
    things += [ReportSecret(settings.mail_report_secret), SigningKeys(secret), DataLicense(settings.data_license)]
    things += [FeedHub(settings.websub_hub), IndexNow(settings.indexnow_key, settings.indexnow_url)]
    things += [VoteAndFollowBatches(database), RecipientLanguages(accounts.find_languages)]
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
