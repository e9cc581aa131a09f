"""Views: once for each visitor and hour, no bots, and none lost when the database is away."""

from datetime import timedelta

import pytest

from showground.core.calls.errors import Unavailable
from showground.core.database.database import Database
from showground.launches import Views
from showground.launches import views as views_module
from tests.support.launch_world import Fair
from tests.support.world import NOW

pytestmark = pytest.mark.anyio

BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def forget_nothing(tags: frozenset[str]) -> None:
    """There is no cache."""


def test_a_visitor_counts_once_an_hour_for_each_listing() -> None:
    views = Views()
    assert views.note("quince", "ada", BROWSER, NOW.timestamp())
    assert not views.note("quince", "ada", BROWSER, (NOW + timedelta(minutes=59)).timestamp())
    assert views.note("medlar", "ada", BROWSER, NOW.timestamp())
    assert views.note("quince", "ben", BROWSER, NOW.timestamp())
    assert views.note("quince", "ada", BROWSER, (NOW + timedelta(minutes=60)).timestamp())
    assert not views.note("quince", "eve", "Googlebot/2.1", NOW.timestamp())


def test_a_flood_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views_module, "MAX_SEEN", 3)
    views = Views()
    assert [views.note("quince", str(n), BROWSER, NOW.timestamp()) for n in range(5)] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert views.note("quince", "4", BROWSER, (NOW + timedelta(hours=1)).timestamp())


async def test_they_are_written_by_day_and_in_all(fair: Fair) -> None:
    one, other = await fair.add("quince", views=10), await fair.add("medlar")
    database = fair.world.dispatcher.database
    views = Views()
    for n in range(3):
        views.note("quince", f"visitor {n}", BROWSER, NOW.timestamp())
    views.note("quince", "visitor 0", BROWSER, (NOW + timedelta(days=1)).timestamp())
    views.note("medlar", "visitor 0", BROWSER, NOW.timestamp())
    views.note("gone", "visitor 0", BROWSER, NOW.timestamp())  # a listing that is gone
    await views.write_noted(database)
    await views.write_noted(database)
    views.note("quince", "late", BROWSER, (NOW + timedelta(days=1)).timestamp())
    await views.write_noted(database)
    assert await fair.ask("select views from listing order by id") == [(15,), (1,)]
    today = NOW.date()
    assert await fair.ask("select listing_id, day, views from view_day order by 1, 2") == [
        (one, today, 3),
        (one, today + timedelta(days=1), 2),
        (other, today, 1),
    ]


async def test_what_cannot_be_written_is_kept(fair: Fair) -> None:
    await fair.add("quince")
    views = Views()
    views.note("quince", "ada", BROWSER, NOW.timestamp())
    views.note_read("quince", "rest", "a-script/1", NOW.timestamp())
    nowhere = Database("host=127.0.0.1 port=1 connect_timeout=1", forget=forget_nothing)
    with pytest.raises(Unavailable):
        await views.write_noted(nowhere)
    await views.write_noted(fair.world.dispatcher.database)
    assert await fair.ask("select views from listing") == [(1,)]
    assert await fair.ask("select kind, count from traffic_day order by 1") == [("agent_api", 1), ("referrer", 1)]


def test_one_household_is_one_visitor_however_many_addresses_it_has() -> None:
    views = Views()
    assert views.note("quince", "2001:db8:1:2::1", BROWSER, 0.0)
    assert not any(views.note("quince", f"2001:db8:1:2::{n:x}", BROWSER, 1.0) for n in range(2, 50))
    assert views.note("quince", "2001:db8:1:3::1", BROWSER, 1.0)
