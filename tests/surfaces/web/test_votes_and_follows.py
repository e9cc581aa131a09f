"""Voting, following, reviewing and reporting on the website; and that nothing is lost by signing in first."""

from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest

from showground.accounts.actions.sign_in_links import MakeSignInLink, make_sign_in_link
from tests.support.html import Page
from tests.support.launch_world import NEXT_MONDAY, Fair
from tests.support.world import World

pytestmark = pytest.mark.anyio

JSON = {"Accept": "application/json"}


@pytest.fixture
def fair(world: World) -> Fair:
    return Fair(world)


def labels(answer: httpx2.Response) -> list[str | None]:
    return [button.get("aria-label") for button in Page(answer.text).all("button")]


async def account_of(fair: Fair, name: str) -> int:
    return (await fair.world.get("/me", by=name)).json()["account"]["id"]


async def sign_in(fair: Fair, browser: httpx2.AsyncClient, name: str) -> None:
    made = await fair.world.dispatcher.call(
        make_sign_in_link, fair.world.caller(), MakeSignInLink(email=f"{name}@{name}.example")
    )
    assert (await browser.post(made.url.removeprefix(fair.world.dispatcher.site.url), data={})).status_code == 303


async def test_a_vote_is_cast_seen_and_taken_back(fair: Fair) -> None:
    await fair.add("quince")
    async with fair.world.browser("alice") as browser:
        assert labels(await browser.get("/"))[0] == "Vote for Quince, 0 votes"
        answer = await browser.post("/listings/quince/vote", data={"vote": "yes"}, headers={"Referer": "http://x/?a=1"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/?a=1")
        for path in ("/", "/listings/quince", "/listings", "/launches/2026-03-09", "/leaderboards/community-weekly"):
            assert "Voted for Quince, 1 vote" in labels(await browser.get(path)), path
        taken = await browser.post("/listings/quince/vote", data={"vote": "no"}, headers=JSON)
        assert taken.json() == {"slug": "quince", "voted": False, "votes": 0}
        assert "Vote for Quince, 0 votes" in labels(await browser.get("/listings/quince"))
    # Others are shown nothing of it, and what is kept for them was forgotten.
    assert "Vote for Quince, 0 votes" in labels(await fair.world.client.get("/listings/quince"))


async def test_own_listings_show_their_votes_without_a_button(fair: Fair) -> None:
    alice, bob = [await account_of(fair, name) for name in ("alice", "bob")]
    await fair.add("quince", members={alice: "owner", bob: "cofounder"})
    async with fair.world.browser("alice") as owner, fair.world.browser("bob") as cofounder:
        for browser in (owner, cofounder):
            for path in (
                "/",
                "/listings/quince",
                "/listings",
                "/launches/2026-03-09",
                "/leaderboards/community-weekly",
            ):
                answer = await browser.get(path)
                assert not [label for label in labels(answer) if label and "for Quince" in label], path
                assert "0 votes for Quince, your own listing" in answer.text, path
    async with fair.world.browser("charlie") as other:
        assert "Vote for Quince, 0 votes" in labels(await other.get("/listings/quince"))
    # An owner who is signed out gets the button, and lands on the page after signing in: nothing is counted.
    async with fair.world.browser() as browser:
        answer = await browser.post(
            "/listings/quince/vote", data={"vote": "yes"}, headers={"Referer": "http://x/updates"}
        )
        after = parse_qs(urlsplit(answer.headers["location"]).query)["next"][0]
        await sign_in(fair, browser, "alice")
        assert (await browser.get(after)).headers["location"] == "/updates"
        assert "0 votes for Quince, your own listing" in (await browser.get("/listings/quince")).text


async def test_an_owner_can_withdraw_a_vote_from_before(fair: Fair) -> None:
    await fair.add("quince")
    async with fair.world.browser("alice") as browser:
        await browser.post("/listings/quince/vote", data={"vote": "yes"})
        async with fair.world.dispatcher.database.transaction() as db:
            await db.execute(
                "insert into listing_member (listing_id, account_id, role, since)"
                " select id, %s, 'owner', now() from listing",
                (await account_of(fair, "alice"),),
            )
        assert "Voted for Quince, 1 vote" in labels(await browser.get("/listings/quince"))
        await browser.post("/listings/quince/vote", data={"vote": "no"})
        assert "0 votes for Quince, your own listing" in (await browser.get("/listings/quince")).text


async def test_what_one_person_thinks_is_never_kept_for_another(fair: Fair) -> None:
    await fair.add("quince")
    async with fair.world.browser("alice") as alice, fair.world.browser("bob") as bob:
        await alice.post("/listings/quince/vote", data={"vote": "yes"})
        for browser, word in ((alice, "Voted"), (bob, "Vote"), (fair.world.client, "Vote"), (alice, "Voted")):
            answer = await browser.get("/listings/quince")
            assert f"{word} for Quince, 1 vote" in labels(answer)
            assert ("private" in answer.headers["cache-control"]) == (browser is not fair.world.client)


DONE = {"vote": "Voted for Quince, 1 vote", "follow": "Following Quince", "save": "Saved Quince"}
UNDONE = {"vote": "Vote for Quince, 0 votes", "follow": "Follow Quince", "save": "Save Quince"}
ASKED = {"vote": "Sign in to vote for Quince", "follow": "Sign in to follow Quince", "save": "Sign in to save Quince"}


@pytest.mark.parametrize("what", ["vote", "follow", "save"])
async def test_what_was_meant_is_done_after_signing_in(fair: Fair, what: str) -> None:
    await fair.add("quince")
    async with fair.world.browser() as browser:
        answer = await browser.post(f"/listings/quince/{what}", data={what: "yes"}, headers={"Referer": "http://x/"})
        assert answer.status_code == 303
        to = urlsplit(answer.headers["location"])
        assert to.path == "/sign-in"
        after = parse_qs(to.query)["next"][0]
        asked = await browser.get(answer.headers["location"])
        assert ASKED[what] in Page(asked.text).text
        await sign_in(fair, browser, "alice")
        done = await browser.get(after)
        assert (done.status_code, done.headers["location"]) == (303, "/")
        page = await browser.get("/listings/quince")
        assert DONE[what] in labels(page)
        # The same address once more, or in anybody's mail, does nothing by itself.
        await browser.post(f"/listings/quince/{what}", data={what: "no"})
        asked = await browser.get(after)
        assert asked.status_code == 200
        assert "You\u2019re signed in, but" in Page(asked.text).text
        assert UNDONE[what] in labels(await browser.get("/listings/quince"))


async def test_a_script_is_told_where_to_sign_in_and_what_is_wrong(fair: Fair) -> None:
    await fair.add("quince")
    await fair.add("later", NEXT_MONDAY, status="scheduled")
    async with fair.world.browser() as browser:
        answer = await browser.post("/listings/quince/vote", data={"vote": "yes"}, headers=JSON)
        assert answer.status_code == 401
        assert answer.json()["sign_in"].startswith("/sign-in?next=%2Fmeant%3Fdo%3Dvote")
    async with fair.world.browser("alice") as browser:
        answer = await browser.post("/listings/later/vote", data={"vote": "yes"}, headers=JSON)
        assert (answer.status_code, "not live yet" in answer.json()["message"]) == (400, True)
        plain = await browser.post("/listings/later/vote", data={"vote": "yes"})
        assert "not live yet" in Page(plain.text).text
        assert (await browser.post("/listings/nobody/vote", data={})).status_code == 404


@pytest.mark.parametrize("path", ["vote", "follow", "reviews", "reviews/delete", "report"])
async def test_forms_of_other_sites_do_nothing(fair: Fair, path: str) -> None:
    await fair.add("quince")
    async with fair.world.browser("alice") as browser:
        headers = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        data = {"vote": "yes", "follow": "yes", "stars": "5", "body": "x", "reason": "spam"}
        assert (await browser.post(f"/listings/quince/{path}", data=data, headers=headers)).status_code == 403
    assert await fair.ask("select (select count(*) from vote), (select count(*) from follow)") == [(0, 0)]
    assert await fair.ask("select (select count(*) from review), (select count(*) from report)") == [(0, 0)]


async def test_a_review_is_written_kept_when_wrong_rewritten_and_deleted(fair: Fair) -> None:
    await fair.add("quince")
    hostile = "<script>alert(1)</script> & more"
    stranger = Page((await fair.world.client.get("/listings/quince/reviews")).text)
    assert "Sign in to write a review" in stranger.text
    assert stranger.all("textarea") == []
    async with fair.world.browser("alice") as browser:
        wrong = await browser.post("/listings/quince/reviews", data={"stars": "9", "body": hostile})
        assert wrong.status_code == 400
        page = Page(wrong.text)
        assert "error-stars" in page.ids()
        assert hostile in page.text  # what was typed is still there
        good = await browser.post("/listings/quince/reviews", data={"stars": "4", "body": hostile})
        assert good.headers["location"].startswith("/listings/quince/reviews#review-")
        own = Page((await browser.get("/listings/quince/reviews")).text)
        assert f"Alice11 March 2026 {hostile} Your review" in own.text
        assert "4 out of 5 stars" in [found.get("aria-label") for found in own.all("svg")]
    seen = await fair.world.client.get("/listings/quince")
    assert f"Alice11 March 2026 {hostile} Report" in Page(seen.text).text
    assert "alice@" not in seen.text
    async with fair.world.browser("alice") as browser:
        await browser.post("/listings/quince/reviews/delete", data={})
        assert "No reviews yet." in Page((await browser.get("/listings/quince/reviews")).text).text


async def test_a_report_reaches_the_team(fair: Fair) -> None:
    await fair.add("quince")
    async with fair.world.browser("bob") as bob:
        await bob.post("/listings/quince/reviews", data={"stars": "1", "body": "Bad"})
    [(review,)] = await fair.ask("select id from review")
    async with fair.world.browser("alice") as browser:
        form = await browser.get(f"/listings/quince/report?review={review}")
        assert {"type": "hidden", "name": "review_id", "value": str(review)} in Page(form.text).all("input")
        empty = await browser.post("/listings/quince/report", data={"reason": "spam", "body": " "})
        assert (empty.status_code, "error-body" in Page(empty.text).ids()) == (400, True)
        for data in (
            {"reason": "spam", "body": "Not honest", "review_id": str(review)},
            {"reason": "rights", "body": "Mine"},
        ):
            sent = await browser.post("/listings/quince/report", data=data)
            assert "Your report was sent" in Page(sent.text).text
        unknown = {"reason": "spam", "body": "x", "review_id": "999"}
        assert (await browser.post("/listings/quince/report", data=unknown)).status_code == 404
    rows = await fair.ask("select review_id, reason, body, settled_at from report order by id")
    assert rows == [(review, "spam", "Not honest", None), (None, "rights", "Mine", None)]
    stranger = await fair.world.client.get("/listings/quince/report")
    assert stranger.headers["location"] == "/sign-in?next=/listings/quince/report"
