"""Saved listings, collections and notifications: whose they are, who sees them, and what they tell."""

from typing import Any

import pytest

from showground.collections.actions.collections import (
    ChangeCollection,
    CollectListing,
    DeleteCollection,
    GetCollection,
    MakeCollection,
    RemoveFromCollection,
    SaveListing,
    change_collection,
    collect_listing,
    delete_collection,
    get_collection,
    list_saved,
    make_collection,
    remove_from_collection,
    save_listing,
)
from showground.collections.errors import NoSuchCollection
from showground.collections.jobs import notify_saved_launches
from showground.core.calls.models import NoInput
from showground.launches.actions.reviews import ReplyToReview, WriteReview, reply_to_review, write_review
from showground.launches.jobs import turn_week
from showground.listings import NoSuchListing
from showground.notifications.actions.notifications import list_notifications, mark_notifications_read
from showground.notifications.jobs import forget_old_notifications
from tests.questions.conftest import Forum
from tests.questions.conftest import forum as forum  # noqa: PLC0414 - a fixture
from tests.support.html import Page
from tests.support.launch_world import NEXT_MONDAY
from tests.support.week_change import TURN

pytestmark = pytest.mark.anyio


async def call(forum: Forum, action: Any, given: Any = None, *, by: str = "charlie") -> Any:
    return await forum.world.dispatcher.call(action, forum.person(by), given or NoInput())


async def told(forum: Forum, by: str = "charlie") -> list[tuple[str, str]]:
    found = await call(forum, list_notifications, by=by)
    return [(one.kind, one.slug) for one in found.items]


async def test_a_saved_listing_tells_of_its_launch_once(forum: Forum) -> None:
    await forum.add("soon", status="scheduled", launch_week=NEXT_MONDAY)
    for slug in ("soon", "tidewater", "soon"):
        await call(forum, save_listing, SaveListing(slug=slug))
    await forum.run(notify_saved_launches)
    assert await told(forum) == []
    await forum.do("insert into launch (listing_id, week) select id, %s from listing where slug = 'soon'", NEXT_MONDAY)
    forum.world.clock.now = TURN
    await forum.run(turn_week)
    for _ in range(2):
        await forum.run(notify_saved_launches)
    assert await told(forum) == [("launch", "soon")]
    await call(forum, save_listing, SaveListing(slug="soon", save=False))
    assert [one.slug for one in (await call(forum, list_saved)).saved] == ["tidewater"]


async def test_makers_are_told_of_questions_and_reviews(forum: Forum) -> None:
    await forum.ask_about()
    for stars in (4, 2):  # a review that is rewritten is not told again
        await call(forum, write_review, WriteReview(slug="tidewater", stars=stars, body="Good."))
    for maker in ("alice", "bob"):
        assert sorted(await told(forum, by=maker)) == [("question", "tidewater"), ("review", "tidewater")]
    assert [(to, template) for to, template, _ in await forum.mails()] == [
        (f"{maker}@{maker}.example", template)
        for template in ("question_asked", "review_written")
        for maker in ("alice", "bob")
    ]
    await forum.do("update account set muted_mails = '{reviews}' where name = 'Alice'")
    await forum.do("delete from review")
    await call(forum, write_review, WriteReview(slug="tidewater", stars=5, body="Good."))
    assert [to for to, _, _ in await forum.mails()][4:] == ["bob@bob.example"]


async def test_an_unanswered_question_is_the_makers_next_step(forum: Forum) -> None:
    async def steps() -> list[str]:
        ((number,),) = await forum.ask("select id from listing where slug = 'tidewater'")
        answer = await forum.world.get(f"/me/listings/{number}", by="alice")
        return [step["code"] for step in answer.json()["next_steps"]]

    assert "answer_questions" not in await steps()
    asked = await forum.ask_about()
    assert (await steps())[0] == "answer_questions"
    await forum.answer(asked.id)
    assert "answer_questions" not in await steps()


async def test_replies_and_awards_are_told_and_read(forum: Forum) -> None:
    asked = await forum.ask_about()
    await forum.answer(asked.id)
    await call(forum, write_review, WriteReview(slug="tidewater", stars=4, body="Good."))
    [(review,)] = await forum.ask("select id from review")
    for body in ("Thanks.", "Thank you."):  # a reply that is rewritten is not told again
        await call(forum, reply_to_review, ReplyToReview(slug="tidewater", review_id=review, body=body), by="bob")
    assert sorted(await told(forum)) == [("answer", "tidewater"), ("review_reply", "tidewater")]
    assert (await call(forum, list_notifications)).unread == 2
    await call(forum, mark_notifications_read)
    assert (await call(forum, list_notifications)).unread == 0
    await forum.do("insert into launch (listing_id, week, votes) select id, '2026-03-09', 1 from listing")
    forum.world.clock.now = TURN
    await forum.run(turn_week)
    assert (await told(forum, "alice"))[0] == ("award", "tidewater")
    await forum.do("update listing set status = 'suspended'")
    assert await told(forum) == []
    await forum.do("update listing set status = 'live'")
    forum.world.clock.move(days=181)
    await forum.run(forget_old_notifications)
    assert await told(forum, "alice") == []


