"""Staff keep the directory: suspending, edits, claims, categories, revenue and ratings."""

from datetime import date, timedelta

import pytest

from showground.listings import edits, new_listings
from tests.support.listings import add, listing, profile
from tests.support.world import NOW
from tests.surfaces.web.admin.conftest import Staff, value

pytestmark = pytest.mark.anyio


async def add_owned(staff: Staff, slug: str = "tidewater", owner: str = "Alice", **more: object) -> int:
    [(account,)] = await staff.ask("select id from account where name = %s", owner)
    [number] = await add(staff.world, listing(slug, members={account: "owner"}, **more))
    return number


async def test_a_listing_is_found_suspended_and_brought_back(staff: Staff) -> None:
    number = await add_owned(staff, name="Tide <water>", categories=["ai"])
    await add(staff.world, listing("other"))
    for found in ("q=TIDE", "q=tidewater.exa", "q=alice@", "status=live"):
        assert "Tide <water>" in (await staff.see(f"/admin/listings?{found}")).text, found
    for missing in ("q=zebra", "status=draft"):
        assert "No listings match." in (await staff.see(f"/admin/listings?{missing}")).text, missing
    page = await staff.send(f"/admin/listings/{number}/suspend", why="It copies <another>.")
    assert "Suspended" in page.text
    await staff.send(f"/admin/listings/{number}/suspend", why="Said twice, told once.")
    [(to, text)] = await staff.ask("select recipient, body_text from outbox where template = 'listing_suspended'")
    assert to == "alice@alice.example"
    assert "It copies <another>." in text
    assert (await staff.world.get("/listings/tidewater")).status_code == 404
    await staff.send(f"/admin/listings/{number}/unsuspend")
    assert (await staff.world.get("/listings/tidewater")).status_code == 200
    await staff.send("/admin/listings/999/suspend", 404)
    entries = await staff.log()
    assert {(who, action) for who, action, _ in entries} == {("charlie@charlie.example", "suspend_listing")}
    assert [(given["listing_id"], given["suspended"]) for _, _, given in entries] == [
        (number, True), (number, True), (number, False)
    ]  # fmt: skip
    assert entries[0][2]["why"] == "It copies <another>."


async def test_owners_since_the_same_moment_stand_in_one_order(staff: Staff) -> None:
    ids = dict(await staff.ask("select name, id from account"))
    await add(staff.world, listing("tidewater", members={ids["Bob"]: "owner", ids["Alice"]: "owner"}))
    text = (await staff.see("/admin/listings")).text
    assert text.index("alice@alice.example") < text.index("bob@bob.example")


async def test_an_edit_is_seen_with_its_differences_and_reverted(staff: Staff) -> None:
    number = await add_owned(staff, tagline="A calm database", categories=["ai"])
    [(alice,)] = await staff.ask("select id from account where name = 'Alice'")
    for minute, tagline in enumerate(("A loud <database>", "The loudest")):
        async with staff.world.dispatcher.database.transaction() as db:
            at = NOW + timedelta(minutes=minute)
            await edits.edit(db, number, {"tagline": tagline}, edits.Editor(alice, "rest"), at)
    page = await staff.see("/admin/edits")
    assert "Alice, alice@alice.example, via the API" in page.text
    html = (await staff.browser.get("/admin/edits")).text
    assert "<del>calm</del> <del>database</del>" in html
    assert "<ins>loud</ins> <ins>&lt;database&gt;</ins>" in html
    [(first,), (second,)] = await staff.ask("select id from listing_version order by id")
    await staff.send(f"/admin/edits/{first}/seen")
    assert "A calm" not in (await staff.see("/admin/edits")).text
    page = await staff.send(f"/admin/edits/{second}/revert")
    assert "No edits to review." in page.text
    assert (await profile(staff.world, "tidewater"))["tagline"] == "A loud <database>"
    assert [action for _, action, _ in await staff.log()] == ["review_version", "revert_version"]
    await staff.send("/admin/edits/999/revert", 404)


