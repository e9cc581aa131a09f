"""Versions: read and brought back by owners, looked through and undone by staff."""

import pytest

from showground.core.calls.errors import InsufficientScope
from showground.core.calls.models import NoInput
from showground.listings import NoSuchListing
from showground.ownership.actions.versions import (
    ListVersions,
    RestoreVersion,
    RevertVersion,
    ReviewVersion,
    list_unreviewed,
    list_versions,
    restore_version,
    revert_version,
    review_version,
)
from showground.ownership.errors import NoSuchVersion
from tests.support.listings import profile, search
from tests.support.owners import Owners

pytestmark = pytest.mark.anyio


async def edit(owners: Owners, number: int, **fields: str | None) -> None:
    await owners.call("PATCH", f"/me/listings/{number}", {"fields": fields})
    owners.world.clock.move(minutes=1)  # what is changed within a minute is one version


async def test_an_owner_reads_them_and_brings_one_back(owners: Owners) -> None:
    number = await owners.add(tagline="First", city="Porto")
    await edit(owners, number, tagline="Second")
    await edit(owners, number, tagline="Third", city="Braga")
    dispatcher, bob = owners.world.dispatcher, owners.person("bob")
    page = await dispatcher.call(list_versions, bob, ListVersions(listing_id=number))
    third, second = page.items
    assert (page.total, third.before, third.after) == (
        2,
        {"tagline": "Second", "city": "Porto"},
        {"tagline": "Third", "city": "Braga"},
    )
    assert (second.account, second.surface, second.was_live) == (owners.ids["alice"], "rest", True)
    made = await dispatcher.call(restore_version, bob, RestoreVersion(listing_id=number, version_id=second.id))
    seen = await profile(owners.world, "tidewater")
    assert (seen["tagline"], seen["location"]["city"]) == ("Second", "Braga")
    await dispatcher.call(restore_version, bob, RestoreVersion(listing_id=number, version_id=second.id, undo=True))
    assert (await profile(owners.world, "tidewater"))["tagline"] == "First"
    assert await search(owners.world, q="first") == ["tidewater"]
    newest = (await dispatcher.call(list_versions, bob, ListVersions(listing_id=number))).items[0]
    assert (newest.surface, newest.reverts) == ("web", second.id)
    again = await dispatcher.call(
        restore_version, bob, RestoreVersion(listing_id=number, version_id=second.id, undo=True)
    )
    assert (made.made is not None, again.made) == (True, None)

    other = await owners.add("other", members={owners.ids["charlie"]: "owner"})
    with pytest.raises(NoSuchListing):
        await dispatcher.call(list_versions, owners.person("charlie"), ListVersions(listing_id=number))
    with pytest.raises(NoSuchVersion):
        await dispatcher.call(
            restore_version, owners.person("charlie"), RestoreVersion(listing_id=other, version_id=second.id)
        )


async def test_staff_look_through_them_and_undo_one(owners: Owners) -> None:
    number = await owners.add(tagline="First")
    hidden = await owners.add("hidden", "draft")
    await edit(owners, hidden, tagline="Nobody sees this")
    await edit(owners, number, tagline="Fine")
    await edit(owners, number, tagline="Buy pills")
    dispatcher, staff = owners.world.dispatcher, owners.staff()
    fine, bad = (await dispatcher.call(list_unreviewed, staff, NoInput())).items
    assert [(v.slug, v.before["tagline"], v.after["tagline"]) for v in (fine, bad)] == [
        ("tidewater", "First", "Fine"),
        ("tidewater", "Fine", "Buy pills"),
    ]
    await dispatcher.call(review_version, staff, ReviewVersion(version_id=fine.id))
    await dispatcher.call(revert_version, staff, RevertVersion(version_id=bad.id))
    assert (await profile(owners.world, "tidewater"))["tagline"] == "Fine"
    assert (await dispatcher.call(list_unreviewed, staff, NoInput())).items == []
    for unknown in (ReviewVersion(version_id=999), RevertVersion(version_id=999)):
        with pytest.raises(NoSuchVersion):
            await (
                dispatcher.call(review_version, staff, unknown)
                if isinstance(unknown, ReviewVersion)
                else dispatcher.call(revert_version, staff, unknown)
            )
    with pytest.raises(InsufficientScope):
        await dispatcher.call(revert_version, owners.person("alice"), RevertVersion(version_id=bad.id))
