"""What tests of questions may ask for."""

from dataclasses import dataclass
from typing import Any

import pytest

from showground.questions.actions.answers import AdoptAnswer, WriteAnswer, adopt_answer, write_answer
from showground.questions.actions.questions import (
    AskQuestion,
    ListListingQuestions,
    ask_question,
    list_listing_questions,
)
from showground.questions.models import AskedQuestion, PublicQuestions, WrittenAnswer
from tests.support.owners import Owners, meet
from tests.support.world import World


@dataclass
class Forum(Owners):
    """Alice owns Tidewater, Bob is its co-founder, and Charlie asks."""

    async def ask_about(
        self, body: str = "Can I self-host it?", *, by: str = "charlie", slug: str = "tidewater", **more: Any
    ) -> AskedQuestion:
        return await self.world.dispatcher.call(
            ask_question, self.person(by), AskQuestion(slug=slug, body=body, **more)
        )

    async def answer(
        self, question: int, body: str = "Yes, with one container.", *, by: str = "alice", slug: str = "tidewater"
    ) -> WrittenAnswer:
        return await self.world.dispatcher.call(
            write_answer, self.person(by), WriteAnswer(slug=slug, question_id=question, body=body)
        )

    async def adopt(self, answer: int, by: str = "alice") -> WrittenAnswer:
        return await self.world.dispatcher.call(
            adopt_answer, self.person(by), AdoptAnswer(slug="tidewater", answer_id=answer)
        )

    async def read(self, by: str | None = None, **more: Any) -> PublicQuestions:
        caller = self.person(by) if by else self.world.caller()
        asked = ListListingQuestions(slug="tidewater", **more)
        return await self.world.dispatcher.call(list_listing_questions, caller, asked)

    async def profile(self) -> dict[str, Any]:
        return await self.call("GET", "/listings/tidewater", by="charlie")


@pytest.fixture
async def forum(world: World) -> Forum:
    found = await meet(world)
    forum = Forum(found.world, found.ids)
    await forum.add("tidewater")
    return forum
