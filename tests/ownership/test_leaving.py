"""What somebody takes along of their listings and claims, and what stays when they go."""

import pytest

from showground.accounts.actions.delete_account import DeleteAccount, delete_account
from showground.ownership.leaving import export_listings
from tests.parts.listings import profile
from tests.parts.owners import Owners

pytestmark = pytest.mark.anyio


async def test_a_listing_stays_without_its_owner_and_can_be_claimed(owners: Owners) -> None:
    await owners.add(members={owners.ids["alice"]: "owner"})
    await owners.call("POST", "/claims", {"slug": "tidewater", "method": "meta"}, status=201)
    async with owners.world.door.database.reading() as db:
        told = await export_listings(db, owners.ids["alice"])
    [listing] = told["listings"]
    assert (listing["listing"], listing["role"], listing["status"], listing["plan"]) == (
        "tidewater",
        "owner",
        "live",
        "none",
    )
    assert [(claim["listing"], claim["method"], claim["status"]) for claim in told["claims"]] == [
        ("tidewater", "meta", "pending")
    ]
    await owners.world.door.call(delete_account, owners.person("alice"), DeleteAccount(email="alice@alice.example"))
    assert (await profile(owners.world, "tidewater"))["slug"] == "tidewater"
    assert await owners.ask("select from listing_member") == await owners.ask("select from claim") == []
    await owners.call("POST", "/claims", {"slug": "tidewater", "method": "meta"}, by="charlie", status=201)
