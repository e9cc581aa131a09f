"""Made-up listings for load tests."""

import io
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from itertools import pairwise
from statistics import median
from typing import Any

import pytest

from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.progress import ProgressBar
from showground.demo import synthetic
from showground.demo.synthetic import load_synthetic
from showground.listings import public_profiles
from showground.listings.models import Listing
from showground.listings.operations.search_listings import SearchListings, search_listings
from tests.support.dispatcher import SITE, open_dispatcher
from tests.support.postgres import fresh_database

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

NOW = datetime(2026, 3, 11, 12, 30, tzinfo=UTC)
COUNT = 500


@pytest.fixture
async def dispatcher(database_url: str) -> AsyncGenerator[Dispatcher]:
    async with open_dispatcher(database_url, clock=lambda: NOW) as dispatcher:
        yield dispatcher


def nobody_watches(done: int, total: int) -> None:
    """Progress that is shown to nobody."""


async def ask(dispatcher: Dispatcher, query: Any, *values: Any) -> list[Any]:
    async with dispatcher.database.reading() as db:
        return await db.all(query, values)


async def profiles(dispatcher: Dispatcher) -> list[Listing]:
    rows = await ask(dispatcher, "select profile, packed, summary from public_profile order by slug")
    return [
        Listing.model_validate_json(public_profiles.present_profile(text, packed, summary, SITE), strict=True)
        for text, packed, summary in rows
    ]


async def test_makes_as_many_valid_and_varied_listings_as_asked_for(dispatcher: Dispatcher) -> None:
    assert await load_synthetic(dispatcher, COUNT, nobody_watches) == COUNT
    made = await profiles(dispatcher)
    assert [x.slug for x in made] == [f"load-{n:06}" for n in range(1, COUNT + 1)]
    assert all(x.website == f"https://{x.slug}.example/" and x.demo and x.status == "live" for x in made)
    assert await ask(dispatcher, "select count(*) from listing where domain = slug || '.example'") == [(COUNT,)]
    assert len({x.name for x in made}) > COUNT * 0.95
    assert len({x.category.slug for x in made if x.category}) > 50
    assert len({x.country for x in made}) > 15
    assert {x.stage for x in made} == {"idea", "mvp", "launched", "growing", "established"}
    votes = sorted((x.votes for x in made), reverse=True)
    assert votes[0] > 20 * votes[COUNT // 4] > 0
    assert 3_000 < median(len(x.model_dump_json()) for x in made) < 6_000
    assert await ask(dispatcher, "select count(*) from launch") == [(COUNT,)]
    linked = "select count(*) from listing_founder f join founder on founder.slug = founder_slug"
    assert await ask(dispatcher, linked) == [(COUNT,)]


async def test_they_are_found_by_search(dispatcher: Dispatcher) -> None:
    await load_synthetic(dispatcher, COUNT, nobody_watches)
    for listing in (await profiles(dispatcher))[::100]:
        found = await dispatcher.call(search_listings, Caller(NOW, "command"), SearchListings(q=listing.name))
        assert listing.slug.encode() in found.json


async def test_a_load_goes_on_where_it_stopped_with_the_same_listings(dispatcher: Dispatcher, postgres: str) -> None:
    assert await load_synthetic(dispatcher, 20, nobody_watches) == 20
    assert await load_synthetic(dispatcher, 50, nobody_watches) == 30
    assert await load_synthetic(dispatcher, 50, nobody_watches) == 0
    with fresh_database(postgres) as url:
        async with open_dispatcher(url, clock=lambda: NOW) as other:
            await load_synthetic(other, 50, nobody_watches)
            assert _without_ids(await profiles(other)) == _without_ids(await profiles(dispatcher))


async def test_many_are_added_side_by_side_and_each_is_counted_once(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(synthetic, "AT_ONCE", 100)
    count, told = 230, list[tuple[int, int]]()
    assert await load_synthetic(dispatcher, count, lambda done, total: told.append((done, total))) == count
    assert await ask(dispatcher, "select count(*), count(distinct slug) from public_profile") == [(count, count)]
    assert {total for _, total in told} == {count}
    steps = [after - before for (before, _), (after, _) in pairwise(told)]
    assert sorted(steps) == [30, 100, 100]
    assert told[-1] == (count, count)


def _without_ids(made: list[Listing]) -> list[dict[str, Any]]:
    """Numbers are given by the database, in whatever order chunks are written."""
    each = {"updates": {"__all__": {"id"}}, "milestones": {"__all__": {"id"}}}
    return [listing.model_dump(exclude=each) for listing in made]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


async def test_progress_is_a_bar_on_a_terminal() -> None:
    stream = Terminal()
    progress = ProgressBar(stream, "listings")
    progress(0, 2_000)
    progress(1_000, 2_000)
    progress(2_000, 2_000)
    assert stream.getvalue() == (
        f"\r[{'.' * 30}] 0 of 2,000 listings"
        f"\r[{'#' * 15}{'.' * 15}] 1,000 of 2,000 listings"
        f"\r[{'#' * 30}] 2,000 of 2,000 listings\n"
    )


async def test_progress_is_plain_lines_elsewhere() -> None:
    stream = io.StringIO()
    progress = ProgressBar(stream, "listings")
    progress(0, 2_000)
    progress(1_000, 2_000)  # too soon after the first line
    progress(2_000, 2_000)
    assert stream.getvalue() == "0 of 2,000 listings\n2,000 of 2,000 listings\n"
