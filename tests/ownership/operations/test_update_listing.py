"""Editing a listing: at once, with versions, and within bounds."""

import asyncio
from typing import Any

import pytest

from tests.support.listings import profile, search
from tests.support.owners import Owners
from tests.support.problems import errors_of

pytestmark = pytest.mark.anyio


async def edit(owners: Owners, number: int, body: dict[str, Any], by: str = "alice") -> dict[str, Any]:
    return await owners.call("PATCH", f"/me/listings/{number}", body, by=by)


async def test_an_edit_of_a_live_listing_is_public_and_found_at_once(owners: Owners) -> None:
    number = await owners.add(tagline="Old words", city="Porto")
    await profile(owners.world, "tidewater")  # an answer is kept now
    fields = {
        "tagline": "  Zephyrs for databases ",
        "country": "pt",
        "city": None,
        "pricing_model": "Free Trial",
        "founded_year": 2019,
        "features": ["Restores", "  "],
        "contact_email": "hi@tidewater.example",
        "seo_title": "Tidewater",
    }
    given = {
        "fields": fields,
        "socials": {"github": "https://github.example/t"},
        "faqs": [{"question": "a", "answer": "b"}],
    }
    told = await edit(owners, number, given)
    seen = await profile(owners.world, "tidewater")
    for shown in (told, seen):
        assert (shown["tagline"], shown["country"], shown["location"]["city"]) == ("Zephyrs for databases", "PT", None)
        assert (shown["pricing_model"], shown["founded_year"], shown["features"]) == ("free-trial", 2019, ["Restores"])
        assert shown["socials"] == {"github": "https://github.example/t"}
        assert shown["faqs"] == [{"question": "a", "answer": "b", "stated_by_maker": None}]
    assert await search(owners.world, q="zephyrs", pricing_model="free trial", country="PT") == ["tidewater"]

    await edit(owners, number, {"socials": {"x": "https://x.example/t"}, "faqs": []}, by="bob")
    seen = await profile(owners.world, "tidewater")
    assert (seen["socials"], seen["faqs"], seen["tagline"]) == (
        {"x": "https://x.example/t"},
        [],
        "Zephyrs for databases",
    )
    await edit(owners, number, {"socials": None, "faqs": None, "fields": {"features": None}})
    seen = await profile(owners.world, "tidewater")
    assert (seen["socials"], seen["faqs"], seen["features"]) == (None, None, None)

    versions = await owners.ask(
        "select account_id, surface, at, was_live, before ->> 'tagline', after ->> 'tagline' from listing_version"
        " order by id"
    )
    now, (alice, bob) = owners.world.clock(), (owners.ids["alice"], owners.ids["bob"])
    assert versions == [
        (alice, "rest", now, True, "Old words", "Zephyrs for databases"),
        (bob, "rest", now, True, None, None),
        (alice, "rest", now, True, None, None),
    ]


async def test_what_changes_nothing_is_no_version(owners: Owners) -> None:
    number = await owners.add(tagline="Same")
    bodies: list[dict[str, Any]] = [{}, {"fields": {}}, {"fields": {"tagline": "Same"}}]
    for body in bodies:
        assert (await edit(owners, number, body))["tagline"] == "Same"
    assert (await owners.call("PATCH", f"/me/listings/{number}"))["tagline"] == "Same"
    assert await owners.ask("select from listing_version") == []


