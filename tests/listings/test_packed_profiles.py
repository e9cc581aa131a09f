"""Profiles that are stored packed, and those that are not."""

import hashlib
import zlib
from typing import LiteralString

import psycopg
import pytest

from showground.core.calls.dispatch import Dispatcher
from showground.core.jobs.declare import JobRun
from showground.listings import packed_profiles
from showground.listings.jobs import encode_outdated_profiles
from showground.listings.operations.get_listing import GetListing, get_listing
from showground.listings.queries import public_profiles
from tests.search.listings import CALLER, add, make
from tests.support.dispatcher import open_dispatcher

pytestmark = pytest.mark.anyio

STORED = "select profile, packed is not null from public_profile order by slug"


async def show(dispatcher: Dispatcher, slug: str) -> bytes:
    return (await dispatcher.call(get_listing, CALLER, GetListing(slug=slug))).json


def test_a_profile_is_read_as_it_was_packed() -> None:
    profile, summary = '{"slug":"quince","name":"Quince","tagline":"日本"}', '{"slug":"quince","name":"Quince"}'
    packed = packed_profiles.pack(profile, summary)
    assert packed_profiles.read("", packed, summary) == profile.encode()
    assert packed_profiles.read("{}", packed, summary) == b"{}"  # an earlier version has written it since
    assert packed_profiles.read("{}", None, summary) == b"{}"


def test_another_summary_or_dictionary_is_noticed() -> None:
    packed = packed_profiles.pack("{}", "quince")
    with pytest.raises(zlib.error):
        packed_profiles.read("", packed, "medlar")
    with pytest.raises(ValueError, match="dictionary 2"):
        packed_profiles.read("", b"\x02" + packed[1:], "quince")


def test_the_dictionary_stays_as_it_is() -> None:
    """Nothing that is stored could be read with another one."""
    found = hashlib.sha256(packed_profiles.PATH.read_bytes()).hexdigest()
    assert found == "d459b8db8d375ee7aad0cc7f569211f55f460c5e04de4a5bc65179f2fc3eee29"


async def test_profiles_are_packed_in_a_new_directory(database_url: str) -> None:
    async with open_dispatcher(database_url) as dispatcher:
        await add(dispatcher, make("quince", "Quince", tagline="Jam for all"))
        with psycopg.connect(database_url) as db:
            assert db.execute(STORED).fetchall() == [("", True)]
        assert b'"tagline":"Jam for all"' in await show(dispatcher, "quince")


async def test_profiles_are_not_packed_until_operators_say_so(database_url: str) -> None:
    """The version before can't read them. From then on, a job packs those that are there, which is no change."""
    async with open_dispatcher(database_url) as dispatcher:
        with psycopg.connect(database_url) as db:
            db.execute("delete from storage_choice")
        await add(dispatcher, make("quince", "Quince"), make("medlar", "Medlar"))
        before = await show(dispatcher, "quince")
        with psycopg.connect(database_url) as db:
            assert [packed for _, packed in db.execute(STORED).fetchall()] == [False, False]
            [(events,)] = db.execute("select count(*) from event").fetchall()
            db.execute("insert into storage_choice values ('packed_profiles')")
        await encode_outdated_profiles.work(JobRun(dispatcher, CALLER))
        with psycopg.connect(database_url) as db:
            assert db.execute(STORED).fetchall() == [("", True), ("", True)]
            assert db.execute("select count(*) from event").fetchall() == [(events,)]
        assert await show(dispatcher, "quince") == before


async def test_an_edit_of_a_packed_profile_is_an_event(database_url: str) -> None:
    async with open_dispatcher(database_url) as dispatcher:
        [number] = await add(dispatcher, make("quince", "Quince"))
        statements: tuple[LiteralString, ...] = ("update listing set tagline = 'Jam'", "update listing set votes = 9")
        for statement in statements:
            async with dispatcher.database.transaction() as db:
                await db.execute(statement)
                await public_profiles.refresh(db, [number])
            async with dispatcher.database.reading() as db:
                found = await db.all("select kind from event where subject = 'listing' order by id")
            assert [kind for (kind,) in found] == ["listing.published", "listing.updated"]  # a vote is no edit