async def test_claims_are_decided(staff: Staff) -> None:
    for slug in ("tidewater", "harbour"):
        number = await add_owned(staff, slug)
        await staff.do(
            "insert into claim (account_id, listing_id, method, token, status, ownership, created_at, verified_at)"
            " select id, %s, 'dns', 'token', 'verified', 'in_review', now(), now() from account where name = 'Bob'",
            number,
        )
    page = await staff.see("/admin/claims")
    assert "bob@bob.example" in page.text
    assert "alice@alice.example" in page.text
    [(granted,), (refused,)] = await staff.ask("select id from claim order by id")
    await staff.send(f"/admin/claims/{granted}/grant")
    page = await staff.send(f"/admin/claims/{refused}/refuse")
    assert "No claims to decide." in page.text
    owners = """
        select l.slug, a.name
        from listing_member m join listing l on l.id = listing_id join account a on a.id = account_id
    """
    assert set(await staff.ask(owners)) == {("tidewater", "Bob"), ("harbour", "Alice")}
    await staff.send(f"/admin/claims/{granted}/refuse", 400)


async def test_a_category_is_added_changed_and_moved(staff: Staff) -> None:
    await add(staff.world, listing("tidewater", categories=["ai"]))
    given = {
        "name": "Tide <tools>",
        "slug": "tides",
        "description": "For the sea.",
        "parent": "",
        "keywords": "sea, tide ,",
        "attribute_key": ["salt", ""],
        "attribute_label": ["How salty", ""],
        "attribute_kind": ["number", "text"],
        "faq_question": ["Why?", ""],
        "faq_answer": ["Because.", ""],
    }
    page = await staff.send("/admin/categories/new", **given)
    assert "Tide <tools>" in page.text
    shown = (await staff.world.get("/categories/tides")).json()
    assert (shown["name"], shown["faqs"]) == ("Tide <tools>", [{"question": "Why?", "answer": "Because."}])
    [(keywords, attributes)] = await staff.ask("select keywords, attributes from category where slug = 'tides'")
    assert keywords == ["sea", "tide"]
    assert attributes == [{"key": "salt", "label": "How salty", "kind": "number"}]
    page = await staff.send("/admin/categories/new", 400, **given)
    assert "Another category has this slug. Choose a different one." in page.text
    assert value(page, "keywords") == "sea, tide ,"
    page = await staff.send("/admin/categories/of/tides", 400, **given | {"attribute_key": ["Salt", ""]})
    assert value(page, "attribute_key") == "Salt"
    page = await staff.send("/admin/categories/of/ai", 400, **given | {"name": "AI", "parent": "tides"})
    assert "This category has subcategories, so it must stay at the top level." in page.text
    await staff.send("/admin/categories/of/ai", **given | {"name": "Machines that <learn>"})
    assert (await profile(staff.world, "tidewater"))["category"]["name"] == "Machines that <learn>"
    await staff.send("/admin/categories/of/tides", **given | {"parent": "ai"})
    assert (await staff.world.get("/categories/tides")).json()["parent"]["slug"] == "ai"
    await staff.see("/admin/categories/of/nothing", 404)
    assert "subcategories." in (await staff.see("/admin/categories/of/ai")).text
    await staff.send("/admin/categories/of/ai/delete", 400)
    page = await staff.see("/admin/categories/of/tides")
    assert "Delete Tide <tools>" in page.text  # asked once more, by a form of its own
    page = await staff.send("/admin/categories/of/tides/delete")
    assert "Tide <tools>" not in page.text
    assert (await staff.world.get("/categories/tides")).status_code == 404
    await staff.send("/admin/categories/of/tides/delete", 404)


