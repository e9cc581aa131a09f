"""An owner's pages of a listing: publishing it, keeping it current, and what strangers get of them."""

import io
import re
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image

from showground import launches, orders, people
from showground.categories import category_tree
from showground.core.jobs.declare import JobRun
from showground.listings import new_listings
from showground.ownership.jobs import mail_followers
from tests.support.html import Page
from tests.support.listings import add
from tests.support.owner_homepages import Street, open_street
from tests.surfaces.web.conftest import full_listing

from .forms import refused, see, send

pytestmark = pytest.mark.anyio

ROOMS = (
    "", "/preview", "/launch", "/badge", "/share", "/edit", "/updates", "/pictures", "/people", "/alternatives",
    "/revenue", "/versions", "/withdraw",
)  # fmt: skip


@pytest.fixture
async def street(database_url: str) -> AsyncGenerator[Street]:
    async with open_street(database_url) as street:
        async with street.world.dispatcher.database.transaction() as db:
            await category_tree.add_shipped_categories(db)
            await orders.add_shipped_products(db)
        yield street


def picture() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (64, 48), "green").save(written, "PNG")
    return written.getvalue()


async def test_a_preview_says_what_is_locked_and_only_that(street: Street) -> None:
    number = await street.add()
    await street.call("PUT", f"/me/listings/{number}/story", {"story": "It began in a shed."})
    path = f"/dashboard/listings/{number}"
    async with street.world.browser("alice") as alice:
        assert "Shown once a paid launch unlocks it." in (await see(alice, f"{path}/preview")).text
        await street.set_state(number, status="live", plan="none", launch_week=None, unlock=["story"])
        shown = (await see(alice, f"{path}/preview")).text
        assert "It began in a shed." in shown
        assert "unlocks" not in shown
        assert "Published by our team" in (await see(alice, path)).text  # without a plan


async def test_every_page_is_for_its_people_alone(street: Street) -> None:
    number = await street.add()
    world = street.world
    async with world.browser("alice") as alice, world.browser("bob") as bob, world.browser("charlie") as charlie:
        for room in ROOMS:
            path = f"/dashboard/listings/{number}{room}"
            page = await see(alice, path)
            assert "Tidewater" in page.text, room
            await see(bob, path)
            await see(charlie, path, 404)
        for former in ("/facts", "/story"):
            led = await alice.get(f"/dashboard/listings/{number}{former}")
            assert led.headers["location"] == f"/dashboard/listings/{number}/edit"
            await see(charlie, f"/dashboard/listings/{number}{former}", 404)
        for path in ("/dashboard", "/dashboard/claims", "/dashboard/interview"):
            await see(charlie, path)
        await see(alice, f"/dashboard/listings/{10**30}", 404)
    async with world.browser() as stranger:
        answer = await stranger.get(f"/dashboard/listings/{number}")
        assert answer.headers["location"] == f"/sign-in?next=/dashboard/listings/{number}"


async def test_a_listing_goes_free_with_a_badge_that_is_looked_for_now(street: Street) -> None:
    number = await street.add()
    path = f"/dashboard/listings/{number}"
    async with street.world.browser("alice") as browser:
        page = await see(browser, path)
        assert "Choose how to launch" in page.text
        assert await send(browser, f"{path}/free") == f"{path}#badge"
        page = await see(browser, path)
        assert "Waiting for your badge. Launch week:" in page.text
        assert "Not found yet on 11 March 2026, 12:00 UTC" in page.text
        style = await see(browser, f"{path}/badge?shape=pill&mode=dark&size=l&kind=listed")
        assert "/badges/tidewater/listed-pill-dark-l.svg" in [image["src"] for image in style.all("img")]
        assert (await browser.get("/badges/tidewater/listed-pill-dark-l.svg")).status_code == 200
        await see(browser, f"{path}/badge?shape=nonsense&kind=nonsense")
        [html] = re.findall(r"<a href=\"\S+/listings/tidewater\"><img.*?></a>", style.text)
        street.show(html)
        await send(browser, f"{path}/free")
        page = await see(browser, path)
        assert "Goes live on" in page.text
        assert "Found on 11 March 2026, 12:00 UTC" in page.text
        assert "tidewater" in (await see(browser, "/dashboard")).text.lower()


