"""Saved searches: new matches by email, every day or week, to whoever saved them and until they stop it."""

from typing import Any

import pytest

from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import PERSON
from showground.core.calls.models import NoInput
from showground.newsletter.actions.saved_searches import (
    DeleteSavedSearch,
    SaveSearch,
    StopSavedSearch,
    delete_saved_search,
    list_saved_searches,
    save_search,
    stop_saved_search,
)
from showground.newsletter.errors import EmptySearch, NoSuchSavedSearch, TooManySavedSearches
from showground.newsletter.jobs import run_saved_searches
from tests.core.test_outgoing_mail import part
from tests.newsletter.conftest import Press
from tests.support.launch_world import NEXT_MONDAY

pytestmark = pytest.mark.anyio

ALICE = "alice@alice.example"


async def person(press: Press, name: str = "alice") -> Caller:
    [(number,)] = await press.ask("select id from account where email = %s", f"{name}@{name}.example")
    return Caller(press.world.clock(), "web", Access(number, "session", frozenset({PERSON})))


async def save(press: Press, **search: Any) -> None:
    await press.world.dispatcher.call(save_search, await person(press), SaveSearch(**search))


async def test_new_matches_are_emailed_once_a_week(press: Press) -> None:
    await save(press, category="ai")
    await press.run(run_saved_searches)
    assert await press.ask("select from outbox") == []  # it is not due
    await press.turn()
    for _ in range(2):
        await press.run(run_saved_searches)
    found = await press.arrived()
    assert list(found) == [ALICE]
    message = found[ALICE]
    assert message["Subject"] == "New on Showground for your search: ai"
    assert "New Model" in part(message, "plain")
    assert "New Tool" not in part(message, "plain")  # another category
    assert "Old Model" not in part(message, "plain")  # was live before
    [(token,)] = await press.ask("select token from saved_search")
    assert message["List-Unsubscribe"] == f"<http://localhost:8000/alerts/{token}>"
    press.world.clock.move(days=7)
    await press.run(run_saved_searches)
    assert await press.arrived() == {}  # nothing is new


async def test_a_daily_search_by_words(press: Press) -> None:
    await save(press, q="brine", every="day")
    await press.turn()
    await press.run(run_saved_searches)
    assert await press.arrived() == {}
    press.world.clock.move(hours=1)
    await press.add("brine-meter", NEXT_MONDAY, live_at=press.world.clock())
    press.world.clock.move(days=1)
    await press.run(run_saved_searches)
    assert "Brine Meter" in part((await press.arrived())[ALICE], "html")


async def test_a_search_is_stopped_by_its_token_even_if_an_email_waits(press: Press) -> None:
    await save(press, category="ai")
    await press.turn()
    await press.run(run_saved_searches)
    [(token,)] = await press.ask("select token from saved_search")
    call = press.world.dispatcher.call
    shown = await call(stop_saved_search, press.visitor(), StopSavedSearch(token=token, stop=False))
    assert shown.search is not None
    assert (shown.search.search, shown.stopped) == ({"category": "ai"}, False)
    for _ in range(2):
        assert (await call(stop_saved_search, press.visitor(), StopSavedSearch(token=token))).stopped
    assert await press.arrived() == {}


async def test_searches_are_the_own_ones_and_few(press: Press) -> None:
    await save(press, category="ai")
    await save(press, category="ai", every="day")  # which only changes how often
    alice, charlie = await person(press), await person(press, "charlie")
    call = press.world.dispatcher.call
    (mine,) = (await call(list_saved_searches, alice, NoInput())).items
    assert (mine.search, mine.every) == ({"category": "ai"}, "day")
    assert (await call(list_saved_searches, charlie, NoInput())).items == []
    with pytest.raises(NoSuchSavedSearch):
        await call(delete_saved_search, charlie, DeleteSavedSearch(search_id=mine.id))
    with pytest.raises(EmptySearch):
        await save(press, q=" ")
    for n in range(19):
        await save(press, q=f"words {n}")
    with pytest.raises(TooManySavedSearches):
        await save(press, q="one more")
    await call(delete_saved_search, alice, DeleteSavedSearch(search_id=mine.id))
    await save(press, q="one more")
