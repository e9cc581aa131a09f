"""Submitting a draft."""

from typing import Any

import anyio
import httpx2
import pytest

from showground.core.calls.context import Caller
from showground.core.jobs.declare import JobRun
from showground.drafting.jobs import forget_old_pages
from showground.listings import edits, new_listings
from showground.orders import add_shipped_products
from showground.registry import all_operations
from tests.support.draft_world import Studio
from tests.support.listings import add, listing, search
from tests.support.problems import read_problem
from tests.support.requests import ask

pytestmark = pytest.mark.anyio


async def test_a_ready_draft_becomes_a_listing_that_is_not_published(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    await studio.edit(
        draft,
        fields={"stage": "Early Access", "pricing_model": "Free Trial"},
        founder_socials={"x": "https://x.com/ada"},
    )
    seen = await studio.submitted(draft)
    assert (seen["status"], seen["plan"], seen["slug"]) == ("draft", "none", "tidewater")
    assert [step["code"] for step in seen["next_steps"]] == ["choose_free_plan"]
    assert (seen["name"], seen["tagline"], seen["founded_year"]) == ("Tidewater", "Backups for small databases", 2019)
    assert (seen["stage"], seen["pricing"]["model"]) == ("early-access", "free-trial")
    assert [c["name"] for c in seen["categories"]] == ["Databases"]
    assert seen["location"]["country"] == "PT"
    assert seen["attributes"] == {"self_hosted": True}
    assert seen["story"]["problem"] == "Nobody tests a backup."
    cost = {"question": "What does it cost?", "answer": "Free up to 5 GB, then 9 USD a month."}
    assert seen["faqs"] == [cost | {"stated_by_maker": None}]
    assert seen["milestones"][0]["date"] == "2019-04-01"
    assert seen["website"] == studio.url()
    assert seen["evidence"]["founded_year"] == [
        {"quote": "Founded in 2019", "url": studio.url(), "read_at": "2026-03-11T12:00:00Z", "source": "page"}
    ]
    assert "city" in seen["not_found_on_website"]
    assert "categories" not in seen["not_found_on_website"]
    assert (await studio.world.get(f"/me/listings/{seen['listing_id']}", by="alice")).json() == seen
    assert (await studio.world.get("/listings/tidewater")).status_code == 404
    assert await search(studio.world, q="tidewater") == []
    assert await studio.rows("select slug, socials from founder") == [("ada-moreno", {"x": "https://x.com/ada"})]
    assert (await studio.world.get("/founders/ada-moreno")).status_code == 404
    now = await studio.get(draft)
    assert (now["listing_id"], now["submitted_at"], now["problems"]) == (seen["listing_id"], "2026-03-11T12:00:00Z", [])


async def test_what_is_missing_is_named(studio: Studio) -> None:
    draft = (await studio.begin())["id"]
    read_problem(await studio.submit(draft), 400, "draft_not_ready")
    await studio.work(draft)
    problem = read_problem(await studio.submit(draft), 400, "draft_incomplete")
    assert {error["field"] for error in problem["errors"]} == {"fields.name", "fields.tagline", "fields.categories"}
    assert problem["missing"] == ["name", "categories", "tagline"]
    read_problem(await studio.submit(draft, by="charlie"), 404, "no_such_draft")
    await studio.edit(draft, fields={"name": "東京", "short_description": "Typed", "categories": ["Testing"]})
    async with studio.world.dispatcher.database.transaction() as db:
        await db.execute("update category set name = 'Proving' where name = 'Testing'")
    gone = read_problem(await studio.submit(draft), 400, "draft_incomplete")
    assert [error["field"] for error in gone["errors"]] == ["fields.categories"]
    await studio.edit(draft, fields={"categories": ["Proving"]})
    assert (await studio.submitted(draft))["slug"] == "tidewater-test"


async def test_a_domain_that_is_taken_is_refused_with_the_way_to_claim_it(studio: Studio) -> None:
    await add(studio.world, listing("ebb", website="https://www.tidewater.test/"))
    draft = (await studio.ready("app.tidewater.test"))["id"]
    problem = read_problem(await studio.submit(draft), 400, "already_listed")
    assert problem["slug"] == "ebb"
    assert "/claims" in problem["detail"]
    assert problem["claim"].endswith("/claims")
    await studio.edit(draft, fields={"tagline": None, "short_description": None, "categories": None})
    read_problem(await studio.submit(draft), 400, "already_listed")  # and not what else the draft lacks
    mine = (await studio.ready("mine.test"))["id"]
    slug = (await studio.submitted(mine))["slug"]
    second = (await studio.ready("www.mine.test"))["id"]
    problem = read_problem(await studio.submit(second), 400, "already_listed")
    assert "You already have a listing" in problem["detail"]
    assert "claim" not in problem
    assert f"listing_id {problem['listing_id']}" in problem["detail"]
    for other in ("charlie", "bob"):
        theirs = (await studio.ready("mine.test", by=other))["id"]
        assert read_problem(await studio.submit(theirs, by=other), 400, "already_listed")["slug"] == slug


async def test_quotes_are_kept_although_the_pages_were_forgotten(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    studio.world.clock.move(days=366)
    await forget_old_pages.work(JobRun(studio.world.dispatcher, Caller(studio.world.clock(), "job")))
    assert await studio.rows("select from draft_page") == []
    seen = await studio.submitted(draft)
    assert seen["evidence"]["tagline"] == [
        {
            "quote": "Backups for small databases.",
            "url": studio.url(),
            "read_at": "2026-03-11T12:00:00Z",
            "source": "page",
        }
    ]
    assert "description" in seen["not_found_on_website"]


async def test_submitting_again_never_undoes_an_edit_of_the_listing(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    number = (await studio.submitted(draft))["listing_id"]
    async with studio.world.dispatcher.database.transaction() as db:
        new = {
            "tagline": "On the listing",
            "socials": {"github": "https://github.com/tidewater", "medium": "https://medium.com/t"},
            "founders": [new_listings.NewListingFounder("ada-moreno", "Ada Moreno", "Founder")],
            "milestones": [
                new_listings.NewMilestone(
                    (await studio.rows("select date from listing_milestone"))[0][0], "Tidewater opens"
                ),
                new_listings.NewMilestone(studio.world.clock().date(), "On the listing"),
            ],
            "categories": ["databases", "testing"],
        }
        await edits.edit(db, number, new, edits.Editor(None, "rest"), studio.world.clock())
    assert (await studio.submitted(draft))["tagline"] == "On the listing"
    await studio.edit(
        draft,
        fields={"city": "Porto", "categories": ["Developer Tools"]},
        company_socials={"x": "https://x.com/t"},
        milestones=[{"date": "2021-01-01", "title": "In the draft"}],
    )
    seen = await studio.submitted(draft)
    assert (seen["tagline"], seen["location"]["city"], seen["slug"]) == ("On the listing", "Porto", "tidewater")
    assert seen["socials"].keys() == {"github", "medium", "x"}
    assert [m["title"] for m in seen["milestones"]] == ["On the listing", "In the draft"]
    assert [c["slug"] for c in seen["categories"]] == ["developer-tools", "testing"]
    versions = len(await studio.rows("select 1 from listing_version"))
    await studio.submitted(draft)
    assert len(await studio.rows("select 1 from listing_version")) == versions


@pytest.mark.usefixtures("patient")
async def test_ten_at_once_make_one_listing(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    answers: list[httpx2.Response] = []

    async def one() -> None:
        answers.append(await studio.submit(draft))

    async with anyio.create_task_group() as group:
        for _ in range(10):
            group.start_soon(one)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["listing_id"] for answer in answers}) == 1
    assert await studio.rows("select count(*) from listing") == [(1,)]
    assert await studio.rows("select count(*) from founder") == [(1,)]


@pytest.mark.usefixtures("patient")
async def test_namesakes_get_slugs_of_their_own(studio: Studio) -> None:
    drafts = [(await studio.ready(name))["id"] for name in ("one.test", "two.test", "three.test")]
    answers: list[httpx2.Response] = []

    async def one(draft: str) -> None:
        answers.append(await studio.submit(draft))

    async with anyio.create_task_group() as group:
        for draft in drafts:
            group.start_soon(one, draft)
    assert sorted(answer.json()["slug"] for answer in answers) == ["tidewater", "tidewater-2", "tidewater-3"]
    founders = sorted(slug for (slug,) in await studio.rows("select slug from founder"))
    assert founders == ["ada-moreno", "ada-moreno-2", "ada-moreno-3"]


async def test_a_repeat_with_its_key_is_replayed_and_a_competitor_is_proposed(studio: Studio) -> None:
    (other,) = await add(studio.world, listing("ebbtide"))
    draft = (await studio.ready())["id"]
    await studio.edit(draft, competitor_url="https://www.ebbtide.example/pricing")
    asked: dict[str, Any] = {"headers": {"Idempotency-Key": "k"}, "by": "alice"}
    first = await studio.world.request("POST", f"/drafts/{draft}/submit", **asked)
    again = await studio.world.request("POST", f"/drafts/{draft}/submit", **asked)
    assert first.text == again.text
    assert again.headers["idempotency-replayed"] == "true"
    proposed = await studio.rows("select alternative_id, approved from listing_alternative")
    assert proposed == [(other, False)]
    await studio.edit(draft, competitor_url="")
    assert await studio.rows("select 1 from listing_alternative") == []


async def test_the_next_steps_can_be_called_as_they_are(studio: Studio) -> None:
    async with studio.world.dispatcher.database.transaction() as db:
        await add_shipped_products(db)
    draft = await studio.ready()
    submitted = (await studio.submit(draft["id"])).json()
    every = {op.name: op for op in all_operations()}
    steps = {step["tool"]: step["arguments"] for step in submitted["next_steps"]}
    quoted = await ask(studio.world, "mcp", every["quote_order"], steps["quote_order"], by="alice")
    (checkout,) = quoted.body["next_steps"]
    assert (checkout["tool"], checkout["arguments"]) == ("checkout_order", steps["quote_order"])
    ordered = await ask(studio.world, "mcp", every["checkout_order"], checkout["arguments"], by="alice")
    assert ordered.body["lines"][0]["listing_id"] == submitted["listing_id"], ordered.body
    chosen = await ask(studio.world, "mcp", every["choose_free_plan"], steps["choose_free_plan"], by="alice")
    assert chosen.body["status"] == "awaiting_badge"
    assert chosen.body["pending_order"]["number"] == ordered.body["number"]
    pay = chosen.body["next_steps"][0]
    assert (pay["code"], pay["link"]) == ("pay_order", ordered.body["checkout_url"])
    assert (pay["tool"], pay["arguments"]) == ("get_order", {"number": ordered.body["number"]})
