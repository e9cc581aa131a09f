"""The dispatcher keeps what staff did, and nothing of what did not happen."""

from typing import Any

import pytest
from pydantic import BaseModel

from showground.core.calls.context import Access, Caller, Context
from showground.core.calls.declare import PERSON, STAFF, action
from showground.core.calls.errors import ApiError
from showground.core.calls.models import Input
from tests.support.world import World

pytestmark = pytest.mark.anyio


class Refused(ApiError):
    """No."""


class Do(Input):
    text: str
    fail: bool = False
    numbers: list[int] | None = None


class Done(BaseModel):
    text: str


@action(scope=STAFF, errors=(Refused,))
async def do_staffs_work(ctx: Context, input: Do) -> Done:
    """Do something."""
    if input.fail:
        raise Refused
    return Done(text=input.text)


@action(scope=STAFF, read_only=True)
async def look(ctx: Context, input: Do) -> Done:
    """Look at something."""
    return Done(text=input.text)


@action(scope=PERSON)
async def do_own_work(ctx: Context, input: Do) -> Done:
    """Do something that is nobody's business."""
    return Done(text=input.text)


async def test_who_when_and_what_is_kept_with_what_was_done(world: World) -> None:
    account = (await world.get("/me", by="charlie")).json()["account"]["id"]
    access = Access(account, "session", frozenset({STAFF, PERSON}))
    caller = Caller(world.clock(), "web", access, request_id="r1")
    long = Do(text="x" * 1000, numbers=list(range(80)))
    await world.dispatcher.call(do_staffs_work, caller, long)
    with pytest.raises(Refused):
        await world.dispatcher.call(do_staffs_work, caller, Do(text="a", fail=True))
    await world.dispatcher.call(look, caller, Do(text="a"))
    await world.dispatcher.call(do_own_work, caller, Do(text="a"))
    for surface in ("job", "command"):
        await world.dispatcher.call(do_staffs_work, Caller(world.clock(), surface), Do(text="a"))
    async with world.dispatcher.database.reading() as db:
        rows: list[Any] = await db.all("select account_id, action, at, request_id, input from staff_event")
    [(who, what, at, request, given)] = rows
    assert (who, what, at, request) == (account, "do_staffs_work", world.clock(), "r1")
    assert given == {"text": "x" * 300 + "…", "fail": False, "numbers": list(range(50))}