async def test_a_launch_is_priced_and_leads_to_the_checkout(street: Street) -> None:
    number = await street.add()
    path = f"/dashboard/listings/{number}/launch"
    async with street.world.browser("alice") as browser:
        page = await see(browser, path)
        assert "Launch bundle" in page.text
        assert "Relaunch" not in page.text
        weeks = re.findall(r'value="(\d{4}-\d\d-\d\d)"', (await browser.get(path)).text)
        answer = await browser.post(path, data={"product": "launch", "launch.week": weeks[0], "do": "quote"})
        page = Page(answer.text)
        assert answer.status_code == 200
        assert "Total$49.00" in page.text
        assert f"week of {date.fromisoformat(weeks[0]).day} " in page.text
        wanted = {
            "product": ["launch", "billboard_min", "extra_categories"],
            "billboard_min.amount": "$25.50",
            "extra_categories.categories": ["", ""],
            "do": "checkout",
        }
        page = await refused(browser, path, **wanted)
        assert "Extra categories:" in page.text
        page = await refused(browser, path, product="billboard_min", do="checkout", **{"billboard_min.amount": "much"})
        assert "Billboard:" in page.text
        page = await refused(browser, path, do="checkout")
        assert "items" not in page.text.lower().split("your order")[0]
        there = await send(browser, path, product="launch", do="checkout")
        assert urlsplit(there).path.startswith("/checkout/SG-2026-")
        checkout = await browser.get(there)
        assert "Order and pay" in checkout.text
        assert (await browser.get("/dashboard/orders")).headers["location"] == "/account/orders"
        assert there in (await see(browser, "/account/orders")).links()


async def test_every_part_is_edited_and_versions_brought_back(street: Street) -> None:
    number = await street.add(status="live", tagline="Backups", features=["One"], unlocked=["story", "milestones"])
    path = f"/dashboard/listings/{number}"

    async def save(part: str, **typed: Any) -> None:
        assert await send(browser, f"{path}/edit/{part}", **typed) == f"{path}/edit?saved={part}#f-{part}"

    async with street.world.browser("alice") as browser:
        await save("tagline", tagline="Backups that restore")
        await save("tagline", tagline="Backups that restore", do="save")  # nothing changed: no version
        await save("features", features="One\r\nTwo")
        await save("founded_year", founded_year="2019")
        await save("country", country="PT")
        await save("company_socials", github="https://github.com/tidewater")
        await save("faqs", question=["Fast?", ""], answer=["Yes.", ""])
        await save("name", name="Ebbtide")
        await save("categories", categories=["Databases"])
        await save("stage", stage="Growing")
        await save("tags", tags="tide\r\nsea")
        await save("founders", name=["Ada Moreno", ""], title=["CEO", ""], bio=["Builds\r\nbackups.", ""])
        await save("founder_socials", x="https://x.com/ada")
        await save("story", title="Weekends", lessons="Test.\r\nAgain.")
        await save("milestones", date=["2020-01-02"], title=["Founded"], description=[""], url=[""])
        await save("seo", title="Tested backups", meta="Restored once.")
        shown = await street.call("GET", f"/me/listings/{number}")
        assert (shown["tagline"], shown["features"], shown["founded_year"]) == (
            "Backups that restore", ["One", "Two"], 2019,
        )  # fmt: skip
        assert (shown["socials"], len(shown["faqs"])) == ({"github": "https://github.com/tidewater"}, 1)
        assert (shown["name"], shown["stage"], shown["tags"]) == ("Ebbtide", "growing", ["tide", "sea"])
        assert [category["slug"] for category in shown["categories"]] == ["databases"]
        assert [(f["name"], f["title"], f["bio"]) for f in shown["founders"]] == [
            ("Ada Moreno", "CEO", "Builds\nbackups.")
        ]
        assert (shown["story"]["title"], shown["story"]["lessons"]) == ("Weekends", "Test.\nAgain.")
        assert [m["title"] for m in shown["milestones"]] == ["Founded"]
        public = (await see(browser, "/listings/tidewater")).text
        for words in ("Ebbtide", "Databases", "Growing", "tide", "Ada Moreno", "Weekends", "Founded"):
            assert words in public, words
        assert "<title>Tested backups · " in (await browser.get("/listings/tidewater")).text
        page = await see(browser, f"{path}/edit?saved=seo")
        assert "SEO title and description saved." in page.text
        assert "https://x.com/ada" in page.text
        for part in ("seo", "milestones", "story", "founder_socials", "founders", "tags", "stage", "faqs", "features"):
            await save(part, do="remove")
        shown = await street.call("GET", f"/me/listings/{number}")
        for name in ("seo_title", "milestones", "story", "founders", "tags", "stage", "features"):
            assert shown[name] is None, name
        assert shown["faqs"] == []
        page = await see(browser, f"{path}/versions")
        assert "Tagline, beforeBackups" in page.text
        [version] = set(re.findall(r"/versions/(\d+)", (await browser.get(f"{path}/versions")).text))
        assert await send(browser, f"{path}/versions/{version}", undo="true") == f"{path}/versions?restored=yes"
        shown = await street.call("GET", f"/me/listings/{number}")
        assert (shown["name"], shown["tagline"], shown["features"]) == ("Tidewater", "Backups", ["One"])
        assert (await browser.post(f"{path}/versions/999999", data={"undo": "true"})).status_code == 404
        assert "Latest changes" in (await see(browser, path)).text


