"""Pages are kept for strangers, forgotten when something changes, and every view of a listing counts."""

import httpx2
import pytest

from showground.blog.actions.site_pages import WriteText, write_text
from tests.support.launch_world import Fair
from tests.support.world import World

pytestmark = pytest.mark.anyio

FIREFOX = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}
KEPT = ("/", "/listings", "/listings/quince", "/launches/2026-03-09", "/categories", "/blog", "/rules", "/awards")


@pytest.fixture
def fair(world: World) -> Fair:
    return Fair(world)


async def kept(fair: Fair, path: str) -> httpx2.Response:
    """The page, which is kept from now on."""
    await fair.world.hear_all()
    answer = await fair.world.client.get(path)
    assert (path, b"") in fair.world.app.parts.cache.answers
    return answer


async def views(fair: Fair) -> int:
    await fair.world.app._write_noted()
    return (await fair.ask("select views from listing where slug = 'quince'"))[0][0]


async def test_what_is_kept_is_what_was_made(fair: Fair) -> None:
    await fair.add("quince")
    for path in KEPT:
        first = await kept(fair, path)
        again = await fair.world.client.get(path)
        unlike = {"x-request-id", "ratelimit", "ratelimit-policy"}
        assert again.text == first.text
        assert {k: v for k, v in again.headers.items() if k not in unlike} == {
            k: v for k, v in first.headers.items() if k not in unlike
        }


async def test_who_carries_a_cookie_is_never_shown_what_is_kept(fair: Fair) -> None:
    await fair.add("quince")
    await kept(fair, "/listings/quince")
    before = set(fair.world.app.parts.cache.answers)
    async with fair.world.browser("alice") as browser:
        answer = await browser.get("/listings/quince?of=alice")
        assert ">Account</a>" in answer.text
        assert ">Account</a>" in (await browser.get("/listings/quince")).text
    assert set(fair.world.app.parts.cache.answers) == before
    assert ">Account</a>" not in (await fair.world.client.get("/listings/quince")).text


async def test_nobody_has_the_next_visitor_shown_what_they_asked_for_in_another_form(fair: Fair) -> None:
    """However they spell that they want Markdown, and if they say it in one of two lines."""
    await fair.add("quince")
    get, path = fair.world.client.get, "/listings/quince"
    for asked in (
        [("Accept", "Text/Markdown")],
        [("Accept", "text/markdown"), ("Accept", "text/html")],
        [("Accept", "text/html;q=0.1"), ("Accept", "TEXT/MARKDOWN")],
    ):
        await get(path, headers=asked)
        await get(path, headers=asked)
        assert (await get(path)).headers["content-type"].startswith("text/html"), asked
    await kept(fair, path)
    for asked in ("text/markdown", "Text/Markdown"):
        assert (await get(path, headers={"Accept": asked})).headers["content-type"].startswith("text/markdown")


async def test_a_change_is_seen_at_once(fair: Fair) -> None:
    number = await fair.add("quince")
    assert "Quince" in (await fair.world.client.get("/")).text
    await fair.set_status(number, "suspended")
    assert "Quince" not in (await fair.world.client.get("/")).text
    assert (await fair.world.client.get("/listings/quince")).status_code == 404


async def test_every_visitor_counts_once_an_hour_also_of_a_kept_page(fair: Fair) -> None:
    await fair.add("quince")
    get = fair.world.client.get
    await get("/listings/quince", headers=FIREFOX)
    await get("/listings/quince", headers=FIREFOX)
    assert await views(fair) == 1
    await get("/listings/quince", headers={"User-Agent": "Googlebot/2.1"})
    await get("/listings/quince/reviews", headers=FIREFOX)
    await fair.world.get("/listings/quince", headers=FIREFOX)
    assert await views(fair) == 1
    fair.world.clock.move(hours=1)
    await get("/listings/quince")  # by a program: only so that the page is kept
    await get("/listings/quince", headers=FIREFOX)
    await fair.world.client.head("/listings/quince", headers=FIREFOX)
    assert await views(fair) == 2


async def test_staff_change_the_words_on_privacy(fair: Fair) -> None:
    shipped = (await fair.world.client.get("/privacy")).text
    assert "What Showground stores about you" in shipped
    new = WriteText(
        slug="privacy", title="Privacy & you", body="# Big\n\n<script>alert(1)</script> [x](javascript:alert(2))"
    )
    await fair.world.dispatcher.call(write_text, fair.world.caller(), new)
    changed = (await fair.world.client.get("/privacy")).text
    assert "<h1>Privacy &amp; you</h1>" in changed
    assert "<h2>Big</h2>" in changed
    assert "Last updated on 11 March 2026." in changed
    assert "<script>alert" not in changed
    assert 'href="javascript' not in changed


async def test_a_page_is_kept_for_what_it_knows_in_the_query_alone(fair: Fair) -> None:
    """Else anybody could fill the memory with copies of one page."""
    await fair.add("quince")
    await kept(fair, "/listings")
    get = fair.world.client.get
    for query in ("utm_source=x", "q=quince&utm_source=x", "q=quince&q=quince", "page=1&page=2", "=", "_=1"):
        assert (await get(f"/listings?{query}")).status_code == 200
    for query in ("q=quince", "page=1&q=quince", "sort=newest"):
        assert (await get(f"/listings?{query}")).status_code == 200
    queries = [query for _, query in fair.world.app.parts.cache.answers if query]
    assert queries == [b"q=quince", b"page=1&q=quince", b"sort=newest"]


async def test_links_to_further_pages_hold_what_the_page_knows(fair: Fair) -> None:
    for i in range(21):
        await fair.add(f"quince-{i}")
    page = (await fair.world.client.get("/listings?sort=newest&evil=1&page=1")).text
    assert 'href="/listings?sort=newest&amp;page=2"' in page
    assert "evil" not in page
