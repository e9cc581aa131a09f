"""The front page."""

from datetime import timedelta

import pytest

from showground.catalog import Counts
from tests.parts.world import NOW
from tests.surfaces.web.conftest import Fair, new_listing, slugs

pytestmark = pytest.mark.anyio


async def test_the_ten_most_voted_stand_in_their_order_and_the_five_newest_beside_them(fair: Fair) -> None:
    await fair.add(
        *(
            new_listing(f"n{n}", counts=Counts(votes=n), live_at=NOW - timedelta(days=n), tagline=f"Line {n}")
            for n in range(1, 13)
        ),
        new_listing("later", status="scheduled", live_at=None),
        new_listing("hidden", status="draft", live_at=None),
    )
    page = await fair.see("/")
    shown = slugs(page.links())
    assert shown[:10] == [f"n{n}" for n in range(12, 2, -1)]
    assert shown[10:] == ["n1", "n2", "n3", "n4", "n5"]
    assert "12 launches in 84 categories" in page.text
    assert "1 N N12 Line 12" in page.text
    assert "10 N N3 Line 3" in page.text
    assert "All 12 launches" in page.text


async def test_an_entry_says_where_it_belongs(fair: Fair) -> None:
    await fair.add(new_listing("quince", categories=["databases"], country="PT", stage="mvp", counts=Counts(votes=1)))
    page = await fair.see("/")
    assert "/categories/databases" in page.links()
    assert "DatabasesPortugalMVP" in page.text
    assert "1 vote" in page.text


async def test_categories_are_numbered_and_counted(fair: Fair) -> None:
    await fair.add(new_listing("quince", categories=["ai-agents"]))
    page = await fair.see("/")
    assert {"/categories/ai", "/categories/ai-agents"} <= set(page.links())
    assert "A. AI and Machine Learning 1 1AI Assistants0" in page.text
    assert "2AI Agents1" in page.text


async def test_agents_and_developers_are_told_where_to_go(fair: Fair) -> None:
    page = await fair.see("/")
    assert {"/docs/api", "http://localhost:8000/api/v1/openapi.json"} <= set(page.links())
    assert "http://localhost:8000/mcp" in page.text


async def test_an_empty_directory_says_what_will_be_there(bare_fair: Fair) -> None:
    page = await bare_fair.see("/")
    assert "Nothing has launched yet." in page.text
    assert "Just launched" not in page.text
    assert page.all("ol") == []


async def test_a_shared_link_says_what_the_site_is(fair: Fair) -> None:
    page = await fair.see("/")
    assert page.meta()["og:title"] == "Showground"
    assert page.meta()["og:url"] == "http://localhost:8000/"
    assert {"rel": "canonical", "href": "http://localhost:8000/"} in page.all("link")
    assert "<title>Showground: a public directory of product launches</title>" in page.html
