"""Owners hand a listing over to whom they choose, and retire one without losing its address."""

import re

import pytest

from showground.core.calls.errors import RateLimited
from showground.ownership.actions.listing_status import PublishAgain, publish_again
from showground.ownership.actions.transfers import (
    NoSuchOffer,
    OfferedToAnother,
    OfferListing,
    OfOwnListing,
    ReadOffer,
    YourOwnAddress,
    accept_offer,
    cancel_transfer,
    get_transfer,
    offer_listing,
    retire_listing,
)
from showground.ownership.errors import OwnersOnly, WrongStatus
from tests.support.owners import Owners, meet
from tests.support.world import CAST, running_world

pytestmark = pytest.mark.anyio


async def token_of(owners: Owners) -> str:
    text = (await owners.mails())[-1][2]
    found = re.search(r"/transfers/(\S+)", text)
    assert found
    return found[1]


async def test_the_other_one_accepts_and_the_owner_leaves(owners: Owners) -> None:
    number, call = await owners.add(), owners.world.dispatcher.call
    alice, bob, charlie = (owners.person(name) for name in ("alice", "bob", "charlie"))
    with pytest.raises(OwnersOnly):
        await call(offer_listing, bob, OfferListing(listing_id=number, email="charlie@charlie.example"))
    with pytest.raises(YourOwnAddress):
        await call(offer_listing, alice, OfferListing(listing_id=number, email="Alice@alice.example"))
    await call(offer_listing, alice, OfferListing(listing_id=number, email="charlie@charlie.example"))
    first = await token_of(owners)
    await call(offer_listing, alice, OfferListing(listing_id=number, email="charlie@charlie.example"))
    offer = ReadOffer(token=await token_of(owners))
    with pytest.raises(NoSuchOffer):  # another offer takes the place of the first
        await call(accept_offer, charlie, ReadOffer(token=first))
    with pytest.raises(OfferedToAnother):
        await call(accept_offer, bob, offer)
    assert (await call(get_transfer, alice, OfOwnListing(listing_id=number))).transfer is not None
    await call(accept_offer, charlie, offer)
    with pytest.raises(NoSuchOffer):
        await call(accept_offer, charlie, offer)
    members = await owners.ask("select account_id, role from listing_member order by account_id")
    assert members == [(owners.ids["bob"], "cofounder"), (owners.ids["charlie"], "owner")]
    await owners.call("GET", f"/me/listings/{number}", by="alice", status=404)
    await owners.call("GET", f"/me/listings/{number}", by="charlie")


async def test_an_offer_that_was_taken_back_or_is_old_leads_nowhere(owners: Owners) -> None:
    number, call = await owners.add(), owners.world.dispatcher.call
    await call(offer_listing, owners.person("alice"), OfferListing(listing_id=number, email="charlie@charlie.example"))
    offer = ReadOffer(token=await token_of(owners))
    await call(cancel_transfer, owners.person("alice"), OfOwnListing(listing_id=number))
    with pytest.raises(NoSuchOffer):
        await call(accept_offer, owners.person("charlie"), offer)
    await call(offer_listing, owners.person("alice"), OfferListing(listing_id=number, email="charlie@charlie.example"))
    offer = ReadOffer(token=await token_of(owners))
    owners.world.clock.move(days=15)
    with pytest.raises(NoSuchOffer):
        await call(accept_offer, owners.person("charlie"), offer)


async def test_a_retired_listing_keeps_its_address_and_says_so(owners: Owners) -> None:
    number, call = await owners.add(tagline="Backups that restore"), owners.world.dispatcher.call
    await owners.do("insert into listing_former_slug values ('tide', %s, now())", number)
    assert (await owners.world.client.get("/listings/tidewater")).status_code == 200
    await call(retire_listing, owners.person("alice"), OfOwnListing(listing_id=number))
    page = await owners.world.client.get("/listings/tidewater")
    assert page.status_code == 200
    assert "Retired by its makers on 11 March 2026" in page.text
    assert "noindex" in page.text
    moved = await owners.world.client.get("/listings/tide")
    assert (moved.status_code, moved.headers["location"]) == (301, "/listings/tidewater")
    assert (await owners.world.get("/listings/tidewater")).status_code == 404
    assert (await owners.world.get("/listings")).json()["total"] == 0
    owned = await owners.call("GET", f"/me/listings/{number}")
    assert (owned["status"], owned["retired_at"] is not None) == ("withdrawn", True)
    await call(publish_again, owners.person("alice"), PublishAgain(listing_id=number))
    assert "Retired by its makers" not in (await owners.world.client.get("/listings/tidewater")).text
    draft = await owners.add("new", status="draft")
    with pytest.raises(WrongStatus):
        await call(retire_listing, owners.person("alice"), OfOwnListing(listing_id=draft))


async def test_nobody_is_flooded_with_offers(database_url: str) -> None:
    async with running_world(database_url, rate_limits=1.0) as world:
        for name in CAST:
            await world.add_person(name)
        owners = await meet(world)
        numbers = [await owners.add(f"reef-{name}", members={owners.ids[name]: "owner"}) for name in ("alice", "bob")]
        alice, bob = owners.person("alice"), owners.person("bob")
        for number in range(5):
            asked = OfferListing(listing_id=numbers[0], email=f"Ada+{number}@fair.example")
            await world.dispatcher.call(offer_listing, alice, asked)
        with pytest.raises(RateLimited):
            await world.dispatcher.call(
                offer_listing, bob, OfferListing(listing_id=numbers[1], email="ada@fair.example")
            )
        assert len(await owners.mails()) == 5
