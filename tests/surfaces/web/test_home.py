"""The front page."""

from datetime import timedelta

import pytest

from showground import launches
from showground.listings import counts
from tests.support.launch_world import LAST_MONDAY, MONDAY, NEXT_MONDAY, hours
from tests.support.launch_world import Fair as Launches
from tests.support.world import NOW
from tests.surfaces.web.conftest import Fair, new_listing, slugs

pytestmark = pytest.mark.anyio


async def test_this_week_stands_in_its_order_with_what_was_before_and_what_comes(fair: Fair) -> None:
    show = Launches(fair.world)
    await show.add("first", votes=hours(1, 2, 3), tagline="Line one", categories=["databases"], country="PT")
    await show.add("second", votes=hours(1, 2))
    won = await show.add("winner", LAST_MONDAY, votes=hours(1, since=LAST_MONDAY), tagline="Won it")
    await show.add("coming", NEXT_MONDAY, status="scheduled", tagline="Not yet")
    await show.add("bought", LAST_MONDAY - timedelta(weeks=1), paid=5_000)
    await show.add("hidden", status="suspended", votes=hours(1, 2, 3, 4))
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.close_week(db, LAST_MONDAY, NOW)
    page = await fair.see("/")
    assert won
    assert slugs(page.links()) == ["first", "second", "winner", "coming", "bought"]
    assert "Monday 9 to Sunday 15 March 2026" in page.text
    assert "2 launches, ranked by votes. Voting is open for another 4 days and 12 hours, until midnight" in page.text
    assert "Line one PortugalDatabases first.example" in page.text
    assert "Last week\u2019s winners week of 2 March 2026" in page.text
    assert [link.get("rel") for link in page.all("a") if link["href"] == "/listings/bought"] == ["sponsored"]
    assert "Billboard Paid" in page.text
    assert [b.get("aria-label") for b in page.all("button")][:2] == [
        "Vote for First, 3 votes",
        "Vote for Second, 2 votes",
    ]
    assert f"/launches/{MONDAY}" not in page.links()  # the whole week stands here already


async def test_a_week_without_launches_shows_the_most_voted(fair: Fair) -> None:
    await fair.add(
        *(new_listing(f"n{n}", counts=counts.Counts(votes=n), live_at=NOW - timedelta(days=30)) for n in range(1, 13)),
        new_listing("hidden", status="draft", live_at=None),
    )
    page = await fair.see("/")
    assert "Nothing has launched this week yet." in page.text
    assert "0 launches" not in page.text
    assert "main-list" in page.ids(), "the invitation to vote leads there"
    assert slugs(page.links()) == [f"n{n}" for n in range(12, 2, -1)]
    assert "12 launches in 84 categories" in page.text


async def test_categories_are_numbered_and_counted(fair: Fair) -> None:
    await fair.add(new_listing("quince", categories=["ai-agents"]))
    page = await fair.see("/")
    assert {"/categories/ai", "/categories/ai-agents"} <= set(page.links())
    assert "A. AI and Machine Learning 1 1AI Assistants 2AI Agents1" in page.text


async def test_agents_and_developers_are_told_where_to_go(fair: Fair) -> None:
    page = await fair.see("/")
    assert {"/docs/api", "/agents", "http://localhost:8000/api/v1/openapi.json"} <= set(page.links())
    assert "http://localhost:8000/mcp" in page.text


async def test_an_empty_directory_says_what_will_be_there(bare_fair: Fair) -> None:
    page = await bare_fair.see("/")
    assert "Nothing has launched yet." in page.text
    assert "0 launches" not in page.text
    assert "Notes and Knowledge0" not in page.text
    assert "winners week of" not in page.text
    assert "Nothing is scheduled for the week of 16 March 2026 yet." in page.text
    assert [found.get("class") for found in page.all("ol")] == ["weekdays"]


async def test_a_shared_link_says_what_the_site_is(fair: Fair) -> None:
    page = await fair.see("/")
    assert page.meta()["og:title"] == "Showground"
    assert page.meta()["og:url"] == "http://localhost:8000/"
    assert page.meta()["og:image"] == f"http://localhost:8000/pictures/weeks/{MONDAY}.png"
    assert {"rel": "canonical", "href": "http://localhost:8000/"} in page.all("link")
    assert "<title>Showground: a public directory of product launches</title>" in page.html
