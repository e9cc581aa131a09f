"""What owners edit on the website beyond `update_listing`: name, category, stage, tags, founders and milestones."""

from typing import Any

import pytest

from showground.core.calls.errors import InvalidInput
from showground.listings import NoSuchListing, new_listings
from showground.ownership.actions.profile import (
    EditProfile,
    ReadFounderSocials,
    edit_profile,
    read_founder_socials,
)
from showground.ownership.actions.versions import ListVersions, RestoreVersion, list_versions, restore_version
from showground.ownership.operations.update_listing import ListingEdits, UpdateListing
from showground.people import NewFounder, add_founders, link_founder
from tests.support.listings import profile, search
from tests.support.owners import Owners

pytestmark = pytest.mark.anyio
QUOTE = {"quote": "Tidewater", "url": "https://tidewater.example/", "read_at": "2026-01-01T00:00:00Z"}


async def edit(owners: Owners, number: int, by: str = "alice", **sent: Any) -> None:
    asked = edit_profile.parse({"listing_id": number, **sent})
    await owners.world.dispatcher.call(edit_profile, owners.person(by), asked)


async def errors(owners: Owners, number: int, **sent: Any) -> dict[str, str]:
    with pytest.raises(InvalidInput) as refused:
        await edit(owners, number, **sent)
    return {error["field"]: error["message"] for error in refused.value.errors}


async def category_slugs(owners: Owners) -> list[str]:
    return [category["slug"] for category in (await profile(owners.world, "tidewater"))["categories"]]


async def test_a_new_name_is_public_and_found_at_once_and_the_address_stays(owners: Owners) -> None:
    number = await owners.add(evidence={"name": [QUOTE], "stage": [QUOTE]}, stage="mvp")
    client = owners.world.client
    assert "Ebbtide" not in (await client.get("/listings/tidewater")).text  # the page is cached now
    await edit(owners, number, name="  Ebbtide ", stage="Growing", tags=["tide", " tide ", "", "sea"])
    shown = await profile(owners.world, "tidewater")
    assert (shown["slug"], shown["name"], shown["stage"]) == ("tidewater", "Ebbtide", "growing")
    assert shown["tags"] == ["tide", "sea"]
    assert shown["evidence"] == {}  # the quotes were about what it said before
    assert "Ebbtide" in (await client.get("/listings/tidewater")).text
    assert await search(owners.world, q="ebbtide", stage="growing") == ["tidewater"]
    assert "Ebbtide" in (await client.get("/listings")).text
    await edit(owners, number, stage=None, tags=None, by="bob")
    shown = await profile(owners.world, "tidewater")
    assert (shown["stage"], shown["tags"], shown["name"]) == (None, None, "Ebbtide")


async def test_the_primary_category_changes_with_its_counts_and_paid_ones_stay(owners: Owners) -> None:
    number = await owners.add(categories=["databases", "analytics"])
    client = owners.world.client

    async def counted(slug: str) -> int:
        return (await client.get(f"/api/v1/categories/{slug}")).json()["listing_count"]

    assert [await counted(slug) for slug in ("databases", "analytics", "email-marketing")] == [1, 1, 0]
    await edit(owners, number, category="email marketing")
    assert await category_slugs(owners) == ["email-marketing", "analytics"]
    assert [await counted(slug) for slug in ("databases", "analytics", "email-marketing")] == [0, 1, 1]
    assert await search(owners.world, category="email-marketing") == ["tidewater"]
    assert await search(owners.world, category="databases") == []
    await edit(owners, number, category="Analytics")  # one that was paid for: the two change places
    assert await category_slugs(owners) == ["analytics", "email-marketing"]
    told = await errors(owners, number, category="Email marketng")
    assert told == {"category": "No category has this name. Did you mean Email Marketing or Email and Messaging?"}


async def test_founders_get_pages_and_those_who_stay_are_the_same_people(owners: Owners) -> None:
    ada = new_listings.NewListingFounder("ada-moreno", "Ada Moreno", "CEO", None)
    async with owners.world.dispatcher.database.transaction() as db:
        await add_founders(db, [NewFounder(slug="ada-moreno", name="Ada Moreno")])
    number = await owners.add(founders=[ada], evidence={"founders": [QUOTE], "founder_socials.x": [QUOTE]})
    assert (await owners.world.client.get("/founders/ada-moreno")).status_code == 200
    named = [{"name": "Bo Larsen", "title": "CTO", "bio": "Ran\ndatabases."}, {"name": "Ada Moreno", "title": "CEO"}]
    await edit(owners, number, founders=named)
    shown = await profile(owners.world, "tidewater")
    assert [(f["slug"], f["name"], f["title"]) for f in shown["founders"]] == [
        ("bo-larsen", "Bo Larsen", "CTO"),
        ("ada-moreno", "Ada Moreno", "CEO"),
    ]
    assert set(shown["evidence"]) == {"founder_socials.x"}
    assert "Ran" in (await owners.world.client.get("/founders/bo-larsen")).text
    await edit(owners, number, founders=named[:1], founder_socials={"x": "https://x.example/bo", "github": ""})
    assert (await owners.world.client.get("/founders/ada-moreno")).status_code == 404
    assert (await profile(owners.world, "tidewater"))["evidence"] == {}
    read = await owners.world.dispatcher.call(
        read_founder_socials, owners.person("bob"), ReadFounderSocials(listing_id=number)
    )
    assert read.socials == {"x": "https://x.example/bo"}
    assert "https://x.example/bo" in (await owners.world.client.get("/founders/bo-larsen")).text
    await edit(owners, number, founders=[])
    assert (await profile(owners.world, "tidewater"))["founders"] is None
    assert await errors(owners, number, founder_socials={"x": "https://x.example/bo"}) == {
        "founder_socials": "Add a founder first."
    }


