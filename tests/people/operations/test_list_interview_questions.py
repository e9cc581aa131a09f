"""The interview's questions, as a caller sees them."""

import pytest

from showground import people
from tests.support.demo_data import DEMO
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def test_questions_stand_in_their_order(showing: World) -> None:
    found = (await showing.get("/interview-questions")).json()
    assert found.keys() == {"items"}
    assert [item["question"] for item in found["items"]] == [question.text for question in DEMO.questions]
    assert all(item.keys() == {"id", "question"} and item["id"] >= 1 for item in found["items"])


async def test_a_new_question_is_shown_at_once(world: World) -> None:
    assert (await world.get("/interview-questions")).json() == {"items": []}
    for question in ("Why?", "How?"):
        async with world.dispatcher.database.transaction() as db:
            await people.add_questions(db, [question])
    assert [item["question"] for item in (await world.get("/interview-questions")).json()["items"]] == ["Why?", "How?"]


async def test_nothing_is_taken(showing: World) -> None:
    answer = await showing.get("/interview-questions", params={"page": 1})
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["page"]
