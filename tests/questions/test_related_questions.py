"""Questions that are related to a question or to a listing."""

import pytest

from showground.questions.actions.related_questions import ListRelatedQuestions, list_related_questions
from tests.questions.conftest import Forum
from tests.support.html import Page

pytestmark = pytest.mark.anyio

BACKUPS = {"tagline": "Backups for small databases", "description": "Copies a database every night and restores it."}


async def related(forum: Forum, slug: str = "tidewater", question: int | None = None) -> list[tuple[str, str]]:
    asked = ListRelatedQuestions(slug=slug, question_id=question)
    found = await forum.world.dispatcher.call(list_related_questions, forum.world.caller(), asked)
    return [(item.slug, item.body) for item in found.items]


async def test_answered_questions_that_ask_for_the_same_are_related(forum: Forum) -> None:
    await forum.add("tidemark", **BACKUPS)
    await forum.add("tideline", **BACKUPS)
    asked = await forum.ask_about("Can I export my data?")
    same = await forum.ask_about("How do I get my data out?")
    other = await forum.ask_about("Is there a discount for schools?")
    elsewhere = await forum.ask_about("Is there an export of all data?", slug="tideline")
    await forum.ask_about("Can data be exported?", slug="tideline")  # never answered
    assert await related(forum, question=asked.id) == []
    for each in (same, other, asked):
        await forum.answer(each.id)
    await forum.answer(elsewhere.id, slug="tideline")
    assert ("tidewater", "How do I get my data out?") in await related(forum, question=asked.id)
    assert ("tidewater", "Is there a discount for schools?") not in await related(forum, question=asked.id)
    assert ("tideline", "Is there an export of all data?") in await related(forum, "tidemark")
    assert await related(forum, "tidemark", question=asked.id) == []  # it is not about this listing
    page = Page((await forum.world.client.get(f"/listings/tidewater/questions/{asked.id}")).text)
    assert "Related questions" in page.text
    assert f"/listings/tidewater/questions/{same.id}" in page.links()
    page = Page((await forum.world.client.get("/listings/tidemark/questions")).text)
    assert "Questions about similar listings" in page.text
    assert "Is there an export of all data? about Tideline" in page.text


async def test_hidden_questions_are_not_related(forum: Forum) -> None:
    asked, same = await forum.ask_about("Can I export my data?"), await forum.ask_about("How do I get my data out?")
    for each in (asked, same):
        await forum.answer(each.id)
    async with forum.world.dispatcher.database.transaction() as db:
        await db.execute("update listing_question set state = 'hidden' where id = %s", (same.id,))
    assert await related(forum, question=asked.id) == []
    assert await related(forum, question=same.id) == []
    assert await related(forum, "unknown") == []