async def test_what_is_wrong_is_shown_beside_its_field_and_what_was_typed_stays(street: Street) -> None:
    number = await street.add(status="live", tagline="Backups")
    path = f"/dashboard/listings/{number}/edit"
    rows = {"question": ["Only a question"], "answer": [""]}
    milestone = {"date": ["soon"], "title": ["Kept"], "description": [""], "url": ["x"]}
    wrong: tuple[tuple[str, dict[str, Any], tuple[str, ...], str], ...] = (
        ("founded_year", {"founded_year": "soon"}, ("founded_year",), "soon"),
        ("contact_email", {"contact_email": "nobody"}, ("contact_email",), "nobody"),
        ("company_socials", {"x": "y", "github": "https://github.com/kept"}, ("company_socials-x",), "kept"),
        ("founder_socials", {"x": "https://x.com/ada"}, ("founder_socials",), "https://x.com/ada"),
        ("faqs", rows, ("faqs-0.answer",), "Only a question"),
        ("milestones", milestone, ("milestones-0.date",), "Kept"),
        ("founders", {"name": [""], "title": ["Kept"], "bio": [""]}, ("founders-0.name",), "Kept"),
        ("categories", {"categories": ["Databasis"]}, ("categories",), "No category has this name"),
        ("name", {"name": ""}, ("name",), "Must not be empty"),
        ("name", {"do": "remove"}, ("name",), "Must not be empty"),
        ("seo", {"title": "x" * 201, "meta": "Kept"}, ("seo-title",), "Kept"),
        ("story", {"title": "x" * 201, "story": "Kept"}, ("story-title",), "Kept"),
        ("tagline", {"tagline": ""}, ("tagline",), "needs a tagline or a short description"),
        ("features", {"features": "x" * 201}, ("features",), "x" * 201),
    )
    async with street.world.browser("alice") as browser:
        for part, typed, places, kept in wrong:
            answer = await browser.post(f"{path}/{part}", data=typed)
            page = Page(answer.text)
            assert answer.status_code == 400, part
            assert {f"error-{place}" for place in places} <= set(page.ids()), part
            assert kept in answer.text, part
            assert "Please fix the highlighted field." in page.text
        for part in ("nonsense", "competitor_url", "logo_url"):
            assert (await browser.post(f"{path}/{part}", data={"do": "save"})).status_code == 404
    async with street.world.browser("charlie") as stranger:
        assert (await stranger.post(f"{path}/name", data={"name": "Mine"})).status_code == 404
    assert await street.ask("select from listing_version") == []


async def test_quotes_are_beside_the_parts_that_have_them(street: Street) -> None:
    quote = {"url": "https://tidewater.example/about", "read_at": "2026-01-01T00:00:00Z"}
    evidence = {
        "tagline": [{**quote, "quote": "Backups that restore, they say"}],
        "founders": [{**quote, "quote": "Ada founded it"}],
        "socials.x": [{**quote, "quote": "Follow us"}],
        "seo.title": [{**quote, "quote": "The title they have", "source": "structured_data"}],
    }
    number = await street.add(
        status="live",
        tagline="Backups",
        city="Porto",
        founders=[new_listings.NewListingFounder("ada-moreno", "Ada Moreno", None, None)],
        socials={"x": "https://x.com/t"},
        seo_title="Tidewater",
        not_found_on_website=["founded_year"],
        evidence=evidence,
    )
    path = f"/dashboard/listings/{number}/edit"
    async with street.world.browser("alice") as browser:
        page = await see(browser, path)
        for words in ("Backups that restore, they say", "Ada founded it", "Follow us", "X: tidewater.example/about"):
            assert words in page.text, words
        assert "structured data, not visible on the page" in page.text
        assert page.text.count("From your site") == 4
        assert "Not stated on your website" in page.text
        before = page.text.count("Stated by the maker")
        await send(browser, f"{path}/tagline", tagline="Backups for boats")
        page = await see(browser, path)
        assert "Backups that restore, they say" not in page.text
        assert page.text.count("Stated by the maker") == before + 1


