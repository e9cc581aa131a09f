"""Questions about a listing: who may ask, what is public of them, and what stays when one is deleted."""

import anyio
import pytest
from pydantic import ValidationError

from showground.core.calls.errors import InvalidInput, RateLimited, SignInRequired
from showground.listings import NoSuchListing
from showground.questions import rules
from showground.questions.actions.questions import AskQuestion, DeleteQuestion, ask_question, delete_question
from showground.questions.errors import AskedOwnListing, NoSuchListingQuestion, TooManyUnanswered
from tests.questions.conftest import Forum
from tests.support.owners import meet
from tests.support.world import CAST, running_world

pytestmark = pytest.mark.anyio


async def delete(forum: Forum, question: int, by: str = "charlie") -> None:
    asked = DeleteQuestion(slug="tidewater", question_id=question)
    await forum.world.dispatcher.call(delete_question, forum.person(by), asked)


async def test_a_question_is_public_at_once_and_in_the_profile(forum: Forum) -> None:
    assert (await forum.profile())["questions"] == []
    asked = await forum.ask_about("  Can I \n self-host it?  ")
    assert (asked.slug, asked.state) == ("tidewater", "visible")
    profile = await forum.profile()
    assert profile["question_count"] == 1
    assert profile["questions"] == [
        {
            "id": asked.id,
            "question": "Can I\nself-host it?",
            "asked_at": "2026-03-11T12:00:00Z",
            "update_id": None,
            "url": f"http://localhost:8000/listings/tidewater/questions/{asked.id}",
            "answers": [],
        }
    ]
    (item,) = (await forum.read()).items
    assert (item.body, item.by, item.own, item.held) == ("Can I\nself-host it?", "Charlie", False, False)
    (own,) = (await forum.read("charlie")).items
    assert own.own
    found = (await forum.call("GET", "/listings?q=tidewater", by="charlie"))["items"]
    assert [(each["slug"], each["question_count"]) for each in found] == [("tidewater", 1)]


def test_a_question_keeps_its_lines() -> None:
    assert rules.tidy_question(" First:  a?\n\n \n\nSecond:\n b? \n") == "First: a?\n\nSecond:\nb?"
    assert rules.one_line("First: a?\n\nSecond:\nb?") == "First: a? Second: b?"


async def test_the_newest_come_first_and_the_profile_has_ten(forum: Forum) -> None:
    for number in range(12):
        asked = await forum.ask_about(f"Question {number}?")
        await forum.answer(asked.id)
        forum.world.clock.move(minutes=1)
    profile = await forum.profile()
    assert [each["question"] for each in profile["questions"]] == [f"Question {n}?" for n in range(11, 1, -1)]
    assert profile["question_count"] == 12
    second = await forum.read(page=2, per_page=5)
    assert [item.body for item in second.items] == [f"Question {n}?" for n in range(6, 1, -1)]
    assert second.total == 12


async def test_a_question_may_be_about_an_update(forum: Forum) -> None:
    (number,) = (await forum.ask("select id from listing"))[0]
    posted = {"title": "Point-in-time restore", "body": "Any minute."}
    update = (await forum.call("POST", f"/me/listings/{number}/updates", posted, key="a", status=201))["id"]
    about = await forum.ask_about("Also on the free plan?", update_id=update)
    await forum.ask_about("Can I self-host it?")
    found = await forum.read(update_id=update)
    assert [item.id for item in found.items] == [about.id]
    assert (found.update_title, found.items[0].update_title) == ("Point-in-time restore", "Point-in-time restore")
    assert {q["id"]: q["update_id"] for q in (await forum.profile())["questions"]}[about.id] == update
    await forum.add("inkwell")
    with pytest.raises(InvalidInput) as refused:
        await forum.ask_about("And this?", slug="inkwell", update_id=update)
    assert [error["field"] for error in refused.value.errors] == ["update_id"]


async def test_makers_cannot_ask_about_their_own_listing(forum: Forum) -> None:
    for maker in ("alice", "bob"):
        with pytest.raises(AskedOwnListing):
            await forum.ask_about(by=maker)


async def test_only_public_listings_can_be_asked_about(forum: Forum) -> None:
    for status in ("draft", "awaiting_badge", "suspended", "withdrawn"):
        await forum.add(f"{status.replace('_', '-')}-one", status=status)
        with pytest.raises(NoSuchListing):
            await forum.ask_about(slug=f"{status.replace('_', '-')}-one")
    await forum.add("soon", status="scheduled")
    assert (await forum.ask_about(slug="soon")).state == "visible"
    with pytest.raises(SignInRequired):
        await forum.world.dispatcher.call(
            ask_question, forum.world.caller(), AskQuestion(slug="tidewater", body="Who are you?")
        )


