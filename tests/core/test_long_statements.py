"""Statements whose placeholders are numbered once."""

import pytest

from tests.support.world import World

pytestmark = pytest.mark.anyio

STATEMENT = b"""
select %(first)s::int + %(second)s::int, %(first)s::int, '100%%', length(%(bits)b::bytea), array[%(second)s::int]
"""


async def test_values_are_given_by_name(world: World) -> None:
    async with world.dispatcher.database.reading() as db:
        for first in (1, 2):
            values = {"first": first, "second": 40, "bits": b"\x00\xff%s", "unused": object()}
            for prepare in (None, True, False):
                cursor = await db.run_long(STATEMENT, values, prepare=prepare)
                assert await cursor.fetchall() == [(first + 40, first, "100%", 4, [40])]


async def test_answers_may_be_binary(world: World) -> None:
    async with world.dispatcher.database.reading() as db:
        cursor = await db.run_long(b"select %(given)s::bytea", {"given": b"\x01quince"}, binary=True)
        assert await cursor.fetchone() == (b"\x01quince",)


async def test_a_missing_value_is_an_error(world: World) -> None:
    async with world.dispatcher.database.reading() as db:
        with pytest.raises(KeyError, match="second"):
            await db.run_long(STATEMENT, {"first": 1})
