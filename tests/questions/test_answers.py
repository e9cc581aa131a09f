"""Answers: only by the makers, emailed to the asker, and adopted into the FAQ as stated by the maker."""

import anyio
import pytest
from pydantic import ValidationError

from showground.bulk.listing_export import export_listings
from showground.bulk.rows import ListingRow
from showground.questions.actions.answers import DeleteAnswer, WriteAnswer, delete_answer
from showground.questions.errors import (
    FaqFull,
    MakersOnly,
    NoSuchListingAnswer,
    NoSuchListingQuestion,
    TooManyAnswers,
)
from showground.surfaces.web.text_diff import in_words
from tests.questions.conftest import Forum

pytestmark = pytest.mark.anyio


async def delete(forum: Forum, answer: int, by: str = "alice") -> None:
    asked = DeleteAnswer(slug="tidewater", answer_id=answer)
    await forum.world.dispatcher.call(delete_answer, forum.person(by), asked)


async def test_owners_and_cofounders_answer_and_nobody_else(forum: Forum) -> None:
    asked = await forum.ask_about()
    with pytest.raises(MakersOnly):
        await forum.answer(asked.id, by="charlie")
    first = await forum.answer(asked.id, "Yes.")
    forum.world.clock.move(minutes=1)
    second = await forum.answer(asked.id, "  With one container.\n\nOr without. ", by="bob")
    (item,) = (await forum.read()).items
    assert [(a.id, a.body, a.by) for a in item.answers] == [
        (first.id, "Yes.", "Alice"),
        (second.id, "With one container.\n\nOr without.", "Bob"),
    ]
    (question,) = (await forum.profile())["questions"]
    assert [(a["answer"], a["by"]) for a in question["answers"]] == [
        ("Yes.", "maker"),
        ("With one container.\n\nOr without.", "maker"),
    ]


async def test_makers_of_another_listing_answer_nothing_here(forum: Forum) -> None:
    await forum.add("inkwell", members={forum.ids["charlie"]: "owner"})
    asked = await forum.ask_about()
    with pytest.raises(MakersOnly):
        await forum.answer(asked.id, by="charlie")
    with pytest.raises(NoSuchListingQuestion):  # by the way of their own listing
        await forum.answer(asked.id, by="charlie", slug="inkwell")


async def test_a_question_has_five_answers_at_most(forum: Forum, patient: None) -> None:
    asked = await forum.ask_about()
    refused = 0

    async def answer(number: int) -> None:
        nonlocal refused
        try:
            await forum.answer(asked.id, f"Answer {number}")
        except TooManyAnswers:
            refused += 1

    async with anyio.create_task_group() as tasks:
        for number in range(7):
            tasks.start_soon(answer, number)
    assert refused == 2
    (item,) = (await forum.read()).items
    assert len(item.answers) == 5
    with pytest.raises(ValidationError):
        WriteAnswer(slug="tidewater", question_id=asked.id, body="x" * 1_501)


async def test_an_adopted_answer_is_in_the_faq_as_stated_by_the_maker(forum: Forum) -> None:
    asked = await forum.ask_about("Can I\nself-host it?")
    forum.world.clock.move(hours=1)
    answer = await forum.answer(asked.id)
    with pytest.raises(MakersOnly):
        await forum.adopt(answer.id, by="charlie")
    await forum.adopt(answer.id, by="bob")
    await forum.adopt(answer.id)  # twice changes nothing
    faqs = (await forum.profile())["faqs"]
    assert faqs == [
        {
            "question": "Can I self-host it?",
            "answer": "Yes, with one container.",
            "stated_by_maker": {
                "answer_id": answer.id,
                "question_id": asked.id,
                "at": "2026-03-11T13:00:00Z",
                "url": f"http://localhost:8000/listings/tidewater/questions/{asked.id}",
            },
        }
    ]
    (version,) = await forum.ask("select account_id, surface from listing_version")
    assert version == (forum.ids["bob"], "web")  # it can be undone as any other edit
    (number,) = (await forum.ask("select id from listing"))[0]
    same = [{"question": faqs[0]["question"], "answer": faqs[0]["answer"]}]
    await forum.call("PATCH", f"/me/listings/{number}", {"faqs": same}, key="same")
    assert (await forum.profile())["faqs"] == faqs
    assert await forum.ask("select count(*) from listing_version") == [(1,)]  # saving it unchanged is no edit