async def test_a_private_collection_is_its_owners_alone(forum: Forum) -> None:
    made = await call(forum, make_collection, MakeCollection(name="  Sea   things ", description="x"))
    await call(forum, collect_listing, CollectListing(slug="tidewater", collections=[made.id]))
    asked = GetCollection(collection_id=made.id)
    mine = await call(forum, get_collection, asked)
    assert (mine.name, mine.own, [one.slug for one in mine.items]) == ("Sea things", True, ["tidewater"])
    dispatcher, stranger = forum.world.dispatcher, forum.world.caller()
    for by in ("alice", None):
        with pytest.raises(NoSuchCollection):
            await dispatcher.call(get_collection, forum.person(by) if by else stranger, asked)
    changed = ChangeCollection(collection_id=made.id, name="Sea", description="", public=True)
    for action, given in (
        (change_collection, changed),
        (delete_collection, DeleteCollection(collection_id=made.id)),
        (collect_listing, CollectListing(slug="tidewater", collections=[made.id])),
        (remove_from_collection, RemoveFromCollection(slug="tidewater", collection_id=made.id)),
    ):
        with pytest.raises(NoSuchCollection):
            await call(forum, action, given, by="alice")
    await call(forum, change_collection, changed)
    shown = await dispatcher.call(get_collection, stranger, asked)
    assert (shown.name, shown.by, shown.own) == ("Sea", "Charlie", False)
    await call(forum, delete_collection, DeleteCollection(collection_id=made.id))
    with pytest.raises(NoSuchCollection):
        await call(forum, get_collection, asked)


async def test_listings_are_moved_between_collections_and_leave_no_trace_when_hidden(forum: Forum) -> None:
    first = await call(forum, make_collection, MakeCollection(name="First", public=True))
    chosen = CollectListing(slug="tidewater", collections=[], name="Second")
    found = (await call(forum, collect_listing, chosen)).items
    assert [(one.name, one.has, one.public) for one in found] == [("First", False, True), ("Second", True, False)]
    await call(forum, collect_listing, CollectListing(slug="tidewater", collections=[first.id]))
    assert [one.listings for one in (await call(forum, list_saved)).collections] == [1, 0]
    [(number,)] = await forum.ask("select id from listing where slug = 'tidewater'")
    await forum.set_state(number, status="suspended", plan="none", launch_week=None)
    shown = await call(forum, get_collection, GetCollection(collection_id=first.id), by="alice")
    assert shown.items == []
    assert [one.listings for one in (await call(forum, list_saved)).collections] == [0, 0]
    with pytest.raises(NoSuchListing):
        await call(forum, save_listing, SaveListing(slug="tidewater"))


async def test_pages_and_feed(forum: Forum) -> None:
    async with forum.world.browser("charlie") as browser:
        assert (await browser.post("/listings/tidewater/save", data={"save": "yes"})).status_code == 303
        assert "Saved Tidewater" in (await browser.get("/listings/tidewater")).text
        made = await browser.post("/me/collections", data={"name": "Sea"})
        path = made.headers["location"]
        number = path.rpartition("/")[2]
        collected = await browser.post("/listings/tidewater/collect", data={"collections": number, "name": ""})
        assert collected.headers["location"] == "/listings/tidewater?collected=1"
        told = Page((await browser.get("/listings/tidewater?collected=1")).text)
        assert "Saved. In your collections: Sea" in told.text
        assert path in told.links()
        await browser.post("/listings/tidewater/collect", data={"name": ""})
        told = Page((await browser.get("/listings/tidewater?collected=1")).text)
        assert "Saved. It is in none of your collections." in told.text
        assert "collections" not in Page((await forum.world.client.get("/listings/tidewater?collected=1")).text).text
        await browser.post("/listings/tidewater/collect", data={"collections": number, "name": ""})
        page = await browser.get(path)
        assert "Tidewater" in page.text
        assert page.headers["cache-control"] == "no-store"
        assert (await forum.world.client.get(path)).status_code == 404
        assert (await browser.get(f"/feeds/collections/{number}.atom")).status_code == 404
        saved = await browser.post(path, data={"name": "Sea", "public": "true"})
        assert "Saved." in Page((await browser.get(saved.headers["location"])).text).text
        assert "Saved." not in Page((await browser.get(path)).text).text
        assert "Saved." not in Page((await forum.world.client.get(saved.headers["location"])).text).text
        assert "Tidewater" in (await forum.world.client.get(path)).text
        assert "Tidewater" in (await forum.world.client.get(f"/feeds/collections/{number}.atom")).text
        assert "Remove listings" not in (await forum.world.client.get(path)).text
        removed = await browser.post(f"{path}/remove", data={"slug": "tidewater"})
        assert removed.headers["location"] == f"{path}?removed=1#listings"
        assert "This collection is empty." in (await browser.get(path)).text
        assert "Tidewater" not in (await forum.world.client.get(path)).text
        assert (await browser.post(f"{path}/remove", data={"slug": "nothing"})).status_code == 404
        await browser.post("/listings/tidewater/collect", data={"collections": number, "name": ""})
        refused = await browser.post(path, data={"name": " "})
        assert refused.status_code == 400
        assert "Enter a name." in refused.text
        mine = await browser.get("/me")
        assert mine.text.index("Saved listings<") < mine.text.index(">Sea<") < mine.text.index("Votes<")
        await browser.post(f"{path}/delete", data={})
        await forum.world.hear_all()
        assert (await forum.world.client.get(path)).status_code == 404
    assert (await forum.world.client.get("/me")).status_code == 303