async def test_updates_and_interview(street: Street) -> None:
    ada = new_listings.NewListingFounder("ada-moreno", "Ada Moreno", None, None)
    number = await street.add(status="live", founders=[ada])
    path = f"/dashboard/listings/{number}"
    async with street.world.dispatcher.database.transaction() as db:
        await people.add_founders(db, [people.NewFounder(slug="ada-moreno", name="Ada Moreno")])
        await db.execute("insert into interview_question (position, question) values (1, 'What did you learn?')")
    async with street.world.browser("alice") as browser:
        page = await refused(browser, f"{path}/updates", title=" ", body="Kept")
        assert ("error-title" in page.ids(), "Kept" in page.text) == (True, True)
        await send(browser, f"{path}/updates", title="Faster", body="Twice as fast.")
        assert "Twice as fast." in (await see(browser, f"{path}/updates?done=posted")).text
        await see(browser, "/dashboard/interview")
        assert await street.ask("select count(*) from founder where account_id is not null") == [(0,)]  # only looked
        [(question,)] = await street.ask("select id from interview_question")
        page = await refused(browser, "/dashboard/interview/founder", slug="somebody-else")
        assert "None of your listings names a founder with this slug" in page.text
        await send(browser, "/dashboard/interview/founder", slug="ada-moreno")
        assert "You answer as Ada Moreno" in (await see(browser, "/dashboard/interview")).text
        await send(browser, "/dashboard/interview", **{f"answer.{question}": "To test."})
        page = await see(browser, "/dashboard/interview?saved=1")
        assert "To test." in page.text
    async with street.world.browser("charlie") as stranger:
        answer = await stranger.post("/dashboard/interview", data={f"answer.{question}": "Kept words"})
        assert (answer.status_code, "Kept words" in answer.text) == (400, True)


async def test_updates_are_edited_and_deleted_by_their_people_alone(street: Street) -> None:
    number = await street.add(status="live")
    world, path = street.world, f"/dashboard/listings/{number}/updates"
    for n in range(1, 13):
        sent = {"title": f"Release {n}", "body": f"Part {n}."}
        await street.call("POST", f"/me/listings/{number}/updates", sent, status=201)
    ids = {title: number for number, title in await street.ask("select id, title from listing_update")}
    first, last = f"{path}/{ids['Release 1']}", f"{path}/{ids['Release 12']}"
    async with world.browser("alice") as alice, world.browser("charlie") as charlie:
        page = await see(alice, path)
        assert ("Release 12" in page.text, "Release 2 " in page.text) == (True, False)
        assert "Part 1." in (await see(alice, f"{path}?page=2")).text  # all of them, not only the latest five
        assert "Part 12." in (await world.client.get("/listings/tidewater")).text
        await see(alice, last)
        page = await refused(alice, last, title=" ", body="Kept")
        assert ("error-title" in page.ids(), "Kept" in page.html) == (True, True)
        assert await send(alice, last, title="Release twelve", body="Corrected.\r\nTwice.") == f"{path}?done=saved"
        assert "Saved." in (await see(alice, f"{path}?done=saved")).text
        for public in ("/listings/tidewater", "/listings/tidewater/updates", "/updates", "/feeds/updates.atom"):
            text = (await world.client.get(public)).text
            assert ("Release twelve" in text, "Part 12." in text) == (True, False), public
        for method in ("GET", "POST"):
            answer = await charlie.request(method, last, data={"title": "x", "body": "y"})
            assert answer.status_code == 404
        assert (await charlie.post(f"{last}/delete", data={})).status_code == 404
        assert await send(alice, f"{last}/delete") == f"{path}?done=deleted"
        assert await send(alice, f"{last}/delete") == f"{path}?done=deleted"  # twice is no error
        await see(alice, last, 404)
        assert (await alice.post(last, data={"title": "x", "body": "y"})).status_code == 404
        for public in ("/listings/tidewater", "/listings/tidewater/updates", "/updates", "/feeds/updates.atom"):
            assert "Release twelve" not in (await world.client.get(public)).text, public
        foreign = await add(world, replace(full_listing("other", "Other", "https://other.example"), members={}))
        await alice.post(f"{first}/delete".replace(str(number), str(foreign[0]), 1), data={})
        assert "Part 1." in (await see(alice, f"{path}?page=2")).text


