"""The dispatcher: authentication, authorization and rate limits. Every surface, job and test goes through it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from showground.core.calls import idempotency
from showground.core.calls.action import Action
from showground.core.calls.context import (
    Access,
    Authenticate,
    Caller,
    Clock,
    NoteRead,
    Services,
    Site,
    note_no_read,
    system_clock,
)
from showground.core.calls.declare import PUBLIC
from showground.core.calls.errors import (
    ApiError,
    InsufficientScope,
    InvalidToken,
    RateLimited,
    SignInAgain,
    SignInRequired,
)
from showground.core.calls.execute import AdmittedCall, span_of
from showground.core.calls.models import Encoded, Input
from showground.core.calls.rate_limits import Allowance, Counters, Limit, Quotas, count_call, network_of
from showground.core.database.database import Database
from showground.core.languages import text_with
from showground.core.mail.smtp_address import SmtpServer
from showground.core.metrics import Metrics

if TYPE_CHECKING:
    from showground.core.fetch import Fetcher

I = TypeVar("I", bound=Input)  # noqa: E741
O = TypeVar("O", bound="BaseModel | Encoded[Any]")  # noqa: E741


async def nothing_to_refresh() -> None:
    """For a site whose brand never changes."""


@dataclass(frozen=True)
class Dispatcher:
    """Every call goes through this. It also holds the services that a call can use."""

    database: Database
    site: Site
    fetch: "Fetcher"
    authenticate: Authenticate
    counters: Counters | None  # None: limits are off
    operations: Mapping[str, str] = field(default_factory=dict[str, str])  # scope by operation name
    quotas: Quotas = field(default_factory=Quotas)
    clock: Clock = system_clock
    smtp: SmtpServer | None = None  # None: emails are stored but not sent
    services: Services = field(default_factory=Services)
    meter: Metrics = field(default_factory=Metrics)
    twins: idempotency.Twins = field(default_factory=idempotency.Twins)
    refresh_site: Callable[[], Awaitable[None]] = nothing_to_refresh  # loads the brand again if it has changed
    note_read: NoteRead = note_no_read
    resource: str = "/mcp"  # path of the protected resource whose metadata a challenge names

    async def call(self, action: Action[I, O], caller: Caller, input: I) -> O:
        """Call with typed input, as pages, jobs, commands and tests do."""
        return await (await self.admit(action, caller)).run(input)

    async def identify(self, authorization: str | None, now: datetime, address: str) -> Access | None:
        """The access of an Authorization header; None without one. An invalid one is rejected, never treated as
        anonymous.

        Invalid credentials have their own limit per network. Valid ones are never rejected because of it. Expired ones
        are counted separately, so that their holder gets the 401 that makes a client renew them, even if someone else
        on the same network is guessing.
        """
        if authorization is None:
            return None
        kind, _, token = authorization.strip().partition(" ")
        found = await self.authenticate(token.strip(), now, address) if kind.lower() == "bearer" else None
        if isinstance(found, Access):
            return found
        if self.counters is not None:
            network = network_of(address)
            key = network if found is None else f"{network} {found.credential}"
            _refuse_past(await count_call(self.counters, [(self.quotas.bad_credentials, key)], now.timestamp()))
        raise InvalidToken(headers=self.challenge(error="invalid_token"))

    async def admit(self, action: Action[I, O], caller: Caller) -> AdmittedCall[I, O]:
        """Check scope and rate limits, before the body is read."""
        try:
            return AdmittedCall(self, action, caller, await self._check(action, caller))
        except ApiError:
            with span_of(action, caller):  # an empty span, so that the rejection is traced
                raise

    async def _check(self, action: Action[Any, Any], caller: Caller) -> Allowance:
        access = caller.access
        if action.scope != PUBLIC and caller.surface not in ("job", "command"):
            if access is None:
                raise SignInRequired(headers=self.challenge(self._scopes_to_request(action)))
            if action.scope not in access.scopes:
                raise InsufficientScope(
                    text_with(
                        "This requires the scope `%(scope)s`, which your access does not include.", scope=action.scope
                    ),
                    headers=self.challenge(" ".join(sorted({*access.scopes, action.scope})), "insufficient_scope"),
                    required_scope=action.scope,
                )
            if action.recent and not access.recent:
                raise SignInAgain
        return await self.count(caller, action)

    async def count(self, caller: Caller, action: Action[Any, Any] | None = None) -> Allowance:
        """Count one call against every limit that applies, the general ones first. Raises if one is exceeded."""
        return await self._count(caller, self._limits(caller, action), Allowance(()))

    async def count_input(self, caller: Caller, action: Action[I, O], input: I, so_far: Allowance) -> Allowance:
        """Count one call against the limits that depend on its input, such as emails to one address."""
        if not action.limit_each and action.limit_if is None:
            return so_far
        keyed = [(limit, key_of(input)) for limit, key_of in action.limit_each]
        limits = [(self.quotas.scale(limit), key) for limit, key in keyed if key is not None]
        if action.limit_if is not None:
            limit, name, value = action.limit_if
            limits += [(self.quotas.scale(limit), _owner(caller))] if getattr(input, name) == value else []
        return await self._count(caller, limits, so_far) if limits else so_far

    async def count_further(self, caller: Caller, limit: Limit, key: str) -> None:
        """Count one use of a limit that only a step of the work knows about, such as fetches from one host."""
        await self._count(caller, [(self.quotas.scale(limit), key)], Allowance(()))

    async def count_refused(self, caller: Caller) -> Allowance:
        """Count a request that is rejected for another reason. It keeps that error even past the limit."""
        return await self._use(caller, self._limits(caller, None), Allowance(()))

    async def _count(self, caller: Caller, limits: Sequence[tuple[Limit, str]], so_far: Allowance) -> Allowance:
        allowance = await self._use(caller, limits, so_far)
        _refuse_past(allowance)
        return allowance

    async def _use(self, caller: Caller, limits: Sequence[tuple[Limit, str]], so_far: Allowance) -> Allowance:
        if self.counters is None or caller.surface in ("job", "command"):
            return so_far
        counted = await count_call(self.counters, limits, caller.now.timestamp())
        return Allowance([*so_far.uses, *counted.uses]) if so_far.uses else counted

    def _limits(self, caller: Caller, action: Action[Any, Any] | None) -> list[tuple[Limit, str]]:
        network, owner = network_of(caller.address), _owner(caller)
        if caller.access is None:
            limits = [(self.quotas.anonymous, network)]
        else:
            limits = [(self.quotas.account, owner), (self.quotas.address, network)]
            if action is not None and not action.read_only:
                limits.append((self.quotas.writes, owner))
        if caller.surface == "web" and action is not None:
            limits = []  # a page counts once, not once per operation that it calls
        if action is not None and action.limit is not None:
            limits.append((self.quotas.scale(action.limit), owner))
        return limits

    def _scopes_to_request(self, action: Action[Any, Any]) -> str:
        """Every scope, for a client that has none yet: the person consents once and can untick. Clients built on the
        TypeScript SDK 1.x request what the first challenge names and cannot add to it later."""
        return " ".join(sorted({action.scope, *self.operations.values()} - {PUBLIC}))

    def challenge(self, scope: str | None = None, error: str | None = None) -> dict[str, str]:
        """The WWW-Authenticate header, which tells a client how to sign in.

        `scope` lists everything the client should request. Clients replace their scopes with it, so it must include
        what they already have.
        """
        parts = [f'error="{error}"'] if error else []
        parts += [f'scope="{scope}"'] if scope else []
        parts.append(f'resource_metadata="{self.site.url}/.well-known/oauth-protected-resource{self.resource}"')
        return {"WWW-Authenticate": "Bearer " + ", ".join(parts)}


def _refuse_past(allowance: Allowance) -> None:
    if not allowance.allowed:
        headers = {name.decode(): value.decode() for name, value in allowance.headers()}
        raise RateLimited(allowance.retry_after, headers)


def _owner(caller: Caller) -> str:
    """The key under which a caller's calls are counted together."""
    return network_of(caller.address) if caller.access is None else str(caller.access.account)
