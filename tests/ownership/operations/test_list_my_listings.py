"""An owner's listings."""

import pytest

from showground.ownership.operations.list_my_listings import list_my_listings
from tests.support.owners import Owners
from tests.support.requests import SURFACES, ask

pytestmark = pytest.mark.anyio


async def test_owner_and_cofounder_have_them_all_and_strangers_none(owners: Owners) -> None:
    numbers = [await owners.add(f"listing-{n}", ["draft", "live", "suspended"][n % 3]) for n in range(5)]
    alone = await owners.add("alone", members={owners.ids["bob"]: "owner"})
    first = await owners.call("GET", "/me/listings?per_page=3")
    rest = await owners.call("GET", "/me/listings?per_page=3&page=2")
    assert (first["total"], first["page"], first["per_page"]) == (5, 1, 3)
    assert [i["listing_id"] for i in first["items"] + rest["items"]] == numbers[::-1]
    assert {i["status"] for i in first["items"] + rest["items"]} == {"draft", "live", "suspended"}
    one = await owners.call("GET", f"/me/listings/{numbers[-1]}")
    assert first["items"][0] == one
    assert (await owners.call("GET", "/me/listings", by="bob"))["items"][0]["listing_id"] == alone
    assert (await owners.call("GET", "/me/listings", by="charlie"))["items"] == []


@pytest.mark.parametrize("surface", SURFACES)
async def test_the_brief_form_has_summaries(owners: Owners, surface: str) -> None:
    await owners.add("quince", "live")
    (whole,) = (await owners.call("GET", "/me/listings"))["items"]
    (brief,) = (await ask(owners.world, surface, list_my_listings, {"detail": "brief"}, by="alice")).body["items"]
    assert brief == {name: whole[name] for name in brief}
    assert {"listing_id", "slug", "status", "plan", "next_steps", "pending_order"} <= brief.keys()
    assert not {"description", "faqs", "features", "evidence"} & brief.keys()
