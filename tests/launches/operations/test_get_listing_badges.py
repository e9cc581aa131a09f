"""The badges of a listing: only those that it has earned, each in every style."""

from datetime import timedelta
from typing import Any

import pytest

from showground import launches
from showground.listings import flags
from tests.support.html import Page
from tests.support.launch_world import HIDDEN, LAST_MONDAY, NEXT_MONDAY, Fair, hours
from tests.support.world import NOW

pytestmark = pytest.mark.anyio

SITE = "http://localhost:8000"


async def badges(fair: Fair, slug: str, **asked: str) -> dict[str, dict[str, Any]]:
    return {item["kind"]: item for item in (await fair.get(f"/listings/{slug}/badges", **asked))["items"]}


async def test_a_scheduled_listing_is_listed_and_no_more(fair: Fair) -> None:
    await fair.add("quince", NEXT_MONDAY, status="scheduled")
    assert list(await badges(fair, "quince")) == ["listed"]


async def test_a_live_listing_has_launched(fair: Fair) -> None:
    await fair.add("quince")
    await fair.add("unlaunched", None)
    assert list(await badges(fair, "quince")) == ["listed", "launched"]
    assert list(await badges(fair, "unlaunched")) == ["listed"]


async def test_featured_says_that_it_was_paid_for_and_ends(fair: Fair) -> None:
    number = await fair.add("quince")
    assert "featured" not in await badges(fair, "quince")
    async with fair.world.dispatcher.database.transaction() as db:
        await flags.set_featured(db, number, NOW + timedelta(days=7))
    badge = (await badges(fair, "quince"))["featured"]
    assert badge["label"] == "Featured (Paid)"
    assert 'alt="Quince: Featured (Paid) on Showground"' in badge["html"]
    fair.world.clock.move(days=7)
    assert "featured" not in await badges(fair, "quince")


async def test_verified_while_the_owner_is_known(fair: Fair) -> None:
    number = await fair.add("quince")
    for at, expected in ((NOW, True), (None, False)):
        async with fair.world.dispatcher.database.transaction() as db:
            await flags.set_verified(db, number, at)
        assert ("verified" in await badges(fair, "quince")) is expected


async def test_the_best_place_is_the_one_that_is_shown(fair: Fair) -> None:
    before = LAST_MONDAY - timedelta(weeks=1)
    number = await fair.add("quince", before, votes=hours(1, since=before))
    await fair.add("medlar", LAST_MONDAY, votes=hours(1, 2, since=LAST_MONDAY))
    await fair.add("fig", LAST_MONDAY, votes=())
    [voter] = await fair.add_people(1)
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(number, LAST_MONDAY)])
        await launches.add_votes(db, [launches.Cast(number, voter, hours(1, since=LAST_MONDAY)[0])])
        for week in (LAST_MONDAY, before):
            await launches.close_week(db, week, NOW)
    assert (await badges(fair, "quince"))["launch-of-the-week"]["label"] == "Launch of the Week #1"
    assert (await badges(fair, "medlar"))["launch-of-the-week"]["label"] == "Launch of the Week #1"
    assert "launch-of-the-week" not in await badges(fair, "fig")


async def test_html_and_address_are_of_the_style_asked_for(fair: Fair) -> None:
    await fair.add("quince")
    badge = (await badges(fair, "quince"))["listed"]
    assert badge["svg_url"] == f"{SITE}/badges/quince/listed-standard-auto-m.svg"
    assert badge["html"] == (
        f'<a href="{SITE}/listings/quince"><img src="{badge["svg_url"]}" width="212" height="56"'
        ' alt="Quince: Listed on Showground"></a>'
    )
    badge = (await badges(fair, "quince", shape="square", mode="dark", size="l"))["launched"]
    assert badge["svg_url"] == f"{SITE}/badges/quince/launched-square-dark-l.svg"
    assert 'width="168" height="168"' in badge["html"]


async def test_every_style_is_named_once_and_is_there(fair: Fair) -> None:
    await fair.add("quince")
    for kind, badge in (await badges(fair, "quince")).items():
        styles = badge["styles"]
        assert len(styles) == len({(s["shape"], s["mode"], s["size"]) for s in styles}) == 45
        for style in styles:
            name = f"{kind}-{style['shape']}-{style['mode']}-{style['size']}"
            assert style["svg_url"] == f"{SITE}/badges/quince/{name}.svg"
        for style in styles[::7]:
            assert (await fair.world.client.get(style["svg_url"])).status_code == 200


async def test_a_hostile_name_stays_text(fair: Fair) -> None:
    name = "\"><script>alert(1)</script>' onerror='x()"
    await fair.add("quince", name=name)
    for badge in (await badges(fair, "quince", shape="banner")).values():
        page = Page(
            f"<!doctype html><html><head><title>Theirs</title></head><body><main>{badge['html']}</main></body></html>"
        )
        assert [tag for tag, _ in page.elements][-3:] == ["main", "a", "img"]
        [image] = page.all("img")
        assert set(image) == {"src", "width", "height", "alt"}
        assert image["alt"] == f"{name}: {badge['label']} on Showground"


@pytest.mark.parametrize("status", HIDDEN)
async def test_what_is_not_public_is_not_found_as_if_it_never_was(fair: Fair, status: str) -> None:
    await fair.add("quince", status=status)
    hidden, never = [await fair.refused(f"/listings/{slug}/badges", 404) for slug in ("quince", "never")]
    assert hidden | {"request_id": ""} == never | {"request_id": ""}


async def test_unknown_styles_are_refused_by_name(fair: Fair) -> None:
    await fair.add("quince")
    body = await fair.refused("/listings/quince/badges", shape="round", mode="grey", size="xl")
    assert {error["field"] for error in body["errors"]} == {"shape", "mode", "size"}


async def test_the_brief_form_has_the_requested_style_only(fair: Fair) -> None:
    await fair.add("quince")
    asked = {"shape": "pill", "mode": "dark", "size": "s"}
    whole, brief = await badges(fair, "quince", **asked), await badges(fair, "quince", detail="brief", **asked)
    assert brief.keys() == whole.keys()
    for kind, badge in brief.items():
        assert badge == whole[kind] | {"styles": [{**asked, "svg_url": badge["svg_url"]}]}
        assert badge["styles"][0] in whole[kind]["styles"]