async def test_an_update_deleted_before_it_is_mailed_is_not_mailed(street: Street) -> None:
    number = await street.add(status="live")
    path = f"/dashboard/listings/{number}/updates"
    async with street.world.browser("bob") as follower:
        await follower.post("/listings/tidewater/follow", data={"follow": "yes"})
    async with street.world.browser("alice") as alice:
        await send(alice, path, title="Too early", body="Nobody should read this.")
        [(update,)] = await street.ask("select id from listing_update")
        await send(alice, f"{path}/{update}/delete")
    await mail_followers.work(JobRun(street.world.dispatcher, street.world.caller()), update)
    assert not [kind for _, kind, _ in await street.mails() if kind == "listing_update"]


async def test_next_steps_disappear_when_they_are_done(street: Street) -> None:
    number = await street.add(status="live")
    path = f"/dashboard/listings/{number}"
    async with street.world.browser("alice") as browser:
        assert "Post an update for your followers." in (await see(browser, path)).text
        await send(browser, f"{path}/updates", title="Faster", body="Twice as fast.")
        page = await see(browser, path)
        assert "Post an update for your followers." not in page.text
        assert "Order a launch to show story" in page.text
        await street.set_state(number, status="live", plan="paid", launch_week=None)
        page = await see(browser, path)
        assert ("Order a launch to show story" in page.text, "next" in page.ids()) == (False, False)


async def test_pictures_are_sent_shown_and_removed(street: Street) -> None:
    number = await street.add(status="live")
    path = f"/dashboard/listings/{number}/pictures"
    async with street.world.browser("alice") as browser:
        sent = await browser.post(path, data={"alt": "A screen"}, files={"picture": ("a.png", picture(), "image/png")})
        assert sent.status_code == 303, sent.text
        page = await see(browser, path)
        [shown] = [image for image in page.all("img") if image.get("alt") == "A screen"]
        file = await browser.get(str(shown["src"]))
        assert (file.status_code, file.headers["content-type"]) == (200, "image/webp")
        wrong = await browser.post(path, data={"alt": "Kept"}, files={"picture": ("a.png", b"no picture", "image/png")})
        assert (wrong.status_code, "We can&#39;t use this image" in wrong.text, "Kept" in wrong.text) == (
            400,
            True,
            True,
        )
        large = await browser.post(path, files={"picture": ("a.png", b"x" * 5_300_000, "image/png")})
        assert "larger than 5 MB" in large.text
        none = await browser.post(path, data={"alt": ""}, files={"picture": ("", b"", "image/png")})
        assert "Choose a picture first." in none.text
        assert (await browser.post(path, data={"alt": "x"})).status_code == 415
        [(media,)] = await street.ask("select id from listing_media")
        await send(browser, f"{path}/{media}/delete")
        await send(browser, f"{path}/{media}/delete")
        assert await street.ask("select id from listing_media") == []


async def test_a_logo_is_uploaded_chosen_and_removed(street: Street) -> None:
    number = await street.add(status="live")
    page = f"/dashboard/listings/{number}/edit"
    path, empty = f"{page}/logo", {"logo": ("", b"", "image/png")}
    async with street.world.browser("alice") as browser:
        sent = await browser.post(path, files={"logo": ("a.png", picture(), "image/png")})
        assert sent.status_code == 303, sent.text
        assert sent.headers["location"] == f"{page}?saved=logo_url#f-logo_url"
        [radio, none] = [each for each in (await see(browser, page)).all("input") if each.get("name") == "choice"]
        assert ("checked" in radio, "checked" in none) == (True, False)
        shown = f"/media/{radio['value']}"
        assert f'src="{shown}"' in (await browser.get("/listings/tidewater")).text
        for content, words in (
            (b"no picture", "not a PNG, JPEG, WebP or SVG"),
            (picture()[:60], "damaged or incomplete"),
            (b"x" * 3_100_000, "This file is 3.1 MB; the maximum is 2 MB."),
        ):
            wrong = await browser.post(path, files={"logo": ("a.png", content, "image/png")})
            assert (wrong.status_code, words in wrong.text) == (400, True), wrong.text
        nothing = {"logo": ("a.png", b"", "image/png")}
        wrong = await browser.post(path, data={"choice": radio["value"]}, files=nothing)
        assert (wrong.status_code, "error-logo" in Page(wrong.text).ids()) == (400, True)
        assert "This file is empty. Choose another one." in wrong.text
        for choice in ("", "../secret", "0" * 40 + ".webp"):
            wrong = await browser.post(path, data={"choice": choice}, files=empty)
            assert wrong.status_code == 400
        assert (await browser.post(path, data={"choice": "none"})).status_code == 415
        foreign = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
        remove = {"choice": "none"}
        refused_form = await browser.post(path, data=remove, files=empty, headers=foreign)
        assert refused_form.status_code == 403
        assert shown in (await browser.get("/listings/tidewater")).text
        await browser.post(path, data=remove, files=empty)
        assert shown not in (await browser.get("/listings/tidewater")).text
        await browser.post(path, data={"choice": radio["value"]}, files=empty)
        assert shown in (await browser.get("/listings/tidewater")).text
        assert (await browser.get(f"{page}/logo_url")).headers["location"] == page
        await send(browser, f"{page}/logo_url", do="remove")
        assert shown not in (await browser.get("/listings/tidewater")).text
    async with street.world.browser("charlie") as stranger:
        await see(stranger, page, 404)
        sent = await stranger.post(path, files={"logo": ("a.png", picture(), "image/png")})
        assert sent.status_code == 404


