"""Editing a draft."""

from typing import Any

import anyio
import httpx2
import pytest

from showground import people
from showground.drafting import redraft_fields
from showground.extraction.proposal import Drafted, Proposal, SourceQuote
from showground.listings import edits, new_listings
from tests.support.draft_world import HOME, Studio
from tests.support.problems import errors_of, read_problem

pytestmark = pytest.mark.anyio


def codes(draft: dict[str, Any]) -> list[str]:
    return [problem["code"] for problem in draft["problems"]]


async def test_states_follow_what_a_person_does(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    now = await studio.edit(
        draft,
        fields={"tagline": "Sleep through restores", "city": "Porto", "pricing_model": None, "country": "es"},
        lock_fields=["name"],
        company_socials={"x": "https://x.com/tidewater", "github": ""},
        story={"title": "It began"},
        seo={"title": "Tidewater", "meta": "Backups"},
        competitor_url="https://ebbtide.example",
        faqs=[{"question": "Q?", "answer": "A."}] * 10,
    )
    states = {name: field["state"] for name, field in now["fields"].items()}
    assert (states["tagline"], states["city"], states["pricing_model"]) == ("edited", "manual", "deleted")
    assert (states["name"], states["categories"]) == ("override", "ai")
    assert now["fields"]["country"]["value"] == "ES"
    assert now["company_socials"] == {"x": "https://x.com/tidewater"}
    assert now["story"] == {"title": "It began", "problem": "Nobody tests a backup."}
    assert now["seo"] == {"title": "Tidewater", "meta": "Backups"}
    assert now["competitor_url"] == "https://ebbtide.example"
    assert len(now["faqs"]) == 10
    assert now == await studio.get(draft)

    now = await studio.edit(draft, restore=["tagline", "pricing_model", "name", "faqs"], competitor_url="")
    for name in ("tagline", "pricing_model", "name"):
        assert now["fields"][name]["state"] == "ai"
        assert now["fields"][name]["evidence"]
    assert len(now["faqs"]) == 1
    assert now["competitor_url"] is None
    assert await studio.edit(draft) == await studio.get(draft)


async def test_all_that_is_wrong_is_told_at_once(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    fields = {"tagline": "x" * 501, "categories": ["Databses"], "country": "XX"}
    found = errors_of(await studio.patch(draft, fields=fields, colour="red"))
    assert found.keys() == {"fields.tagline", "colour", "fields.categories[0]", "fields.country"}


async def test_a_slug_is_no_name_of_a_category(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    found = errors_of(await studio.patch(draft, fields={"categories": ["databases", "developer-tools"]}))
    assert found == {"fields.categories[1]": "This is a slug. Use the category's name: Developer Tools."}


async def test_nothing_is_half_applied(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    before = await studio.get(draft)
    answer = await studio.patch(
        draft,
        fields={"name": "New", "categories": ["Databses"], "country": "XX"},
        restore=["name"],
        founders=[{"name": "New"}],
    )
    found = errors_of(answer)
    assert found.keys() == {"restore[0]", "fields.categories[0]", "fields.country"}
    assert "Databases" in found["fields.categories[0]"]
    unknown = errors_of(await studio.patch(draft, lock_fields=["taglin"], restore=["votes"], fields={"slug": "x"}))
    assert unknown.keys() == {"lock_fields[0]", "restore[0]", "fields.slug"}
    assert "Did you mean tagline" in unknown["lock_fields[0]"]
    refused: list[dict[str, Any]] = [
        {"status": "ready"},
        {"company_socials": {"myspace": "x"}},
        {"founders": [{"name": "a"}] * 7},
    ]
    empty = errors_of(
        await studio.patch(
            draft,
            faqs=[{"question": "Q?", "answer": "A."}, {"question": "", "answer": " "}],
            founders=[{"name": " "}],
            milestones=[{"date": "2026-01-01", "title": ""}],
        )
    )
    assert empty.keys() == {"faqs[1].question", "faqs[1].answer", "founders[0].name", "milestones[0].title"}
    for more in refused:
        assert (await studio.patch(draft, **more)).status_code == 400
    assert await studio.get(draft) == before


async def test_a_strangers_edit_is_404_and_repeats_are_harmless(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    read_problem(await studio.patch(draft, by="charlie", fields={"name": "Mine"}), 404, "no_such_draft")
    read_problem(await studio.patch(draft, by="charlie", regenerate=["name"]), 404, "no_such_draft")
    sent: dict[str, Any] = {"headers": {"Idempotency-Key": "k"}, "json": {"regenerate": ["name"]}, "by": "alice"}
    first, again = [await studio.world.request("PATCH", f"/drafts/{draft}", **sent) for _ in range(2)]
    assert first.text == again.text
    assert studio.drafter.times_asked == 2, "drafted anew once"


async def test_redrafting_uses_what_was_read(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    requests = len(studio.site.requests)
    await studio.edit(draft, fields={"tagline": "Mine", "name": "Mine"}, lock_fields=["name"])
    found = Drafted(value="Small databases", quotes=[SourceQuote(quote="small databases", url=studio.url())])
    studio.drafter.proposal = Proposal(fields={"tagline": found, "name": found})
    now = await studio.edit(draft, regenerate=["tagline", "name", "city"])
    assert now["fields"]["tagline"]["value"] == "Small databases"
    assert (now["fields"]["name"]["value"], now["fields"]["name"]["state"]) == ("Mine", "override")
    assert codes(now) == ["field_locked", "nothing_found"]
    assert len(studio.site.requests) == requests
    assert codes(await studio.edit(draft, fields={"city": "Porto"})) == []


async def test_a_part_is_locked_also_where_it_says_nothing_yet(studio: Studio) -> None:
    studio.site.pages["/"] = HOME.replace("</main>", '<a href="https://x.com/ada">Ada</a></main>')
    draft = (await studio.ready())["id"]
    locked = await studio.edit(draft, lock_fields=["founder_socials", "company_socials", "city"])
    assert locked["part_states"]["founder_socials.x"] == "override"
    assert locked["company_socials"] == {"github": "https://github.com/tidewater"}
    quotes = [SourceQuote(quote="Tidewater", url=studio.url())]
    found = Drafted(value="https://x.com/ada", quotes=quotes)
    studio.drafter.proposal = Proposal(founder_socials={"x": found}, company_socials={"x": found})
    now = await studio.edit(draft, regenerate=["founder_socials", "company_socials"])
    assert (now["founder_socials"], now["company_socials"]) == ({}, locked["company_socials"])
    assert [problem["code"] for problem in now["problems"]] == ["field_locked", "field_locked"]
    await studio.edit(draft, restore=["founder_socials"])
    now = await studio.edit(draft, regenerate=["founder_socials"])
    assert now["founder_socials"] == {"x": "https://x.com/ada"}


async def test_redrafting_that_fails_or_takes_long_says_so(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    waiting = (await studio.begin("slow.test"))["id"]
    assert codes(await studio.edit(waiting, regenerate=["name"])) == ["still_reading"]
    draft = (await studio.ready())["id"]
    before = (await studio.get(draft))["fields"]
    studio.drafter.fails = RuntimeError("no")
    now = await studio.edit(draft, fields={"city": "Porto"}, regenerate=["name"])
    assert (codes(now), now["fields"]["city"]["value"]) == (["drafting_failed"], "Porto")
    monkeypatch.setattr(redraft_fields, "MAX_SECONDS", 0.05)
    studio.drafter.fails, studio.drafter.hangs = None, True
    assert codes(await studio.edit(draft, regenerate=["name"])) == ["out_of_time"]
    assert (await studio.get(draft))["fields"]["name"] == before["name"]
    assert len(expected_errors) == 1


@pytest.mark.usefixtures("patient")
async def test_two_edits_at_once_are_both_kept(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    answers: list[httpx2.Response] = []

    async def one(name: str) -> None:
        answers.append(await studio.patch(draft, fields={name: "Typed"}))

    names = ("tagline", "city", "short_description", "description", "pricing_summary")
    async with anyio.create_task_group() as group:
        for name in names:
            group.start_soon(one, name)
    assert {answer.status_code for answer in answers} == {200}
    now = await studio.get(draft)
    assert [now["fields"][name]["value"] for name in names] == ["Typed"] * 5


async def test_what_does_not_fit_a_listing_is_told(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    now = await studio.edit(
        draft,
        fields={"founded_year": "long ago", "contact_email": "at home", "logo_url": "javascript:alert(1)"},
        company_socials={"x": "@tidewater"},
    )
    assert codes(now) == ["unfit_value"] * 4
    listing = await studio.submitted(draft)
    assert (listing["founded_year"], listing["contact_email"], listing["logo_url"]) == (None, None, None)
    assert listing["socials"] == {"github": "https://github.com/tidewater"}


@pytest.mark.parametrize("text", ["javascript:alert(1)", "data:text/html,x", "our blog", "//a.example"])
async def test_an_address_that_the_listing_would_leave_out_untold_is_refused(studio: Studio, text: str) -> None:
    draft = (await studio.ready())["id"]
    milestones = [{"date": "2026-03-01", "title": "First", "url": text}]
    problem = read_problem(await studio.patch(draft, milestones=milestones, competitor_url=text), 400, "invalid_input")
    expected = {"field": "milestones[0].url", "message": "Must be a URL that starts with https:// or http://."}
    assert problem["errors"] == [expected | {"field": "competitor_url"}, expected]
    milestones[0]["url"] = " a.example/blog "
    await studio.edit(draft, milestones=milestones, competitor_url="ebbtide.example")
    listing = await studio.submitted(draft)
    assert await studio.rows("select url from listing_milestone where listing_id = %s", listing["listing_id"]) == [
        ("https://a.example/blog",)
    ]


async def test_editing_a_submitted_draft_edits_its_listing(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    listing = (await studio.submitted(draft))["listing_id"]
    assert (await studio.get(draft))["listing_id"] == listing
    await studio.edit(
        draft,
        fields={"tagline": "Typed", "name": "New Name", "country": None},
        story={"lessons": "Test restores."},
        company_socials={"x": "x.com/tidewater"},
        founders=[{"name": "Ada Moreno", "title": "CEO"}, {"name": "Bo Lind"}],
        milestones=[{"date": "2020-01-01", "title": "Second"}],
        seo={"title": "T"},
    )
    seen = (await studio.world.get(f"/me/listings/{listing}", by="alice")).json()
    assert (seen["tagline"], seen["name"], seen["slug"]) == ("Typed", "New Name", "tidewater")
    assert seen["location"]["country"] is None
    assert seen["story"]["problem"] == "Nobody tests a backup."
    assert seen["story"]["lessons"] == "Test restores."
    assert seen["socials"] == {"github": "https://github.com/tidewater", "x": "https://x.com/tidewater"}
    assert [(f["slug"], f["title"]) for f in seen["founders"]] == [("ada-moreno", "CEO"), ("bo-lind", None)]
    assert [m["title"] for m in seen["milestones"]] == ["Second"]
    assert "tagline" not in seen["evidence"]
    assert "founded_year" in seen["evidence"]
    await studio.edit(draft, fields={"name": None, "categories": None})
    seen = (await studio.world.get(f"/me/listings/{listing}", by="alice")).json()
    assert (seen["name"], seen["category"]["name"]) == ("New Name", "Databases")
    assert await studio.rows("select seo_title from listing where id = %s", listing) == [("T",)]
    versions = await studio.rows("select account_id is not null, surface from listing_version order by id")
    assert set(versions) == {(True, "rest")}


async def test_addresses_of_the_first_founder_leave_the_listings_other_founders_alone(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    number = (await studio.submitted(draft))["listing_id"]
    async with studio.world.dispatcher.database.transaction() as db:  # as one's first interview answer does
        founders = [
            new_listings.NewListingFounder("ada-moreno", "Ada Moreno", "Founder"),
            new_listings.NewListingFounder("bob", "Bob"),
        ]
        await people.add_founders(db, [people.NewFounder(slug="bob", name="Bob")])
        await edits.edit(db, number, {"founders": founders}, edits.Editor(None, "rest"), studio.world.clock())
    await studio.edit(draft, founder_socials={"x": "https://x.com/ada"})
    seen = (await studio.world.get(f"/me/listings/{number}", by="alice")).json()
    assert [founder["name"] for founder in seen["founders"]] == ["Ada Moreno", "Bob"]
    assert await studio.rows("select socials from founder where slug = 'ada-moreno'") == [({"x": "https://x.com/ada"},)]
    await studio.edit(draft, founders=[{"name": "Ada Moreno"}])
    seen = (await studio.world.get(f"/me/listings/{number}", by="alice")).json()
    assert [founder["name"] for founder in seen["founders"]] == ["Ada Moreno"]


async def test_a_listing_that_went_to_somebody_else_is_left_alone(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    listing = (await studio.submitted(draft))["listing_id"]
    async with studio.world.dispatcher.database.transaction() as db:
        await db.execute("delete from listing_member where listing_id = %s", (listing,))
    assert codes(await studio.edit(draft, fields={"tagline": "Typed"})) == ["not_your_listing"]
    assert await studio.rows("select tagline from listing") == [("Backups for small databases",)]
    read_problem(await studio.submit(draft), 400, "not_your_listing")


@pytest.mark.parametrize(
    "address", ["https://user:secret@a.example/", "ftp://a.example", "https://a.example\\@b.example"]
)
async def test_an_address_that_hides_where_it_leads_is_refused(studio: Studio, address: str) -> None:
    draft = (await studio.ready())["id"]
    body: dict[str, Any] = {
        "fields": {"demo_video_url": address, "logo_url": address},
        "company_socials": {"x": address},
        "founder_socials": {"website": address},
        "milestones": [{"date": "2026-03-01", "title": "First", "url": address}],
        "competitor_url": address,
    }
    answer = await studio.world.request("PATCH", f"/drafts/{draft}", by="alice", json=body)
    problem = read_problem(answer, 400, "invalid_input")
    assert {error["field"] for error in problem["errors"]} == {
        *("fields.demo_video_url", "fields.logo_url", "company_socials.x", "founder_socials.website"),
        *("milestones[0].url", "competitor_url"),
    }


async def test_a_listing_keeps_its_last_line_when_its_draft_loses_it(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    number = (await studio.submitted(draft))["listing_id"]
    await studio.edit(draft, fields={"tagline": None, "short_description": None})
    seen = (await studio.world.get(f"/me/listings/{number}", by="alice")).json()
    assert seen["tagline"] == "Backups for small databases"
    await studio.edit(draft, fields={"tagline": "Typed"})
    seen = (await studio.world.get(f"/me/listings/{number}", by="alice")).json()
    assert seen["tagline"] == "Typed"


async def test_drafts_have_versions(studio: Studio) -> None:
    draft = (await studio.ready())["id"]

    async def patch(text: str, tag: str) -> httpx2.Response:
        body, headers = {"fields": {"tagline": text}}, {"If-Match": tag}
        return await studio.world.request("PATCH", f"/drafts/{draft}", by="alice", json=body, headers=headers)

    tag = (await studio.world.get(f"/drafts/{draft}", by="alice")).headers["etag"]
    changed = await patch("Second", tag)
    assert changed.status_code == 200
    read_problem(await patch("Third", tag), 412, "precondition_failed")
    assert (await patch("Third", changed.headers["etag"])).status_code == 200
