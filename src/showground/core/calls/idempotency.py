"""Idempotency keys: the first answer to a key is stored in the same transaction as its effect, and replayed."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from weakref import WeakValueDictionary

from pydantic import BaseModel

from showground.core.calls.errors import FieldError, IdempotencyKeyReused, Unavailable
from showground.core.calls.queries import idempotency_keys
from showground.core.calls.queries.idempotency_keys import IdempotencyKey
from showground.core.database.locks import try_lock
from showground.core.database.pool import Connection
from showground.core.languages import EnglishText

RETENTION = timedelta(hours=24)
WAIT_SECONDS = 30  # how long to wait for a duplicate that is still running
LOOK_SECONDS = 0.05


def check_key(key: str) -> list[FieldError]:
    if 1 <= len(key) <= 255 and all(" " <= c <= "~" for c in key):
        return []
    return [FieldError(field="Idempotency-Key", message=EnglishText("Must be 1 to 255 printable ASCII characters."))]


def fingerprint(input: BaseModel) -> bytes:
    """A fingerprint of path and body. It depends on neither the order of properties nor the surface."""
    return sha256(repr(_sorted(input.model_dump(mode="json", exclude_unset=True))).encode()).digest()


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return sorted((str(k), _sorted(v)) for k, v in value.items())  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list):
        return [_sorted(v) for v in value]  # pyright: ignore[reportUnknownVariableType]
    return value


class Twins:
    """Lets one request per key through at a time in this process, so that duplicates do not occupy database
    connections."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[tuple[int, str, str], asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def wait(self, key: IdempotencyKey) -> AsyncGenerator[None]:
        lock = self._locks.setdefault((key.account, key.operation, key.key), asyncio.Lock())
        try:
            await asyncio.wait_for(lock.acquire(), WAIT_SECONDS)
        except TimeoutError:
            raise _still_running() from None
        try:
            yield
        finally:
            lock.release()


async def acquire(db: Connection, key: IdempotencyKey, now: datetime) -> bytes | None:
    """Acquire the key for this transaction, or return the first answer. Waits for a duplicate running in another
    process.

    The lock ends with the transaction, even if that fails or its process is killed, so no key stays locked.
    """
    await _wait_for_twin(db, key)
    mine = await idempotency_keys.add(db, key, now, expired=now - RETENTION)
    return None if mine else await find(db, key, now)


def lock_of(key: IdempotencyKey) -> int:
    """Number of the advisory lock for this key."""
    named = f"{key.account} {key.operation} {key.key}".encode()
    return int.from_bytes(sha256(named).digest()[:8], signed=True)


async def _wait_for_twin(db: Connection, key: IdempotencyKey) -> None:
    """Poll instead of blocking once with a long timeout: a hung database server must not block us for that long."""
    number, loop = lock_of(key), asyncio.get_running_loop()
    ends = loop.time() + WAIT_SECONDS
    while not await try_lock(db, number):
        if loop.time() > ends:
            raise _still_running()
        await asyncio.sleep(LOOK_SECONDS)


async def find(db: Connection, key: IdempotencyKey, now: datetime) -> bytes | None:
    """The stored answer to this key, if there is one."""
    stored = await idempotency_keys.find_answer(db, key, since=now - RETENTION)
    if stored is None:
        return None
    if stored.fingerprint != key.fingerprint:
        raise IdempotencyKeyReused
    return stored.body


async def is_first(db: Connection, account: int, form: str, token: str, now: datetime) -> bool:
    """Whether a form with this token is sent for the first time. For forms whose answer is not stored, as it holds a
    secret that is shown only once."""
    return await idempotency_keys.add(db, IdempotencyKey(account, form, token, b""), now, expired=now - RETENTION)


def _still_running() -> Unavailable:
    return Unavailable(
        EnglishText("A request with this Idempotency-Key is still running. Send it again in a few seconds.")
    )
