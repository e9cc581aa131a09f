"""The one door: scope, rate, idempotency, one transaction, then the handler. Every surface, job and test passes it."""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from pydantic import BaseModel

from showground.core import audit, idempotency
from showground.core.context import Access, Authenticate, Caller, Clock, Context, Equipment, Outside, Site, system_clock
from showground.core.database import Connection, Database
from showground.core.failures import (
    Failure,
    Fault,
    InsufficientScope,
    InvalidInput,
    InvalidToken,
    RateLimited,
    SignInRequired,
    Unavailable,
)
from showground.core.limits import Allowance, Counters, Limit, Quotas, count_call, network_of
from showground.core.meter import Meter
from showground.core.operation import PUBLIC, STAFF, Action, Encoded, Input, Operation
from showground.core.replica import ReplicaBehind, note_write
from showground.core.smtp import SmtpServer
from showground.core.tracing import Span, span

if TYPE_CHECKING:
    from showground.core.fetch import Fetcher

I = TypeVar("I", bound=Input)  # noqa: E741
O = TypeVar("O", bound="BaseModel | Encoded[Any]")  # noqa: E741

CALLER_FIELDS = tuple(f.name for f in fields(Caller))

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a surface sends: the status and the encoded body."""

    status: int
    body: bytes
    replayed: bool = False


@dataclass(frozen=True)
class Door:
    """What every call passes, and the parts that a call may reach."""

    database: Database
    site: Site
    fetch: "Fetcher"
    authenticate: Authenticate
    counters: Counters | None  # None: limits are off
    operations: Mapping[str, str] = field(default_factory=dict[str, str])  # every operation's name and scope
    quotas: Quotas = field(default_factory=Quotas)
    clock: Clock = system_clock
    smtp: SmtpServer | None = None  # None: mails are kept and not sent
    equipment: Equipment = field(default_factory=Equipment)
    meter: Meter = field(default_factory=Meter)
    twins: idempotency.Twins = field(default_factory=idempotency.Twins)
    resource: str = "/mcp"  # the path of what is protected here: whose metadata a challenge names

    async def call(self, action: Action[I, O], caller: Caller, input: I) -> O:
        """Call with typed input, as pages, jobs, commands and tests do."""
        return await (await self.admit(action, caller)).run(input)

    async def identify(self, authorization: str | None, now: datetime, address: str) -> Access | None:
        """Whom an Authorization header speaks for; nobody without one. A bad one is refused, never taken for none."""
        if authorization is None:
            return None
        kind, _, token = authorization.strip().partition(" ")
        access = await self.authenticate(token.strip(), now, address) if kind.lower() == "bearer" else None
        if access is None:
            raise InvalidToken(headers=self.challenge(error="invalid_token"))
        return access

    async def admit(self, action: Action[I, O], caller: Caller) -> "Admitted[I, O]":
        """Check scope and rate: what comes before a body is even read."""
        try:
            return Admitted(self, action, caller, await self._check(action, caller))
        except Failure:
            with _span_of(action, caller):  # which ends as it begins
                raise

    async def _check(self, action: Action[Any, Any], caller: Caller) -> Allowance:
        access = caller.access
        if action.scope != PUBLIC and caller.surface not in ("job", "command"):
            if access is None:
                raise SignInRequired(headers=self.challenge(action.scope))
            if action.scope not in access.scopes:
                raise InsufficientScope(
                    f"This needs the scope `{action.scope}`, which your access does not include.",
                    headers=self.challenge(" ".join(sorted({*access.scopes, action.scope})), "insufficient_scope"),
                    required_scope=action.scope,
                )
        allowance = await self.count(caller, action)
        if not allowance.allowed:
            raise rate_limited(allowance)
        return allowance

    async def count(self, caller: Caller, action: Action[Any, Any] | None = None) -> Allowance:
        """Count one call against every limit that applies to it, the general ones first."""
        if self.counters is None or caller.surface in ("job", "command"):
            return Allowance(())
        return await count_call(self.counters, self._limits(caller, action), caller.now.timestamp())

    async def count_each(self, caller: Caller, action: Action[Any, Any], input: Input) -> None:
        """Count a call by a value of its input, such as the address that a mail goes to."""
        if action.limit_each is None or self.counters is None or caller.surface in ("job", "command"):
            return
        limit, name = action.limit_each
        key = str(getattr(input, name)).casefold()
        used = await self.counters.hit(self.quotas.scale(limit), key, caller.now.timestamp())
        if used.used > used.limit.quota:
            raise rate_limited(Allowance([used]))

    def _limits(self, caller: Caller, action: Action[Any, Any] | None) -> list[tuple[Limit, str]]:
        network = network_of(caller.address)
        if caller.access is None:
            limits = [(self.quotas.anonymous, network)]
            owner = network
        else:
            owner = str(caller.access.account)
            limits = [(self.quotas.account, owner), (self.quotas.address, network)]
            if action is not None and not action.read_only:
                limits.append((self.quotas.writes, owner))
        if caller.surface == "web" and action is not None:
            limits = []  # a page is counted once, as a whole; not each operation that it calls
        if action is not None and action.limit is not None:
            limits.append((self.quotas.scale(action.limit), owner))
        return limits

    def challenge(self, scope: str | None = None, error: str | None = None) -> dict[str, str]:
        """The WWW-Authenticate header, by which a client finds out how to sign in.

        `scope` is what to ask for: to what a client has already, too little is added, so that it loses nothing.
        """
        parts = [f'error="{error}"'] if error else []
        parts += [f'scope="{scope}"'] if scope else []
        parts.append(f'resource_metadata="{self.site.url}/.well-known/oauth-protected-resource{self.resource}"')
        return {"WWW-Authenticate": "Bearer " + ", ".join(parts)}


@dataclass(frozen=True, slots=True)
class Admitted(Generic[I, O]):
    """A call that has passed scope and rate."""

    door: Door
    action: Action[I, O]
    caller: Caller
    allowance: Allowance

    async def run(self, input: I) -> O:
        """Run with typed input and no key."""
        with _span_of(self.action, self.caller):
            return await self._run(input)

    async def _run(self, input: I) -> O:
        await self.door.count_each(self.caller, self.action, input)
        try:
            found = await self._prepare(input)
            if self.action.read_only:
                return await self._read(input, found)
            async with self.door.database.transaction() as db:
                answer = await self.action.handler(self._context(db), input, *found)
                if self.action.scope == STAFF and self.caller.access is not None:
                    await audit.note(db, self.caller, self.action.name, input)
                await self._note_write(db)
                return answer
        except Failure as failure:
            self._expect(failure)
            raise

    async def _read(self, input: I, found: Sequence[Any]) -> O:
        """Read what the public sees on a replica, where there is one that fits; all else on the primary."""

        async def work(db: Connection) -> O:
            return await self.action.handler(self._context(db), input, *found)

        database, access = self.door.database, self.caller.access
        if database.replica is not None and self._is_public_read():
            tags, wrote = cast("Operation[I, O]", self.action).tags_of(input), access and access.wrote
            try:
                return await database.replica.read(work, snapshot=self.action.snapshot, tags=tags, wrote=wrote)
            except ReplicaBehind:
                pass
        async with database.reading(snapshot=self.action.snapshot) as db:
            return await work(db)

    def _is_public_read(self) -> bool:
        """Of an operation that says what its answers depend on, and not as a step of some work of ours."""
        action = self.action
        listed = isinstance(action, Operation) and action.scope == PUBLIC and bool(action.cache_tags)
        return listed and self.caller.surface not in ("job", "command")

    async def _note_write(self, db: Connection) -> None:
        if self.door.database.replica is not None and self.caller.access is not None:
            await note_write(db, self.caller.access.account)

    async def answer(
        self, raw: Mapping[str, Any], key: str | None = None, found: Sequence[Fault] = ()
    ) -> tuple[I, Answer]:
        """Parse and run; encode what comes back, or replay what the same key was answered before.

        `found` are faults that the surface has seen itself: they are told together with ours.
        """
        with _span_of(self.action, self.caller) as opened:
            parsed, answer = await self._answer(raw, key, found)
            opened.note(status=answer.status)
            return parsed, answer

    async def _answer(self, raw: Mapping[str, Any], key: str | None, found: Sequence[Fault]) -> tuple[I, Answer]:
        operation = cast("Operation[I, O]", self.action)
        if key is None or not operation.idempotent:
            try:
                parsed = operation.parse(raw, found)
            except InvalidInput as failure:
                failure.faults += await self._find_further_faults(raw, failure.faults)
                raise
            return parsed, Answer(operation.status, encode(await self._run(parsed)))
        parsed = operation.parse(raw, [*found, *idempotency.check_key(key)])
        body, replayed = await self._run_once(parsed, key)
        return parsed, Answer(operation.status, body, replayed)

    async def _find_further_faults(self, raw: Mapping[str, Any], found: Sequence[Fault]) -> Sequence[Fault]:
        """What a read says is wrong with the fields that are well formed, such as a category that does not exist."""
        if not self.action.read_only or self.action.prepare is not None:
            return ()
        named = {name for fault in found for name in (fault["field"], re.split(r"[.\[]", fault["field"])[0])}
        try:
            await self._run(self.action.parse({name: value for name, value in raw.items() if name not in named}))
        except InvalidInput as failure:
            return [fault for fault in failure.faults if fault["field"] not in named]  # not that those are missing
        except Failure:
            pass
        return ()

    async def _run_once(self, input: I, key: str) -> tuple[bytes, bool]:
        mark = idempotency.IdempotencyKey(self.caller.account, self.action.name, key, idempotency.fingerprint(input))
        now, database = self.caller.now, self.door.database
        try:
            async with self.door.twins.wait(mark):
                if self.action.prepare is not None:
                    async with database.reading() as db:
                        if first := await idempotency.find(db, mark, now):
                            return first.body, True
                found = await self._prepare(input)
                async with database.transaction() as db:
                    if first := await idempotency.claim(db, mark, now):
                        return first.body, True
                    body = encode(await self.action.handler(self._context(db), input, *found))
                    await idempotency.keep(db, mark, body)
                    await self._note_write(db)
                    return body, False
        except Failure as failure:
            self._expect(failure)
            raise

    async def _prepare(self, input: I) -> tuple[Any, ...]:
        if self.action.prepare is None:
            return ()
        door = self.door
        outside = Outside(
            **_fields(self.caller),
            site=door.site,
            equipment=door.equipment,
            fetch=door.fetch,
            reading=door.database.reading,
        )
        return (await self.action.prepare(outside, input),)

    def _context(self, db: Any) -> Context:
        door = self.door
        return Context(
            **_fields(self.caller), site=door.site, equipment=door.equipment, db=db, operations=door.operations
        )

    def _expect(self, failure: Failure) -> None:
        """A failure that was not declared is documented nowhere: a mistake of ours, though not the caller's concern."""
        self.door.meter.count("failures", self.caller.surface, self.action.name, failure.code)
        common = (InvalidInput, idempotency.IdempotencyKeyReused, SignInRequired, Unavailable, *self.action.failures)
        if not isinstance(failure, common):
            log.error("%s raised %s, which it does not declare", self.action.name, type(failure).__name__)


def _span_of(action: Action[Any, Any], caller: Caller) -> Span:
    return span(action.name, surface=caller.surface, request_id=caller.request_id)


def _fields(caller: Caller) -> dict[str, Any]:
    return {name: getattr(caller, name) for name in CALLER_FIELDS}


def encode(result: BaseModel | Encoded[Any]) -> bytes:
    return result.json if isinstance(result, Encoded) else result.model_dump_json().encode()


def rate_limited(allowance: Allowance) -> RateLimited:
    limits = {name.decode(): value.decode() for name, value in allowance.headers()}
    return RateLimited(allowance.retry_after, limits)
