"""From the address of a website to a submitted draft, by forms alone."""

import re
from dataclasses import replace

import pytest

from showground import orders
from tests.support.draft_world import Studio, tidewater
from tests.support.html import Page
from tests.support.listings import add, listing
from tests.support.site import Answer

from .forms import refused, see, send

pytestmark = pytest.mark.anyio

SCRIPT = "<script>alert(1)</script>"


def count_shown(page: Page, state: str) -> int:
    """How many parts of the editor show this state."""
    return page.html.count(f"</svg>{state}</p>")


def count_in_margin(page: Page, words: str) -> int:
    """What the margin says about it."""
    found = re.search(rf"(\d+) {words}[,.]", page.text)
    return int(found[1]) if found else 0


async def test_an_address_becomes_a_draft_that_is_watched_and_then_edited(studio: Studio) -> None:
    async with studio.world.browser() as stranger:
        assert "Read my site" in (await see(stranger, "/submit")).text
        there = await send(stranger, "/submit", url="tidewater.test")
        assert there == "/sign-in?next=/submit%3Furl%3Dtidewater.test"
        page = await refused(stranger, "/submit", url="ada@tidewater.test")  # before signing in
        assert "This is an email address." in page.text
        assert "ada@tidewater.test" in {field.get("value") for field in page.all("input")}
        assert "Enter the domain with its ending" in (await refused(stranger, "/submit", url="tidewater")).text
    async with studio.world.browser("alice") as browser:
        assert 'value="tidewater.test"' in (await browser.get("/submit?url=tidewater.test")).text
        wrong = await browser.post("/submit", data={"url": "ftp://tidewater.test"})
        assert wrong.status_code == 400
        assert "error-url" in Page(wrong.text).ids()
        assert "ftp://tidewater.test" in wrong.text
        there = await send(browser, "/submit", url=studio.url())
        watched = await browser.get(there)
        page = Page(watched.text)
        assert 'http-equiv="refresh"' in watched.text
        assert "data-live" in watched.text
        assert "We are reading your site." in page.text
        assert [bar["value"] for bar in page.all("progress")] == ["0"]
        draft = there.removeprefix("/dashboard/drafts/")
        studio.drafter.proposal = tidewater(studio.url())
        await studio.work(draft)
        ready = await browser.get(there)
        page = Page(ready.text)
        assert "data-live" not in ready.text
        assert "Draft of Tidewater" in page.text
        assert "“Backups for small databases.”" in page.text
        assert "The draft is ready to submit." in page.text


async def test_a_listed_domain_leads_to_its_listing_instead_of_a_draft(studio: Studio) -> None:
    public, hidden = listing("ebb", website="https://www.ebb.test/"), listing("flow", website="https://flow.test/")
    await add(studio.world, public, replace(hidden, status="draft", live_at=None))
    async with studio.world.browser("alice") as browser:
        answer = await browser.post("/submit", data={"url": "http://blog.ebb.test"})
        page = Page(answer.text)
        assert answer.status_code == 400
        assert "ebb.test is already listed: ebb. If the product is yours, claim that listing." in page.text
        assert {"/listings/ebb", "/dashboard/claims?slug=ebb"} <= set(page.links())
        assert 'value="http://blog.ebb.test"' in answer.text
        page = Page((await browser.post("/submit", data={"url": "flow.test"})).text)
        assert "flow.test is already listed. If the product is yours" in page.text
        assert "/listings/flow" not in page.links()
        await studio.ready()
        draft = (await studio.world.get("/drafts", by="alice")).json()["items"][0]["id"]
        number = (await studio.submitted(draft))["listing_id"]
        page = Page((await browser.post("/submit", data={"url": studio.url()})).text)
        assert "The listing is yours: open it." in page.text
        assert f"/dashboard/listings/{number}" in page.links()
        assert (await studio.world.get("/drafts", by="alice")).json()["total"] == 1


