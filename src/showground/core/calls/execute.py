"""An admitted call: prepare it, run it in one transaction or as a read, once per idempotency key, and encode the
result."""

import logging
import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Generic, TypeVar, cast

from pydantic import BaseModel

from showground.core.calls import audit, entity_tags, field_errors, idempotency
from showground.core.calls.action import Action, I, O, Operation
from showground.core.calls.call_host import CallHost
from showground.core.calls.context import Caller, Context, PrepareContext, ReportProgress, report_nothing
from showground.core.calls.declare import PUBLIC, STAFF_SCOPES
from showground.core.calls.errors import (
    ApiError,
    ChangedSinceOpened,
    FieldError,
    InvalidInput,
    PreconditionFailed,
    RateLimited,
    SignInRequired,
    Unavailable,
)
from showground.core.calls.expected_version import ExpectedVersion
from showground.core.calls.models import Encoded, NoInput
from showground.core.calls.parse import parse_rest
from showground.core.calls.queries import idempotency_keys
from showground.core.calls.queries.idempotency_keys import IdempotencyKey
from showground.core.calls.rate_limits import Allowance
from showground.core.database.database import ChangedMeanwhile, is_deadlock
from showground.core.database.pool import Connection
from showground.core.database.replica import ReplicaBehind, note_write
from showground.core.tracing import Span, span

Found = TypeVar("Found")

