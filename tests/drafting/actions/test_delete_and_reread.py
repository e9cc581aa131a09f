"""Deleting a draft, and reading its site once more."""

from uuid import UUID

import pytest

from showground.core.calls.context import Access, Caller
from showground.core.calls.errors import InsufficientScope
from showground.drafting.actions.drafts import DeleteDraft, RereadDraft, delete_draft, reread_draft
from showground.drafting.errors import DraftNotReady, NoSuchDraft, ReadTooSoon
from showground.extraction.proposal import Drafted, Proposal, SourceQuote
from tests.support.draft_world import HOME, Studio
from tests.support.site import Answer

pytestmark = pytest.mark.anyio


async def test_a_draft_goes_and_its_listing_stays(studio: Studio) -> None:
    draft = await studio.ready()
    listing = (await studio.submitted(draft["id"]))["listing_id"]
    asked = DeleteDraft(id=draft["id"])
    with pytest.raises(NoSuchDraft):
        await studio.world.dispatcher.call(delete_draft, await studio.person("charlie"), asked)
    alice = await studio.person("alice")
    access = await studio.world.dispatcher.authenticate(studio.world.keys["alice"], alice.now, "")
    assert isinstance(access, Access)
    by_key = Caller(alice.now, "rest", access)
    with pytest.raises(InsufficientScope):
        await studio.world.dispatcher.call(delete_draft, by_key, asked)
    gone = await studio.world.dispatcher.call(delete_draft, alice, asked)
    assert gone.deleted
    assert (await studio.world.get(f"/drafts/{draft['id']}", by="alice")).status_code == 404
    assert await studio.rows("select 1 from draft_page") == []
    assert (await studio.world.get(f"/me/listings/{listing}", by="alice")).status_code == 200
    await studio.work(draft["id"])


async def test_a_site_is_read_again_once_an_hour_and_what_was_typed_stays(studio: Studio) -> None:
    begun = await studio.begin("slow.test")
    with pytest.raises(DraftNotReady):
        await studio.world.dispatcher.call(reread_draft, await studio.person("alice"), RereadDraft(id=begun["id"]))
    draft = (await studio.ready())["id"]
    asked = RereadDraft(id=draft)
    with pytest.raises(ReadTooSoon):
        await studio.world.dispatcher.call(reread_draft, await studio.person("alice"), asked)
    studio.world.clock.move(minutes=61)
    with pytest.raises(NoSuchDraft):
        await studio.world.dispatcher.call(reread_draft, await studio.person("charlie"), asked)
    await studio.edit(
        draft, fields={"tagline": "Mine", "city": "Porto", "country": None}, lock_fields=["name"], story={"title": "T"}
    )
    again = await studio.world.dispatcher.call(reread_draft, await studio.person("alice"), asked)
    assert (again.status, again.fields.tagline.value) == ("crawling", "Mine")
    visits = len(studio.site.requests)
    studio.site.pages["/"] = HOME.replace("Tidewater", "Ebbtide").replace("Free up to 5 GB, then", "It costs")

    def drafted(value: str, quote: str) -> Drafted:
        return Drafted(value=value, quotes=[SourceQuote(quote=quote, url=studio.url())])

    studio.drafter.proposal = Proposal(
        fields={
            "name": drafted("Ebbtide", "Ebbtide"),
            "tagline": drafted("Every backup is restored once", "Every backup is restored once, so that you know."),
            "country": drafted("PT", "Founded in 2019 in Porto, Portugal"),
            "pricing_model": drafted("subscription", "It costs 9 USD a month."),
        }
    )
    await studio.work(draft, 1)
    assert (await studio.get(draft))["status"] == "crawling", "the job of an earlier visit does nothing"
    await studio.work(draft, 2)
    now = await studio.get(draft)
    assert now["status"] == "ready"
    assert len(studio.site.requests) > visits
    kept = {name: now["fields"][name]["value"] for name in ("tagline", "city", "country", "name", "pricing_model")}
    mine = {"tagline": "Mine", "city": "Porto", "country": None, "name": "Tidewater"}
    assert kept == {**mine, "pricing_model": "subscription"}
    assert now["story"]["title"] == "T"
    restored = await studio.edit(draft, restore=["tagline"])
    assert restored["fields"]["tagline"]["value"] == "Every backup is restored once"


async def reread(studio: Studio, draft: str, reading: int) -> None:
    studio.world.clock.move(hours=2)
    await studio.world.dispatcher.call(reread_draft, await studio.person("alice"), RereadDraft(id=UUID(draft)))
    await studio.work(draft, reading)


async def test_reading_again_undoes_no_edit_of_the_listing(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    own = f"/me/listings/{(await studio.submitted(draft))['listing_id']}"
    typed = {"fields": {"tagline": "On the listing", "contact_email": "hi@tidewater.example"}}
    assert (await studio.world.request("PATCH", own, by="alice", json=typed)).status_code == 200
    await reread(studio, draft, 2)
    await studio.edit(draft, fields={"city": "Porto"})
    seen = await studio.submitted(draft)
    assert (seen["tagline"], seen["contact_email"], seen["location"]["city"]) == (
        "On the listing",
        "hi@tidewater.example",
        "Porto",
    )
    assert "tagline" not in seen["evidence"], "a quote proves only what it was read for"
    assert seen["evidence"]["name"][0]["read_at"] == "2026-03-11T14:00:00Z"
    assert "description" in seen["not_found_on_website"]
    assert not {"contact_email", "city"}.intersection(seen["not_found_on_website"])


async def test_a_site_that_is_down_when_it_is_read_again_takes_nothing_away(
    studio: Studio, expected_errors: list[str]
) -> None:
    before = await studio.ready()
    draft = before["id"]
    listing = await studio.submitted(draft)
    studio.site.pages["/"] = Answer("down", status=503)
    await reread(studio, draft, 2)
    now = await studio.get(draft)
    assert (now["status"], [problem["code"] for problem in now["problems"]]) == ("ready", ["site_error"])
    assert now["fields"] == before["fields"]
    await studio.edit(draft, fields={"city": "Porto"})
    seen = await studio.submitted(draft)
    assert (seen["tagline"], seen["country"]) == (listing["tagline"], listing["country"])
    assert seen["evidence"] == listing["evidence"]

    studio.site.pages["/"] = HOME
    studio.drafter.fails = RuntimeError("nothing that a caller should read")
    await reread(studio, draft, 3)
    assert expected_errors
    now = await studio.get(draft)
    assert [problem["code"] for problem in now["problems"]] == ["drafting_failed"]
    assert now["fields"]["tagline"] == before["fields"]["tagline"]
    studio.drafter.fails = None
    await reread(studio, draft, 4)
    assert (await studio.get(draft))["problems"] == []


async def test_what_is_removed_where_nothing_was_found_is_still_not_found(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    await studio.edit(draft, fields={"description": None, "country": None}, lock_fields=["stage"])
    missing = (await studio.submitted(draft))["not_found_on_website"]
    assert {"description", "stage"} <= set(missing)
    assert "country" not in missing, "the site states it"