async def test_what_only_a_paid_launch_shows_is_not_asked_for_where_none_is_sold(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    async with studio.world.browser("alice") as browser:
        page = await see(browser, f"/dashboard/drafts/{draft}")
        assert page.text.count("Saved, but not shown to visitors. It is not part of the free plan.") == 2
        assert "The others are not shown." in page.text
        for words in ("paid launch", "extra categories", "Add your story"):
            assert words not in page.text, words
        async with studio.world.dispatcher.database.transaction() as db:
            await orders.add_shipped_products(db)
            db.changed.add("products")
        page = await see(browser, f"/dashboard/drafts/{draft}")
        assert "not part of the free plan" not in page.text
        assert "The others are shown if you order extra categories." in page.text


async def test_a_site_that_could_not_be_read_is_not_called_a_draft_that_is_ready(studio: Studio) -> None:
    for name, answer in (("down.test", Answer("no", status=500)), ("parked.test", "<h1>This domain is for sale</h1>")):
        studio.site.pages["/"] = answer
        draft = (await studio.begin(name))["id"]
        await studio.work(draft)
        assert (await studio.get(draft))["progress"]["now"] == "The site could not be read"
        async with studio.world.browser("alice") as browser:
            page = Page((await browser.get(f"/dashboard/drafts/{draft}")).text)
            assert "so nothing was drafted from it" in page.text
            assert "is ready" not in page.text
            assert "read your site and" not in page.text
            assert count_shown(page, "Empty") == count_in_margin(page, "empty") > 20
            assert count_shown(page, "Required before you submit") == count_in_margin(
                page, "required before you submit"
            )
            assert "No page of " in page.text
            for claim in ("Not stated on your website", "not stated.", "name a founder", "no social links"):
                assert claim not in page.text, "what we have not read we cannot deny"
            page = await see(browser, "/dashboard")
            assert "We couldn\u2019t read the site, so nothing was drafted from it." in page.text
            assert "Fill in the draft by hand, or fix the site and have us read it again." in page.text
            [problem] = (await studio.get(draft))["problems"]
            assert problem["detail"] in page.text
            assert "Ready to review" not in page.text


async def test_every_part_is_edited_locked_restored_removed_and_drafted_again(studio: Studio) -> None:
    draft = await studio.ready()
    path = f"/dashboard/drafts/{draft['id']}"
    async with studio.world.browser("alice") as browser:
        assert await send(browser, f"{path}/tagline", tagline="Backups  that restore") == f"{path}#f-tagline"
        now = await studio.get(draft["id"])
        assert (now["fields"]["tagline"]["value"], now["fields"]["tagline"]["state"]) == (
            "Backups  that restore",
            "edited",
        )
        await send(browser, f"{path}/tagline", do="restore")
        await send(browser, f"{path}/name", name="Tidewater", do="save")  # as it was: the quote stays
        await send(browser, f"{path}/country", do="lock")
        await send(browser, f"{path}/founded_year", do="remove")
        await send(browser, f"{path}/pricing_model", do="regenerate")
        await send(browser, f"{path}/features", features="Restores\r\n\r\n  Copies ")
        await send(browser, f"{path}/categories", categories=["Databases", ""])
        await send(browser, f"{path}/faqs", question=["Is it fast?", ""], answer=["Yes.", ""])
        await send(browser, f"{path}/founders", name=["Ada Moreno", "Bo Lind"], title=["", "CTO"], bio=["", ""])
        await send(browser, f"{path}/milestones", date=["2020-02-01"], title=["First sale"], description=[""], url=[""])
        await send(browser, f"{path}/company_socials", github="https://github.com/tidewater", x="https://x.com/t")
        await send(browser, f"{path}/story", problem="", lessons="Test restores.")
        await send(browser, f"{path}/seo", title="Tidewater backups", meta="")
        await send(browser, f"{path}/competitor_url", competitor_url="https://ebbtide.example")
        now = await studio.get(draft["id"])
        fields = now["fields"]
        assert (fields["tagline"]["value"], fields["tagline"]["state"]) == ("Backups for small databases", "ai")
        assert (fields["name"]["state"], len(fields["name"]["evidence"])) == ("ai", 1)
        assert fields["country"]["state"] == "override"
        assert (fields["founded_year"]["value"], fields["founded_year"]["state"]) == (None, "deleted")
        assert studio.drafter.times_asked == 2
        assert fields["features"]["value"] == ["Restores", "Copies"]
        assert fields["categories"]["state"] == "ai"
        assert [(faq["question"], faq["answer"]) for faq in now["faqs"]] == [("Is it fast?", "Yes.")]
        assert [(f["name"], f["title"]) for f in now["founders"]] == [("Ada Moreno", None), ("Bo Lind", "CTO")]
        assert [m["title"] for m in now["milestones"]] == ["First sale"]
        assert now["company_socials"] == {"github": "https://github.com/tidewater", "x": "https://x.com/t"}
        assert now["part_states"]["company_socials.github"] == "ai"
        assert "company_socials.reddit" not in now["part_states"]  # what was left blank is not removed
        assert now["story"] == {"lessons": "Test restores."}
        assert now["seo"] == {"title": "Tidewater backups", "meta": None}
        assert now["competitor_url"] == "https://ebbtide.example"
        page = await see(browser, path)
        for words in ("Accepted by you", "Undo accept", "Removed by you", "Added by you", "From your site"):
            assert words in page.text
        for shown, counted in {
            "From your site": "from your site",
            "Added by you": "added by you",
            "Accepted by you": "accepted or locked",
            "Removed by you": "removed",
            "Not stated on your website": "not stated",
        }.items():
            assert count_shown(page, shown) == count_in_margin(page, counted) > 0, shown
        assert "Locked by you" not in page.text
        await send(browser, f"{path}/features", do="lock")
        page = await see(browser, path)
        assert "Locked by you" in page.text
        assert "Unlock and restore" in page.text
        await send(browser, f"{path}/country", do="restore")
        assert "Accepted by you" not in (await see(browser, path)).text
        assert (await browser.post(f"{path}/nonsense", data={"do": "save"})).status_code == 404


async def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(studio: Studio) -> None:
    draft = await studio.ready()
    path = f"/dashboard/drafts/{draft['id']}"
    async with studio.world.browser("alice") as browser:
        answer = await browser.post(f"{path}/tagline", data={"tagline": "x" * 501})
        page = Page(answer.text)
        assert (answer.status_code, "error-tagline" in page.ids(), "x" * 501 in answer.text) == (400, True, True)
        # The page is at the form's address now. When the session has ended, signing in returns there.
        assert (await browser.get(f"{path}/tagline")).headers["location"] == path
        answer = await browser.post(f"{path}/country", data={"country": "Atlantis"})
        assert "Must be a two-letter ISO 3166 code" in Page(answer.text).text
        answer = await browser.post(f"{path}/categories", data={"categories": ["Databasis"]})
        assert "No category has this name" in Page(answer.text).text
        rows = {"question": ["", "Why?", "Who?"], "answer": ["", "", "x" * 1501]}
        answer = await browser.post(f"{path}/faqs", data=rows)
        assert answer.status_code == 400
        assert "error-faqs-1.answer" in Page(answer.text).ids()
        answer = await browser.post(
            f"{path}/milestones", data={"date": "soon", "title": "T", "description": "", "url": ""}
        )
        assert "error-milestones-0.date" in Page(answer.text).ids()
        assert "soon" in answer.text
        answer = await browser.post(f"{path}/invite", data={"email": "nobody"})
        assert ("error-invite-email" in Page(answer.text).ids(), answer.status_code) == (True, 400)
        await studio.edit(draft["id"], fields={"name": None, "categories": None})
        page = await see(browser, path)
        assert "2 things are missing before you can submit it." in page.text
        answer = await browser.post(f"{path}/submit", data={})
        assert answer.status_code == 400
        assert "Add a name. Every listing needs one. Add a category." in Page(answer.text).text


async def test_a_value_that_no_listing_could_show_is_refused_beside_its_field(studio: Studio) -> None:
    draft = await studio.ready()
    path = f"/dashboard/drafts/{draft['id']}"
    before = (await studio.get(draft["id"]))["fields"]
    wrong = (
        ("founded_year", "founded_year", "last", "error-founded_year", "Enter a year between 1800 and 2100."),
        ("contact_email", "contact_email", "us", "error-contact_email", "Enter an email address such as hello@"),
        ("demo_video_url", "demo_video_url", "soon", "error-demo_video_url", "Enter a full address such as https://"),
        ("company_socials", "x", "@us", "error-company_socials-x", "Enter a full address such as https://example.com."),
    )
    async with studio.world.browser("alice") as browser:
        for part, name, typed, place, words in wrong:
            answer = await browser.post(f"{path}/{part}", data={name: typed})
            page = Page(answer.text)
            assert (answer.status_code, place in page.ids(), words in page.text) == (400, True, True), part
            assert f'value="{typed}"' in answer.text
            assert "Please fix the highlighted field." in page.text
        assert (await studio.get(draft["id"]))["fields"] == before
        await send(browser, f"{path}/founded_year", founded_year="2019")
        await send(browser, f"{path}/stage", stage="mvp")
        await studio.edit(draft["id"], fields={"pricing_model": "pay what you want"})
        html = (await browser.get(path)).text
        assert '<option value="mvp" selected dir="auto">MVP</option>' in html
        assert '<option value="one-time" dir="auto">One-time payment</option>' in html
        assert '<option value="pay what you want" selected dir="auto">Pay what you want</option>' in html
        assert "At most 500 characters." in Page(html).text


async def test_what_others_write_appears_as_text(studio: Studio) -> None:
    draft = await studio.ready()
    path = f"/dashboard/drafts/{draft['id']}"
    names = ("name", "tagline", "short_description", "description", "stage", "pricing_model", "pricing_summary", "city",
             "founded_year", "contact_email", "demo_video_url", "logo_url")  # fmt: skip
    await studio.edit(
        draft["id"],
        fields=dict.fromkeys(names, SCRIPT) | {name: [SCRIPT] for name in ("tags", "features", "usps", "keywords")},
        faqs=[{"question": SCRIPT, "answer": SCRIPT}],
        founders=[{"name": SCRIPT, "title": SCRIPT, "bio": SCRIPT}],
        company_socials={"x": SCRIPT},
        founder_socials={"custom": SCRIPT},
        story={"title": SCRIPT, "lessons": SCRIPT},
        milestones=[{"date": "2020-01-01", "title": SCRIPT, "description": SCRIPT}],
        seo={"title": SCRIPT, "meta": SCRIPT},
        competitor_url=f"https://a.example/{SCRIPT}",
    )
    async with studio.world.browser("alice") as browser:
        for page in (path, f"{path}/preview", f"{path}/delete", "/dashboard"):
            answer = await browser.get(page)
            assert answer.status_code == 200, page
            assert SCRIPT not in answer.text
            assert "&lt;script&gt;" in answer.text


async def test_a_draft_is_previewed_shared_read_again_submitted_and_deleted(studio: Studio) -> None:
    draft = await studio.ready()
    path = f"/dashboard/drafts/{draft['id']}"
    async with studio.world.browser("alice") as browser, studio.world.browser("bob") as other:
        assert "Backups for small databases" in (await see(browser, f"{path}/preview")).text
        assert (await other.get(path)).status_code == 404
        assert (await other.post(f"{path}/name", data={"name": "Mine"})).status_code == 404
        there = await send(browser, f"{path}/invite", email="bob@bob.example")
        assert "Invitation emailed to bob@bob.example." in (await see(browser, there)).text
        page = await refused(browser, f"{path}/invite", email="alice@alice.example")
        assert "This is your own address." in page.text
        assert "error-invite-email" in page.ids()
        there = await send(browser, f"{path}/invite/withdraw", email="bob@bob.example")
        page = await see(browser, there)
        assert "Invitation to bob@bob.example withdrawn. Its link no longer works." in page.text
        assert "bob@bob.example: invited on" not in page.text
        await send(browser, f"{path}/invite", email="bob@bob.example")
        [(text,)] = await studio.rows("select body_text from outbox where template = 'cofounder_invite'")
        [link] = re.findall(r"/invites/\S+", text)
        async with studio.world.browser() as stranger:
            assert "Tidewater" in (await see(stranger, link)).text
            assert (await stranger.post(link, data={})).headers["location"].startswith("/sign-in?next=/invites/")
        assert "Alice invites you" in (await see(other, link)).text
        assert await send(other, link) == path
        assert "Draft of Tidewater" in (await see(other, path)).text
        assert "is not valid" in (await see(other, link, 404)).text
        told = await other.post(f"{path}/delete", data={})
        assert "Only the person who started this draft can delete it" in Page(told.text).text
        too_soon = await browser.post(f"{path}/reread", data={})
        assert "A website is read at most once an hour." in Page(too_soon.text).text
        studio.world.clock.move(hours=2)
        assert await send(browser, f"{path}/reread") == path
        assert "We are reading your site." in (await see(browser, path)).text
        await studio.work(draft["id"], 2)
        listing = await send(browser, f"{path}/submit")
        assert re.fullmatch(r"/dashboard/listings/\d+", listing)
        assert "This draft is now a listing." in (await see(browser, path)).text
        assert "The listing created from it stays." in (await see(browser, f"{path}/delete")).text
        assert await send(browser, f"{path}/delete") == "/dashboard?deleted=1"
        assert (await browser.get(path)).status_code == 404
        again = await studio.ready(by="charlie")
        async with studio.world.browser("charlie") as charlie:
            page = await see(charlie, f"/dashboard/drafts/{again['id']}")
            assert "/dashboard/claims?slug=tidewater" in page.links()
            answer = await charlie.post(f"/dashboard/drafts/{again['id']}/submit", data={})
            assert answer.status_code == 400


async def test_categories_are_proposed_as_a_guess_if_the_site_does_not_tell(studio: Studio) -> None:
    told = await studio.ready()
    draft = await studio.begin("untold.test")
    studio.drafter.proposal = tidewater(studio.url("untold.test"))
    studio.drafter.proposal.fields.pop("categories")
    await studio.work(draft["id"])
    path = f"/dashboard/drafts/{draft['id']}"
    async with studio.world.browser("alice") as browser:
        assert "Our guess" not in (await see(browser, f"/dashboard/drafts/{told['id']}")).text
        page = await see(browser, path)
        assert "Our guess from the words of this draft, not a fact from your site" in page.text
        offered = [button["value"] for button in page.all("button") if button.get("name") == "categories"]
        assert "Databases" in offered
        field = (await studio.get(draft["id"]))["fields"]["categories"]
        assert (field["value"], field["state"], field["evidence"]) == (None, "not_found", [])
        await send(browser, f"{path}/categories", categories="Databases")
        field = (await studio.get(draft["id"]))["fields"]["categories"]
        assert (field["value"], field["state"], field["evidence"]) == (["Databases"], "manual", [])
        assert "Our guess" not in (await see(browser, path)).text


async def test_a_preview_shows_what_the_public_page_will_show(studio: Studio) -> None:
    draft = await studio.ready()
    path = f"/dashboard/drafts/{draft['id']}"
    async with studio.world.browser("alice") as browser:
        await send(browser, f"{path}/stage", stage="mvp")
        await send(browser, f"{path}/country", country="FI")
        page = (await see(browser, f"{path}/preview")).text
    assert "StageMVP" in page
    assert "CountryFinland" in page