MAX_TRIES = 3  # of a write that lost against another one
CALLER_FIELDS = tuple(f.name for f in fields(Caller))

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a surface sends: the status and the encoded body."""

    status: int
    body: bytes
    replayed: bool = False


@dataclass(slots=True)
class AdmittedCall(Generic[I, O]):
    """A call that passed the checks of scope and rate."""

    dispatcher: CallHost
    action: Action[I, O]
    caller: Caller
    allowance: Allowance
    report: ReportProgress = report_nothing
    if_match: str | None = None  # the versions that the caller wants to change, as in the header
    expected: ExpectedVersion[Any, Any] | None = None  # the same for a form

    async def run(self, input: I) -> O:
        """Run with typed input, without an idempotency key."""
        with span_of(self.action, self.caller):
            return await self._run(input)

    async def _run(self, input: I) -> O:
        self.allowance = await self.dispatcher.count_input(self.caller, self.action, input, self.allowance)
        try:
            if self.action.wait is not None:
                await self.action.wait(self._outside(), input)
            if self.action.batched:
                return await self.action.handle(self._outside(), input)
            found = await self._prepare(input)
            if self.action.read_only:
                return await self._read(input, lambda db: self.action.handle(self._context(db), input, *found))
            return await self._write(lambda db: self._change(db, input, found))
        except ApiError as failure:
            self._expect(failure)
            raise

    async def _change(self, db: Connection, input: I, found: tuple[Any, ...]) -> O:
        await self._check_version(db, input)
        answer = await self.action.handle(self._context(db), input, *found)
        if self._is_logged():
            await audit.note(db, self.caller, self.action.name, input)
        await self._note_write(db)
        return answer

    def _is_logged(self) -> bool:
        """Whether this belongs in the audit log: what people did as staff, and some of what commands did."""
        by_person = self.caller.access is not None
        by_command = self.caller.surface == "command" and self.action.log_commands
        return self.action.scope in STAFF_SCOPES and (by_person or by_command)

    async def _write(self, work: Callable[[Connection], Awaitable[Found]]) -> Found:
        """Run in one transaction. If the caller expects a version, nothing may change between the comparison and the
        write, so the transaction sees one state; if another one was faster, it starts again and compares with the new
        state.

        It also starts again if PostgreSQL chose it to end a deadlock. That is safe: its changes are undone, and a
        handler does nothing outside its transaction."""
        for tries_left in reversed(range(MAX_TRIES)):
            try:
                async with self.dispatcher.database.transaction(snapshot=self._expects_version()) as db:
                    return await work(db)
            except ChangedMeanwhile:
                continue
            except Unavailable as error:
                if not is_deadlock(error) or not tries_left:
                    raise
                log.warning("%s lost a deadlock with another write and runs again", self.action.name)
        raise ChangedSinceOpened if self.expected is not None else PreconditionFailed

    def _expects_version(self) -> bool:
        return self.if_match is not None or self.expected is not None

    async def _check_version(self, db: Connection, input: I) -> None:
        if self.expected is not None and not await self.expected.is_current(self._context(db)):
            raise ChangedSinceOpened
        if self.if_match is None:
            return
        read = cast("Operation[I, O]", self.action).current
        state = await read(self._context(db), input) if read is not None else None
        if state is None or not entity_tags.matches(self.if_match, entity_tags.tag_of(encode(state))):
            raise PreconditionFailed

    async def _read(self, input: I, work: Callable[[Connection], Awaitable[Found]]) -> Found:
        """Run public reads on a replica if one is current enough, and everything else on the primary."""
        database, access = self.dispatcher.database, self.caller.access
        if database.replica is not None and self._is_public_read():
            tags, last_write_xid = cast("Operation[I, O]", self.action).tags_of(input), access and access.last_write_xid
            try:
                return await database.replica.read(
                    work, snapshot=self.action.snapshot, tags=tags, last_write_xid=last_write_xid
                )
            except ReplicaBehind:
                pass
        if self.action.quick:
            return await database.look_up(lambda db: work(cast("Connection", db)))  # its queries take a `QuickReader`
        async with database.reading(snapshot=self.action.snapshot) as db:
            return await work(db)

    def _is_public_read(self) -> bool:
        """Whether this is a public operation with cache tags, called from outside rather than by a job or command."""
        action = self.action
        listed = isinstance(action, Operation) and action.scope == PUBLIC and bool(action.cache_tags)
        return listed and self.caller.surface not in ("job", "command")

    async def _note_write(self, db: Connection) -> None:
        if self.dispatcher.database.replica is not None and self.caller.access is not None:
            await note_write(db, self.caller.access.account)

    async def answer(
        self, raw: Mapping[str, Any], key: str | None = None, found: Sequence[FieldError] = ()
    ) -> tuple[I, Answer]:
        """Parse, run and encode; or replay the stored answer to the same key.

        `found`: field errors that the surface has already found. They are reported together with ours.
        """
        with span_of(self.action, self.caller) as opened:
            parsed, answer = await self._answer(raw, key, found)
            opened.note(status=answer.status)
            return parsed, answer

    async def _answer(self, raw: Mapping[str, Any], key: str | None, found: Sequence[FieldError]) -> tuple[I, Answer]:
        operation = cast("Operation[I, O]", self.action)
        if key is None or not operation.idempotent:
            parsed = await self._parse(raw, found)
            body = encode(await self._run(parsed))
            if operation.counts_reads_of:
                self.dispatcher.note_read(getattr(parsed, operation.counts_reads_of), self.caller)
            return parsed, Answer(operation.status, body)
        parsed = await self._parse(raw, [*found, *idempotency.check_key(key)])
        body, replayed = await self._run_once(parsed, key)
        return parsed, Answer(operation.status, body, replayed)

    async def _parse(self, raw: Mapping[str, Any], found: Sequence[FieldError]) -> I:
        """The typed input; or all field errors, also those that only `judge` finds in what is well-formed."""
        try:
            return cast("Operation[I, O]", self.action).parse(raw, found)
        except InvalidInput as failure:
            wrong = {error["field"] for error in failure.errors}
            whole = {re.split(r"[.\[]", place)[0] for place in wrong}
            # Remove only the bad values first. If the rest doesn't parse (a required nested value is gone), remove the
            # whole top-level fields and try once more. If that fails too, only the errors found so far are reported.
            for left_out in (wrong, wrong | whole):
                rest = parse_rest(self.action.input, field_errors.leave_out(raw, left_out))
                if rest is not None:
                    with suppress(AttributeError):  # not enough is left to judge
                        failure.errors += await self._judge(rest, wrong)
                        break
            raise

    async def _judge(self, input: I, wrong: Collection[str]) -> list[FieldError]:
        """Errors in well-formed input, such as a category that does not exist. `wrong`: fields reported already."""
        judge = self.action.judge if isinstance(self.action, Operation) else None
        if judge is None:
            return []
        try:
            found = await self._read(input, lambda db: judge(self._context(db), input))
        except ApiError:  # it is not the caller's, or the database is busy
            return []
        return [error for error in found if error["field"] not in wrong]

    async def _run_once(self, input: I, key: str) -> tuple[bytes, bool]:
        self.allowance = await self.dispatcher.count_input(self.caller, self.action, input, self.allowance)
        mark = IdempotencyKey(self.caller.account, self.action.name, key, idempotency.fingerprint(input))
        now, database = self.caller.now, self.dispatcher.database
        try:
            async with self.dispatcher.twins.wait(mark):
                if self.action.prepare is not None:
                    async with database.reading() as db:
                        if (first := await idempotency.find(db, mark, now)) is not None:
                            return first, True
                found = await self._prepare(input)

                async def change_once(db: Connection) -> tuple[bytes, bool]:
                    if (first := await idempotency.acquire(db, mark, now)) is not None:
                        return first, True
                    body = encode(await self._change(db, input, found))
                    await idempotency_keys.set_answer(db, mark, body)
                    return body, False

                return await self._write(change_once)
        except ApiError as failure:
            self._expect(failure)
            raise

    async def _prepare(self, input: I) -> tuple[Any, ...]:
        if self.action.prepare is None:
            return ()
        if self.action.input is NoInput:
            return (await self.action.prepare(self._outside()),)
        try:
            return (await self.action.prepare(self._outside(), input),)
        except InvalidInput as failure:
            failure.errors += await self._judge(input, {error["field"] for error in failure.errors})
            raise

    def _outside(self) -> PrepareContext:
        dispatcher = self.dispatcher
        return PrepareContext(
            **_fields(self.caller),
            site=dispatcher.site,
            services=dispatcher.services,
            fetch=dispatcher.fetch,
            reading=dispatcher.database.reading,
            count=partial(dispatcher.count_further, self.caller),
            report=self.report,
        )

    def _context(self, db: Any) -> Context:
        dispatcher = self.dispatcher
        return Context(
            **_fields(self.caller),
            site=dispatcher.site,
            services=dispatcher.services,
            db=db,
            operations=dispatcher.operations,
            check_url=dispatcher.fetch.check,
        )

    def _expect(self, failure: ApiError) -> None:
        """Log errors that the action does not declare: they are missing from the documentation. The caller still gets
        them."""
        self.dispatcher.meter.count("failures", self.caller.surface, self.action.name, failure.code)
        common = (
            InvalidInput,
            idempotency.IdempotencyKeyReused,
            PreconditionFailed,
            SignInRequired,
            RateLimited,
            Unavailable,
        )
        if not isinstance(failure, (*common, *self.action.errors)):
            log.error("%s raised %s, which it does not declare", self.action.name, type(failure).__name__)


def span_of(action: Action[Any, Any], caller: Caller) -> Span:
    return span(action.name, surface=caller.surface, request_id=caller.request_id)


def _fields(caller: Caller) -> dict[str, Any]:
    return {name: getattr(caller, name) for name in CALLER_FIELDS}


def encode(result: BaseModel | Encoded[Any]) -> bytes:
    return result.json if isinstance(result, Encoded) else result.model_dump_json().encode()