async def test_people_alternatives_revenue_and_withdrawing(street: Street) -> None:
    number = await street.add(status="live")
    other = await street.add("ebbtide", "live", members={}, website="https://ebbtide.example/")
    path = f"/dashboard/listings/{number}"
    async with street.world.browser("alice") as alice, street.world.browser("bob") as bob:
        page = await refused(alice, f"{path}/people/leave")
        assert "You are the only owner" in page.text
        assert (await bob.post(f"{path}/people/{street.ids['alice']}/remove", data={})).status_code == 403
        await send(alice, f"{path}/people/{street.ids['bob']}/owner")
        await send(alice, f"{path}/people/leave")
        await see(alice, path, 404)
        page = await refused(bob, f"{path}/alternatives", slug="nothing", do="approve")
        assert "No live listing is called “nothing”." in page.text
        page = await refused(bob, f"{path}/alternatives", slug="Half a\x00 Tide!", do="approve")
        assert "error-slug" in page.ids()
        page = await refused(bob, f"{path}/alternatives", slug="tidewater", do="approve")
        assert "No other live listing" in page.text
        name = (await street.ask("select name from listing where id = %s", other))[0][0]
        await send(bob, f"{path}/alternatives", slug=f" {name.upper()} ", do="approve")
        await send(bob, f"{path}/alternatives", slug="ebbtide", do="remove")
        await send(bob, f"{path}/alternatives", slug="http://localhost:8000/listings/ebbtide/", do="approve")
        assert "Shown on your page" in (await see(bob, f"{path}/alternatives")).text
        await send(bob, f"{path}/alternatives", slug="ebbtide", do="remove")
        assert "No alternatives yet." in (await see(bob, f"{path}/alternatives")).text
        page = await refused(bob, f"{path}/revenue", monthly_cents="lots")
        assert "error-monthly_cents" in page.ids()
        assert "Enter an amount in US dollars" in page.text
        assert "No revenue entered yet." in (await see(bob, f"{path}/revenue")).text
        await send(bob, f"{path}/revenue", monthly_cents="1,200.50")
        assert await street.ask("select monthly_cents from listing_revenue") == [(120_050,)]
        page = await see(bob, f"{path}/revenue")
        assert "1,200.50 a month, not verified yet. You entered this on 11 March 2026." in page.text
        assert "1,200.50" in {field.get("value") for field in page.all("input")}
        await street.ask("update listing_revenue set verified = true returning 1")
        assert "1,200.50 a month, verified." in (await see(bob, f"{path}/revenue")).text
        await send(bob, f"{path}/revenue", monthly_cents="")
        assert await street.ask("select monthly_cents from listing_revenue") == []
        assert "It will be unpublished immediately" in (await see(bob, f"{path}/withdraw")).text
        await send(bob, f"{path}/withdraw")
        assert "Withdrawn by you." in (await see(bob, path)).text
        assert (await bob.get("/listings/tidewater")).status_code == 404
        assert "cannot be withdrawn" in (await refused(bob, f"{path}/withdraw")).text
        await send(bob, f"{path}/republish")
        assert "Live since" in (await see(bob, path)).text
        assert other != number