async def test_what_cannot_be_is_refused_by_name_and_nothing_is_changed(owners: Owners) -> None:
    number = await owners.add(tagline="Old words")
    path = f"/me/listings/{number}"
    wrong = {
        "fields": {
            "tagline": "New words",
            "country": "ZZ",
            "contact_email": "nobody",
            "demo_video_url": "javascript:alert(1)",
        },
        "socials": {"x": "data:text/html,hi", "github": "https://[bad"},
        "faqs": [{"question": " ", "answer": "b"}],
    }
    assert set(await owners.errors("PATCH", path, wrong)) == {
        *("fields.country", "fields.contact_email", "fields.demo_video_url"),
        *("socials.x", "socials.github", "faqs[0].question"),
    }
    for address in ("Ada <ada@tidewater.example>", "ada@tidewater.example, bo@tidewater.example", "ada@"):
        named = {"fields": {"contact_email": address}}
        assert set(await owners.errors("PATCH", path, named)) == {"fields.contact_email"}
    for name in ("status", "plan", "votes", "slug", "name", "owner_id", "unlocked"):
        assert set(await owners.errors("PATCH", path, {"fields": {name: "x"}})) == {f"fields.{name}"}
        assert set(await owners.errors("PATCH", path, {name: "x"})) == {name}
    assert set(await owners.errors("PATCH", path, {"socials": {"myspace": "https://a.example"}})) == {"socials.myspace"}
    assert (await profile(owners.world, "tidewater"))["tagline"] == "Old words"


async def test_a_pricing_model_in_other_letters_is_kept_as_typed_and_found(owners: Owners) -> None:
    number = await owners.add()
    for typed, kept in {"無料": "無料", "Pay what you want": "pay-what-you-want"}.items():
        shown = await owners.call("PATCH", f"/me/listings/{number}", {"fields": {"pricing_model": typed}})
        assert shown["pricing_model"] == kept
        found = await owners.world.get("/listings", params={"pricing_model": typed})
        assert [listing["slug"] for listing in found.json()["items"]] == ["tidewater"]


async def test_a_stranger_edits_nothing_and_learns_nothing(owners: Owners) -> None:
    number = await owners.add(tagline="Old words")
    body = {"fields": {"tagline": "Mine"}}
    refused = await owners.call("PATCH", f"/me/listings/{number}", body, by="charlie", status=404)
    never = await owners.call("PATCH", f"/me/listings/{number + 1}", body, by="charlie", status=404)
    assert {**refused, "request_id": ""} == {**never, "request_id": ""}
    assert (await profile(owners.world, "tidewater"))["tagline"] == "Old words"


async def test_a_draft_is_edited_and_stays_hidden(owners: Owners) -> None:
    number = await owners.add(status="draft")
    assert (await edit(owners, number, {"fields": {"headline": "Soon"}}))["headline"] == "Soon"
    assert (await owners.world.get("/listings/tidewater")).status_code == 404
    assert await owners.ask("select was_live from listing_version") == [(False,)]


@pytest.mark.usefixtures("patient")
async def test_all_that_is_wrong_is_told_at_once_and_where_the_rest_is_changed(owners: Owners) -> None:
    number = await owners.add(tagline="Old words", short_description=None)
    fields = {"name": "New", "categories": ["AI"], "country": "XX", "city": "x" * 121, "tagline": None}
    body = {"fields": fields, "socials": {"x": "nowhere"}}
    answer = await owners.world.request("PATCH", f"/me/listings/{number}", by="alice", json=body)
    found = errors_of(answer)
    assert found.keys() == {f"fields.{name}" for name in fields} | {"socials.x"}
    for name in ("name", "categories"):
        assert "update_draft" in found[f"fields.{name}"]


async def test_two_edits_at_once_are_both_kept_and_a_repeat_is_one(owners: Owners) -> None:
    number = await owners.add()
    await asyncio.gather(
        edit(owners, number, {"fields": {"tagline": "One"}}),
        edit(owners, number, {"fields": {"city": "Two"}}, by="bob"),
    )
    seen = await profile(owners.world, "tidewater")
    assert (seen["tagline"], seen["location"]["city"]) == ("One", "Two")
    owners.world.clock.move(minutes=1)
    key = "once"
    body = {"fields": {"tagline": "Three"}}
    first = await owners.call("PATCH", f"/me/listings/{number}", body, key=key)
    assert await owners.call("PATCH", f"/me/listings/{number}", body, key=key) == first
    assert len(await owners.ask("select from listing_version")) == 3


