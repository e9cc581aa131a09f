"""Deleting milestones."""

import pytest

from tests.support.listings import profile
from tests.support.owners import Owners

pytestmark = pytest.mark.anyio


async def test_it_is_gone_at_once_and_only_for_those_who_belong_to_it(owners: Owners) -> None:
    number = await owners.add(unlocked=["milestones"])
    other = await owners.add("other", members={owners.ids["charlie"]: "owner"})
    given = {"date": "2026-03-14", "title": "First customer"}
    mine = await owners.call("POST", f"/me/listings/{number}/milestones", given, status=201)
    path = f"/me/listings/{number}/milestones/{mine['id']}"
    await owners.call("DELETE", path, by="charlie", status=404)
    await owners.call("DELETE", f"/me/listings/{other}/milestones/{mine['id']}", by="charlie", status=404)
    assert len((await profile(owners.world, "tidewater"))["milestones"]) == 1
    assert await owners.call("DELETE", path, by="bob") == {"deleted": True, "id": mine["id"]}
    assert (await profile(owners.world, "tidewater"))["milestones"] is None
    assert (await owners.call("DELETE", path, status=404))["code"] == "no_such_milestone"


async def test_a_repeat_with_its_key_is_answered_alike(owners: Owners) -> None:
    number = await owners.add()
    given = {"date": "2026-03-14", "title": "First customer"}
    mine = await owners.call("POST", f"/me/listings/{number}/milestones", given, status=201)
    path, key = f"/me/listings/{number}/milestones/{mine['id']}", "gone"
    assert await owners.call("DELETE", path, key=key) == await owners.call("DELETE", path, key=key)
