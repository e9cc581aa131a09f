"""Milestones: kept at once, shown when unlocked."""

import pytest

from tests.support.listings import profile
from tests.support.owners import Owners

pytestmark = pytest.mark.anyio

FIRST = {"date": "2026-03-14", "title": " First customer ", "description": "A bakery.", "url": "https://a.example/b"}


async def test_it_is_kept_and_shown_only_when_unlocked(owners: Owners) -> None:
    number = await owners.add()
    told = await owners.call("POST", f"/me/listings/{number}/milestones", FIRST, by="bob", status=201)
    assert told == {**FIRST, "title": "First customer", "id": told["id"]}
    assert "milestones" not in await profile(owners.world, "tidewater")
    assert (await owners.call("GET", f"/me/listings/{number}"))["milestones"] == [told]
    await owners.set_state(number, status="live", plan="paid", launch_week=None, unlock=["milestones"])
    later = await owners.call(
        "POST", f"/me/listings/{number}/milestones", {"date": "2026-12-01", "title": "Next"}, status=201
    )
    assert (await profile(owners.world, "tidewater"))["milestones"] == [later, told]


async def test_what_cannot_be_is_refused(owners: Owners) -> None:
    number = await owners.add()
    path = f"/me/listings/{number}/milestones"
    wrong = {"date": "2026-03-14", "title": " ", "url": "javascript:alert(1)"}
    assert set(await owners.errors("POST", path, wrong)) == {"title", "url"}
    assert set(await owners.errors("POST", path, {"date": "2026-02-30", "title": "a"})) == {"date"}
    await owners.call("POST", path, FIRST, by="charlie", status=404)
    await owners.do(
        "insert into listing_milestone (listing_id, date, title) select %s, now(), 'x' from generate_series(1, 50)",
        number,
    )
    assert (await owners.call("POST", path, FIRST, status=400))["code"] == "too_many_milestones"