async def test_cofounders_are_invited_to_a_listing_that_came_from_no_draft(street: Street) -> None:
    path = f"/dashboard/listings/{await street.add(status='live')}"
    world = street.world
    async with world.browser("alice") as alice, world.browser("bob") as bob, world.browser("charlie") as charlie:
        assert "Only an owner can invite more people." in (await see(bob, f"{path}/people")).text
        assert (await bob.post(f"{path}/people", data={"email": "a@b.example"})).status_code == 403
        assert "error-email" in (await refused(alice, f"{path}/people", email="nobody")).ids()
        for _ in range(2):  # mailed once a day
            await send(alice, f"{path}/people", email="charlie@charlie.example")
        page = await see(alice, f"{path}/people")
        assert "charlie@charlie.example: invited on 11 March 2026" in page.text
        [(text,)] = await street.ask("select body_text from outbox where template = 'cofounder_invite'")
        assert "Alice has invited you, as a co-founder, to manage the listing of Tidewater on Showground" in text
        found = re.search(r"/invites/(\S+)", text)
        assert found
        page = await see(charlie, found[0])
        assert "Accept and open the listing" in page.text
        assert (await charlie.post(found[0], data={})).headers["location"] == path
        await see(charlie, path)
        assert "invited on" not in (await see(alice, f"{path}/people")).text
        await see(bob, found[0], 404)  # it works once
        for n in range(9):
            await send(alice, f"{path}/people", email=f"p{n}@b.example")
        page = await refused(alice, f"{path}/people", email="one@more.example")
        assert "already used all 10 invites" in page.text
        assert "one@more.example" in {field.get("value") for field in page.all("input")}


async def test_an_invitation_to_a_listing_is_withdrawn_by_its_owner(street: Street) -> None:
    path = f"/dashboard/listings/{await street.add(status='live')}"
    world = street.world
    async with world.browser("alice") as alice, world.browser("bob") as bob, world.browser("charlie") as charlie:
        for email, told in (
            ("Alice@alice.example", "This is your own address."),
            ("bob@bob.example", "The person with this address has already joined."),
        ):
            page = await refused(alice, f"{path}/people", email=email)
            assert ("error-email" in page.ids(), told in page.text) == (True, True)
        await send(alice, f"{path}/people", email="charlie@charlie.example")
        withdrawal = {"email": "charlie@charlie.example"}
        assert "Withdraw the invitation to" not in (await see(bob, f"{path}/people")).text
        assert (await bob.post(f"{path}/people/invite/withdraw", data=withdrawal)).status_code == 403
        assert "Withdraw the invitation to charlie@charlie.example" in (await see(alice, f"{path}/people")).text
        page = await see(alice, await send(alice, f"{path}/people/invite/withdraw", **withdrawal))
        assert "Invitation withdrawn. Its link no longer works." in page.text
        assert "charlie@charlie.example" not in page.text
        [(text,)] = await street.ask("select body_text from outbox where template = 'cofounder_invite'")
        [link] = re.findall(r"/invites/\S+", text)
        await see(charlie, link, 404)
        await send(alice, f"{path}/people", **withdrawal)  # on the same day, the link in the email works again
        assert len(await street.ask("select 1 from outbox where template = 'cofounder_invite'")) == 1
        assert (await charlie.post(link, data={})).headers["location"] == path


async def test_a_claim_is_made_checked_and_granted(street: Street) -> None:
    await street.add(status="live", members={})
    async with street.world.browser("charlie") as browser:
        listing = await see(browser, "/listings/tidewater")
        assert "/dashboard/claims?slug=tidewater" in listing.links()
        assert 'value="tidewater"' in (await browser.get("/dashboard/claims?slug=tidewater")).text
        page = await refused(browser, "/dashboard/claims", slug="tidwater", method="meta", email="")
        assert "error-slug" in page.ids()
        page = await refused(browser, "/dashboard/claims", slug="tidewater", method="email", email="a@else.example")
        assert "error-email" in page.ids()
        there = await send(browser, "/dashboard/claims", slug="tidewater", method="meta", email="")
        number = there.rpartition("-")[2]
        page = await see(browser, "/dashboard/claims")
        [tag] = re.findall(r'<meta name="\S+" content="\w+">', page.text)
        await send(browser, f"/dashboard/claims/{number}/check")
        assert "Not found on 11 March 2026" in (await see(browser, "/dashboard/claims")).text
        street.home.pages["/"] = f"<!doctype html><html><head>{tag}</head><body>Tidewater</body></html>"
        await send(browser, f"/dashboard/claims/{number}/check")
        assert "Verified: the listing is yours." in (await see(browser, "/dashboard/claims")).text
        assert "Tidewater" in (await see(browser, "/dashboard")).text
        there = await send(browser, "/dashboard/claims", slug="tidewater", method="email", email="hi@tidewater.example")
        [link] = [re.findall(r"/claims/\S+", text)[0] for _, kind, text in await street.mails() if kind == "claim_link"]
        await see(browser, link)
    async with street.world.browser("alice") as stranger:
        answer = await stranger.post(f"/dashboard/claims/{number}/check", data={})
        assert answer.status_code == 404