async def test_revenue_is_verified_as_it_was_seen(staff: Staff) -> None:
    number = await add_owned(staff, revenue=new_listings.StatedRevenue(9_900, False, NOW))
    assert "$99.00" in (await staff.see("/admin/revenue")).text
    await staff.send(f"/admin/revenue/{number}", 404, monthly_cents="5", verified="true")
    await staff.send(f"/admin/revenue/{number}", monthly_cents="9900", verified="true")
    board = (await staff.world.get("/leaderboards/revenue")).json()["items"]
    assert [row["metric"]["verified"] for row in board] == [True]
    await staff.send(f"/admin/revenue/{number}", monthly_cents="9900", verified="false")
    board = (await staff.world.get("/leaderboards/revenue")).json()["items"]
    assert [row["metric"]["verified"] for row in board] == [False]


async def test_ratings_are_taken_in_whole_or_not_at_all(staff: Staff) -> None:
    await add(staff.world, listing("tidewater", domain_ratings={date(2026, 1, 1): 7}), listing("harbour"))
    good = "domain,date,rating\ntidewater.example,2026-02-01,31\nhttps://www.harbour.example/,2026-03-01,9\n"
    wrong = good + "harbour.example,2026-03-01,8\nharbour.example,yesterday,8\nnobody.example,2026-03-01,8\n"
    page = await staff.send(
        "/admin/ratings", 400, csv=wrong + "harbour.example,2027-01-01,5\na,b\nharbour.example,2026-02-01,101"
    )
    for line in (
        "Line 4: Line 3 has the same domain and date. Remove one.",
        "Line 5: yesterday is not a valid date. Use the format 2026-03-11.",
        "Line 6: No listing has the domain nobody.example.",
        "Line 7: The date 2027-01-01 is in the future.",
        "Line 8: This line has 2 values instead of 3: domain, date, rating.",
        "Line 9: 101 is not a whole number from 0 to 100.",
    ):
        assert line in page.text
    assert "nobody.example,2026-03-01,8" in page.text
    assert await staff.ask("select rating from listing_domain_rating") == [(7,)]
    assert "The first line must be domain,date,rating." in (await staff.send("/admin/ratings", 400, csv="a,b")).text
    page = await staff.send("/admin/ratings", 200, csv=good)
    assert "Imported 2 ratings for 2 listings." in page.text
    rating = (await profile(staff.world, "tidewater"))["domain_rating"]
    assert (rating["value"], rating["as_of"], len(rating["trend"])) == (31, "2026-02-01", 2)


async def test_staff_fill_in_what_a_listing_is_compared_by(staff: Staff) -> None:
    said = [{"quote": "Runs on a boat", "url": "https://tidewater.example/", "read_at": "2026-03-02T23:30:00Z"}]
    evidence = {"attributes.runs_on": said, "attributes.works_offline": said}
    number = await add_owned(
        staff, categories=["ai"], attributes={"runs_on": "A boat", "works_offline": True, "other": 3}, evidence=evidence
    )
    page = await staff.see(f"/admin/listings/{number}")
    assert value(page, "value_runs_on") == "A boat"
    given = {"value_runs_on": "A <ship>", "value_works_offline": "yes", "value_languages": "Welsh, Breton"}
    await staff.send(f"/admin/listings/{number}", **given)
    shown = await profile(staff.world, "tidewater")
    kept = {"runs_on": "A <ship>", "works_offline": True, "languages": ["Welsh", "Breton"], "other": 3}
    assert await staff.ask("select attributes from listing") == [(kept,)]
    assert "attributes.runs_on" not in shown["evidence"]
    assert "attributes.works_offline" in shown["evidence"]
    assert "No edits to review." in (await staff.see("/admin/edits")).text
    page = await staff.send(f"/admin/listings/{number}", 400, **given | {"value_runs_on": "x" * 201})
    assert "Where the model runs: Enter a text of up to 200 characters." in page.text
    await staff.send(f"/admin/listings/{number}", value_languages="")
    assert await staff.ask("select attributes from listing") == [({"other": 3},)]
    await staff.see("/admin/listings/999", 404)