async def test_a_quote_goes_with_the_fact_that_it_was_read_for(owners: Owners) -> None:
    quote = {"quote": "Founded in 2019", "url": "https://tidewater.example/", "read_at": "2026-03-01T00:00:00Z"}
    number = await owners.add(
        tagline="Read there",
        founded_year=2019,
        socials={"x": "https://x.example/t"},
        evidence={"tagline": [quote], "founded_year": [quote], "socials.x": [quote]},
        not_found_on_website=["city", "country"],
    )
    await edit(owners, number, {"fields": {"founded_year": 2020, "tagline": "Read there", "city": "Porto"}})
    seen = await profile(owners.world, "tidewater")
    assert set(seen["evidence"]) == {"tagline", "socials.x"}
    assert seen["not_found_on_website"] == ["country"]
    await edit(owners, number, {"socials": {}, "fields": {"country": None}})
    seen = await profile(owners.world, "tidewater")
    assert set(seen["evidence"]) == {"tagline"}
    assert seen["not_found_on_website"] == ["country"]


async def test_the_last_line_about_a_product_cannot_be_cleared(owners: Owners) -> None:
    number = await owners.add(tagline="One line", short_description="Two sentences.")
    path = f"/me/listings/{number}"
    both = {"fields": {"tagline": None, "short_description": " "}}
    assert set(await owners.errors("PATCH", path, both)) == {"fields.tagline", "fields.short_description"}
    await edit(owners, number, {"fields": {"tagline": None}})
    told = await owners.errors("PATCH", path, {"fields": {"short_description": None, "city": "Braga"}})
    assert set(told) == {"fields.short_description"}
    assert "needs a tagline or a short description" in told["fields.short_description"]
    seen = await profile(owners.world, "tidewater")
    assert (seen["tagline"], seen["short_description"], seen["location"]["city"]) == (None, "Two sentences.", None)
    await edit(owners, number, {"fields": {"short_description": None, "tagline": "Another"}})
    assert (await profile(owners.world, "tidewater"))["tagline"] == "Another"


async def test_a_listing_that_never_had_a_line_can_be_edited(owners: Owners) -> None:
    number = await owners.add(tagline=None, short_description=None)
    assert (await edit(owners, number, {"fields": {"city": "Braga"}}))["location"]["city"] == "Braga"


@pytest.mark.parametrize(
    "address",
    ["https://user:secret@video.example/", "https://video.example/\u202egpj.exe", "https://a.example\\@b.example"],
)
async def test_an_address_that_hides_where_it_leads_is_refused(owners: Owners, address: str) -> None:
    number = await owners.add()
    body = {"fields": {"demo_video_url": address}, "socials": {"x": address}}
    assert set(await owners.errors("PATCH", f"/me/listings/{number}", body)) == {"fields.demo_video_url", "socials.x"}
    milestone = {"date": "2026-03-01", "title": "First", "url": address}
    assert set(await owners.errors("POST", f"/me/listings/{number}/milestones", milestone)) == {"url"}


async def test_title_and_description_for_search_engines_are_on_the_page(owners: Owners) -> None:
    quote = {"quote": "Tidewater", "url": "https://tidewater.example/", "read_at": "2026-01-01T00:00:00Z"}
    number = await owners.add(evidence={"seo.title": [quote], "seo.meta": [quote]}, seo_title="Tidewater")
    page = (await owners.world.client.get("/listings/tidewater")).text
    assert "<title>Tidewater · " in page
    texts = {"seo_title": "Tested backups & restores", "seo_description": "Nightly, and tried once."}
    shown = await edit(owners, number, {"fields": texts})
    assert {name: shown[name] for name in texts} == texts
    seen = await profile(owners.world, "tidewater")
    assert {name: seen[name] for name in texts} == texts
    assert seen["evidence"] == {}  # it proved the texts of before
    page = (await owners.world.client.get("/listings/tidewater")).text
    assert "<title>Tested backups &amp; restores · " in page
    assert '<meta name="description" content="Nightly, and tried once.">' in page
    assert '<meta property="og:title" content="Tested backups &amp; restores">' in page
