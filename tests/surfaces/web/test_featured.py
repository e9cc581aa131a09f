"""Featured listings: shown as paid on the home page and in their categories, for as long as was paid for."""

from datetime import timedelta

import pytest

from showground.listings import counts, flags
from tests.support.html import Page
from tests.support.world import NOW
from tests.surfaces.web.conftest import Fair, new_listing, slugs

pytestmark = pytest.mark.anyio

LATER = NOW + timedelta(days=30)


def sponsored(page: Page) -> list[str]:
    return slugs([link["href"] or "" for link in page.all("a") if link.get("rel") == "sponsored"])


async def test_they_are_marked_as_paid_where_the_product_says(fair: Fair) -> None:
    await fair.add(
        new_listing("quince", categories=["ai-agents"], featured_until=LATER),
        new_listing("medlar", categories=["ai-agents"], counts=counts.Counts(votes=5)),
        new_listing("sloe", categories=["databases"], featured_until=LATER),
        new_listing("over", categories=["ai"], featured_until=NOW),
        new_listing("hidden", status="draft", live_at=None, categories=["ai"], featured_until=LATER),
    )
    for path, expected in {
        "/": ["quince", "sloe"],
        "/categories/ai": ["quince"],
        "/categories/ai-agents": ["quince"],
        "/categories/databases": ["sloe"],
        "/categories/ai-assistants": [],
    }.items():
        page = await fair.see(path)
        assert sorted(sponsored(page)) == expected, path
        assert ("Featured Paid" in page.text) == bool(expected), path
        assert ("It doesn\u2019t affect votes or rankings." in page.text) == bool(expected), path
    ranked = [name for name in slugs((await fair.see("/categories/ai")).links()) if name != "over"]
    assert ranked[0] == "medlar"  # the list itself is still by votes


async def test_more_of_them_than_places_take_turns(fair: Fair) -> None:
    await fair.add(*(new_listing(f"n{n}", featured_until=LATER) for n in range(5)))
    shown: list[str] = []
    for _ in range(5):
        shown += sponsored(await fair.see("/"))
        fair.world.clock.now += timedelta(hours=1)
    assert sorted(shown) == sorted(f"n{n}" for n in range(5) for _ in range(3))


async def test_a_cached_page_shows_a_new_one_at_once(fair: Fair) -> None:
    await fair.add(new_listing("quince", categories=["ai"]))
    async with fair.world.dispatcher.database.reading() as db:
        (number,) = await db.one("select id from listing") or (0,)
    for until, expected in ((LATER, ["quince"]), (None, [])):
        await fair.world.hear_all()
        for path in ("/", "/categories/ai"):
            await fair.see(path)
            assert (path, b"") in fair.world.app.parts.cache.answers
        async with fair.world.dispatcher.database.transaction() as db:
            await flags.set_featured(db, number, until)
        await fair.world.hear_all()
        for path in ("/", "/categories/ai"):
            assert sponsored(await fair.see(path)) == expected, path