async def test_links_of_a_founder_with_an_account_are_theirs(owners: Owners) -> None:
    ada = new_listings.NewListingFounder("ada-moreno", "Ada Moreno", None, None)
    number = await owners.add(founders=[ada])
    async with owners.world.dispatcher.database.transaction() as db:
        await add_founders(db, [NewFounder(slug="ada-moreno", name="Ada Moreno")])
        await link_founder(db, "ada-moreno", owners.ids["alice"])
    sent: dict[str, Any] = {"founder_socials": {"x": "https://x.example/ada"}}
    asked = edit_profile.parse({"listing_id": number, **sent})
    with pytest.raises(InvalidInput) as refused:
        await owners.world.dispatcher.call(edit_profile, owners.person("bob"), asked)
    assert "Ask them" in refused.value.errors[0]["message"]
    await edit(owners, number, **sent, founders=[{"name": "Ada Moreno", "bio": "Builds."}])
    page = (await owners.world.client.get("/founders/ada-moreno")).text
    assert "https://x.example/ada" in page
    assert "Builds." in page


async def test_milestones_replace_all_and_a_version_brings_everything_back(owners: Owners) -> None:
    number = await owners.add(unlocked=["milestones"])
    first = {"date": "2025-02-01", "title": "First sale", "description": None, "url": None}
    await edit(owners, number, milestones=[{"date": "2026-01-02", "title": " Team of two "}, first], name="Ebbtide")
    shown = (await profile(owners.world, "tidewater"))["milestones"]
    assert [(m["date"], m["title"]) for m in shown] == [("2026-01-02", "Team of two"), ("2025-02-01", "First sale")]
    await edit(owners, number, milestones=[first])
    assert [m["id"] for m in (await profile(owners.world, "tidewater"))["milestones"]] == [shown[1]["id"]]
    dispatcher, alice = owners.world.dispatcher, owners.person("alice")
    [version] = (await dispatcher.call(list_versions, alice, ListVersions(listing_id=number))).items
    await dispatcher.call(restore_version, alice, RestoreVersion(listing_id=number, version_id=version.id, undo=True))
    shown = await profile(owners.world, "tidewater")
    assert (shown["name"], shown["milestones"]) == ("Tidewater", None)


async def test_what_cannot_be_is_refused_by_name_and_nothing_is_changed(owners: Owners) -> None:
    number = await owners.add()
    told = await errors(
        owners,
        number,
        name="  ",
        tags=["fine"],
        founders=[{"name": " "}],
        milestones=[{"date": "2026-01-01", "title": " ", "url": "javascript:alert(1)"}],
    )
    assert set(told) == {"name", "founders[0].name", "milestones[0].title", "milestones[0].url"}
    assert set(await errors(owners, number, founder_socials={"x": "data:text/html,hi"})) == {"founder_socials.x"}
    assert (await profile(owners.world, "tidewater"))["tags"] is None
    for name in ("slug", "votes", "website", "plan"):
        with pytest.raises(InvalidInput):
            edit_profile.parse({"listing_id": number, name: "x"})
    assert await owners.ask("select from listing_version") == []


async def test_strangers_can_neither_edit_nor_read(owners: Owners) -> None:
    number = await owners.add()
    with pytest.raises(NoSuchListing):
        await edit(owners, number, by="charlie", name="Mine")
    with pytest.raises(NoSuchListing):
        await owners.world.dispatcher.call(
            read_founder_socials, owners.person("charlie"), ReadFounderSocials(listing_id=number)
        )
    assert (await profile(owners.world, "tidewater"))["name"] == "Tidewater"


def test_the_input_names_nothing_that_update_listing_takes() -> None:
    """Each field has one way to be edited."""
    taken = {*ListingEdits.model_fields, *UpdateListing.model_fields} - {"listing_id"}
    assert taken.isdisjoint(EditProfile.model_fields)