async def test_what_owners_write_appears_as_text(street: Street) -> None:
    mean = "<script>alert(1)</script>"
    full = full_listing("tidewater", mean, "javascript:alert(1)")
    member: dict[int, Any] = {street.ids["alice"]: "owner"}
    (number,) = await add(street.world, replace(full, website=street.website, members=member))
    async with street.world.browser("alice") as browser:
        await send(browser, f"/dashboard/listings/{number}/updates", title=mean, body=mean)
        await send(browser, f"/dashboard/listings/{number}/edit/tagline", tagline=mean + mean)
        await send(browser, f"/dashboard/listings/{number}/edit/features", features=mean)
        for path in ("/dashboard", *(f"/dashboard/listings/{number}{room}" for room in ROOMS)):
            answer = await browser.get(path)
            assert answer.status_code == 200, path
            assert mean not in answer.text, path
            assert "&lt;script&gt;" in answer.text, path
            assert 'href="javascript:' not in answer.text, path


async def test_every_next_step_leads_to_a_page(street: Street) -> None:
    number = await street.add()
    week = launches.monday_of(street.world.clock().date())
    async with street.world.browser("alice") as browser:
        for status, plan in (("draft", "none"), ("awaiting_badge", "free"), ("scheduled", "free"), ("live", "free"),
                             ("live", "paid"), ("suspended", "free"), ("withdrawn", "free")):  # fmt: skip
            await street.set_state(number, status=status, plan=plan, launch_week=week)
            shown: dict[str, Any] = await street.call("GET", f"/me/listings/{number}")
            assert shown["next_steps"]
            assert shown["queue"] is None or (shown["queue"]["place"], shown["queue"]["waiting"]) == (1, 1)
            for step in shown["next_steps"]:
                assert (
                    await browser.get(str(step["link"]).removeprefix("http://localhost:8000"))
                ).status_code == 200, step


async def test_before_the_launch_the_overview_leads_to_the_page_and_to_what_is_worth_doing(street: Street) -> None:
    number = await street.add()
    week = launches.monday_of(street.world.clock().date())
    await street.set_state(number, status="scheduled", plan="free", launch_week=week)
    async with street.world.browser("alice") as browser:
        rooms = f"/dashboard/listings/{number}"
        assert f"{rooms}/edit#f-story" not in (await see(browser, rooms)).links()
        async with street.world.dispatcher.database.transaction() as db:
            await db.execute("update listing set unlocked = '{story,media}' where id = %s", (number,))
        page = await see(browser, rooms)
        assert {f"{rooms}/share", f"{rooms}/pictures", f"{rooms}/edit#f-story"} <= set(page.links())
        assert "It goes live on" not in page.text  # the heading says so already, in words
        [public] = [link for link in page.links() if re.fullmatch(r"/listings/[^/]+", link)]
        assert public in (await see(browser, "/dashboard")).links()


async def test_versions_show_logos_and_not_their_paths(street: Street) -> None:
    number = await street.add()
    path = f"/dashboard/listings/{number}"
    async with street.world.browser("alice") as alice:
        for colour in ("green", "blue"):
            written = io.BytesIO()
            Image.new("RGB", (64, 64), colour).save(written, "PNG")
            files = {"logo": ("logo.png", written.getvalue(), "image/png")}
            assert (await alice.post(f"{path}/edit/logo", files=files)).status_code == 303
            street.world.clock.move(minutes=5)
        page = await see(alice, f"{path}/versions")
        shown = [image for image in page.all("img") if image.get("alt") == "Logo"]
        assert len(shown) == 3  # after the first upload, before and after the second
        for image in shown:
            assert (await alice.get(image["src"] or "")).headers["content-type"] == "image/webp"
        assert "/media/" not in page.text
