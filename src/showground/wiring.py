"""Builds the door from the settings: what web processes, workers and commands have in common."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from showground.accounts.authenticate import ApiKeys
from showground.core.cache import Cache
from showground.core.context import Access, Authenticate, Clock, Site, Tools, system_clock
from showground.core.database import Database
from showground.core.door import Door
from showground.core.fetch import Fetcher, FetchRules
from showground.core.limits import MemoryCounters, Quotas, RedisCounters
from showground.core.operation import Operation
from showground.core.smtp import SmtpServer
from showground.drafting.choosing import ModelChoice
from showground.oauth.authenticate import AccessTokens
from showground.settings import Settings


@dataclass(frozen=True)
class Parts:
    """The door, and what stands behind it."""

    door: Door
    cache: Cache
    api_keys: ApiKeys
    authenticate_mcp: Authenticate  # as the door's own, but for tokens that are good at the API alone
    redis: RedisCounters | None

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[None]:
        async with self.door.database:
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
    """Put the parts together; nothing is opened yet."""
    cache = Cache()
    database = Database(conninfo, forget=cache.forget)
    api_keys = ApiKeys(database)
    tokens = AccessTokens(database)
    site = Site(settings.site_name, settings.site_url)
    redis = RedisCounters(settings.redis_url) if settings.redis_url and settings.rate_limits else None
    door = Door(
        database=database,
        site=site,
        fetch=Fetcher(
            FetchRules(
                user_agent=f"ShowgroundBot/1.0 (+{settings.site_url}/crawler)",
                allow=settings.fetch_allow,
                dns_server=settings.dns_server,
                ca_file=settings.ca_file,
            )
        ),
        smtp=SmtpServer.from_url(settings.smtp_url, settings.mail_from) if settings.smtp_url else None,
        authenticate=_credentials(api_keys, tokens, site.mcp_url, site.api_url),
        counters=None if settings.rate_limits is None else redis or MemoryCounters(),
        operations={operation.name: operation.scope for operation in operations},
        quotas=Quotas(settings.rate_limits or 1, 1 if redis else processes),
        clock=clock,
        tools=_choose_tools(settings),
    )
    return Parts(door, cache, api_keys, _credentials(api_keys, tokens, site.mcp_url), redis)


def _choose_tools(settings: Settings) -> Tools:
    """What domains are given that core does not know."""
    if settings.model is None:
        return Tools()
    return Tools(ModelChoice(settings.model, settings.model_url, settings.model_key))


def _credentials(api_keys: ApiKeys, tokens: AccessTokens, *resources: str) -> Authenticate:
    """API keys, and access tokens for these resources."""

    async def find(token: str, now: datetime, address: str) -> Access | None:
        if not tokens.look_like(token):
            return await api_keys.find(token, now, address)
        access = await tokens.find(token, now, resources)
        if access is None:
            api_keys.note_refused(now, address)
        return access

    return find