async def test_an_export_leaves_the_mark_here_and_can_be_imported(forum: Forum) -> None:
    await forum.adopt((await forum.answer((await forum.ask_about()).id)).id)
    (line,) = [line async for line in export_listings(forum.world.dispatcher, lambda _done, _total: None)]
    row = ListingRow.model_validate_json(line)
    assert [faq.model_dump() for faq in row.faqs or ()] == [
        {"question": "Can I self-host it?", "answer": "Yes, with one container."}
    ]


def test_the_mark_is_in_words_where_versions_are_compared() -> None:
    entry = {"question": "Why?", "answer": "So.", "stated_by_maker": {"answer_id": 5, "question_id": 4, "at": "x"}}
    assert in_words([entry]) == "Why?\nSo. (stated by the maker)"


async def test_the_mark_stays_while_the_words_stay(forum: Forum) -> None:
    (number,) = (await forum.ask("select id from listing"))[0]
    await forum.adopt((await forum.answer((await forum.ask_about()).id)).id)
    entry = {"question": "Can I self-host it?", "answer": "Yes, with one container."}
    path = f"/me/listings/{number}"
    await forum.call("PATCH", path, {"faqs": [{"question": "Why?", "answer": "Because."}, entry]}, key="a")
    first, second = (await forum.profile())["faqs"]
    assert first["stated_by_maker"] is None
    assert second["stated_by_maker"]["question_id"]
    await forum.call("PATCH", path, {"faqs": [{**entry, "answer": "No."}]}, key="b")
    assert [(f["answer"], f["stated_by_maker"]) for f in (await forum.profile())["faqs"]] == [("No.", None)]


async def test_a_full_faq_takes_no_more(forum: Forum, patient: None) -> None:
    (number,) = (await forum.ask("select id from listing"))[0]
    entries = [{"question": f"Question {n}?", "answer": "Yes."} for n in range(9)]
    await forum.call("PATCH", f"/me/listings/{number}", {"faqs": entries}, key="a")
    answers = [(await forum.answer((await forum.ask_about(f"New {n}?")).id)).id for n in range(2)]
    refused = 0

    async def adopt(answer: int) -> None:
        nonlocal refused
        try:
            await forum.adopt(answer)
        except FaqFull:
            refused += 1

    async with anyio.create_task_group() as tasks:
        for answer in answers:
            tasks.start_soon(adopt, answer)
    assert refused == 1
    assert len((await forum.profile())["faqs"]) == 10


async def test_a_deleted_answer_leaves_the_faq_without_its_mark(forum: Forum) -> None:
    asked = await forum.ask_about()
    answer = await forum.answer(asked.id)
    await forum.adopt(answer.id)
    with pytest.raises(MakersOnly):
        await delete(forum, answer.id, "charlie")
    await delete(forum, answer.id, "bob")
    profile = await forum.profile()
    assert profile["questions"][0]["answers"] == []
    assert [(f["answer"], f["stated_by_maker"]) for f in profile["faqs"]] == [("Yes, with one container.", None)]
    with pytest.raises(NoSuchListingAnswer):
        await delete(forum, answer.id)


async def test_the_last_answer_takes_a_removed_question_with_it(forum: Forum) -> None:
    asked = await forum.ask_about()
    first, second = (await forum.answer(asked.id)).id, (await forum.answer(asked.id, "Or two.")).id
    await forum.do("update listing_question set state = 'removed', body = '', account_id = null")
    with pytest.raises(NoSuchListingAnswer):
        await forum.adopt(first)
    await delete(forum, first)
    assert await forum.ask("select count(*) from listing_question") == [(1,)]
    await delete(forum, second)
    assert await forum.ask("select count(*) from listing_question") == [(0,)]
    assert (await forum.profile())["questions"] == []