async def test_the_questions_of_a_suspended_listing_are_not_public(forum: Forum) -> None:
    asked = await forum.ask_about()
    await forum.answer(asked.id)
    (number,) = (await forum.ask("select id from listing"))[0]
    await forum.set_state(number, status="suspended", plan="none", launch_week=None)
    with pytest.raises(NoSuchListing):
        await forum.read("charlie")
    with pytest.raises(NoSuchListing):
        await forum.answer(asked.id)
    async with forum.world.browser() as browser:
        assert (await browser.get(f"/listings/tidewater/questions/{asked.id}")).status_code == 404


async def test_the_same_question_twice_is_one_question(forum: Forum) -> None:
    first = await forum.ask_about()
    assert await forum.ask_about("Can I  self-host it?") == first
    assert (await forum.profile())["question_count"] == 1
    assert len(await forum.mails()) == 2  # one to each maker, for the first


async def test_a_person_waits_for_answers_before_they_ask_a_fourth_time(forum: Forum) -> None:
    first = await forum.ask_about("One?")
    await forum.ask_about("Two?")
    await forum.ask_about("Three?")
    with pytest.raises(TooManyUnanswered):
        await forum.ask_about("Four?")
    await forum.answer(first.id)
    assert (await forum.ask_about("Four?")).state == "visible"


async def test_many_questions_at_once_do_not_pass_the_limit(forum: Forum, patient: None) -> None:
    refused = 0

    async def ask(number: int) -> None:
        nonlocal refused
        try:
            await forum.ask_about(f"Question {number}?")
        except TooManyUnanswered:
            refused += 1

    async with anyio.create_task_group() as tasks:
        for number in range(8):
            tasks.start_soon(ask, number)
    assert refused == 5
    assert (await forum.profile())["question_count"] == 3


def test_a_question_has_300_characters_at_most_and_some_at_least() -> None:
    for wrong in ("x" * 301, " \n "):
        with pytest.raises(ValidationError):
            AskQuestion(slug="tidewater", body=wrong)


async def test_ten_questions_an_hour_are_enough(database_url: str) -> None:
    async with running_world(database_url, rate_limits=1.0) as world:
        for name in CAST:
            await world.add_person(name)
        found = await meet(world)
        forum = Forum(found.world, found.ids)
        for number in range(11):
            await forum.add(f"product-{number}")
        for number in range(10):
            await forum.ask_about(slug=f"product-{number}")
        with pytest.raises(RateLimited):
            await forum.ask_about(slug="product-10")


async def test_a_deleted_question_without_answers_is_gone(forum: Forum) -> None:
    asked = await forum.ask_about()
    for stranger in ("alice", "bob"):
        with pytest.raises(NoSuchListingQuestion):
            await delete(forum, asked.id, stranger)
    await delete(forum, asked.id)
    assert (await forum.profile())["questions"] == []
    assert await forum.ask("select count(*) from listing_question") == [(0,)]
    with pytest.raises(NoSuchListingQuestion):
        await delete(forum, asked.id)


async def test_a_deleted_question_with_answers_leaves_a_tombstone(forum: Forum) -> None:
    asked = await forum.ask_about()
    await forum.answer(asked.id)
    await delete(forum, asked.id)
    profile = await forum.profile()
    assert profile["question_count"] == 0
    assert [(q["question"], len(q["answers"])) for q in profile["questions"]] == [(None, 1)]
    (item,) = (await forum.read("charlie")).items
    assert (item.body, item.by, item.own) == (None, None, False)
    assert await forum.ask("select body, account_id, state from listing_question") == [("", None, "removed")]
    with pytest.raises(NoSuchListingQuestion):
        await forum.answer(asked.id)


async def test_deleting_and_answering_at_once_never_loses_the_answer(forum: Forum, patient: None) -> None:
    for number in range(5):
        asked = await forum.ask_about(f"Question {number}?")
        answered: list[int] = []

        async def answer(question: int, done: list[int]) -> None:
            try:
                done.append((await forum.answer(question)).id)
            except NoSuchListingQuestion:
                done.append(0)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(answer, asked.id, answered)
            tasks.start_soon(delete, forum, asked.id)
        left = await forum.ask("select state from listing_question where id = %s", asked.id)
        assert left == ([("removed",)] if answered[0] else [])
