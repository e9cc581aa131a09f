"""The interview questions."""

from typing import Annotated

from pydantic import StringConstraints

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.people.errors import NoSuchQuestion, QuestionExists
from showground.people.queries import interviews, questions
from showground.people.queries.questions import StaffQuestion

Wording = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]


class StaffQuestions(DataModel):
    """Questions, in the order they are asked."""

    items: list[StaffQuestion]


@action(scope=STAFF, read_only=True)
async def list_all_questions(ctx: Context) -> StaffQuestions:
    """List the questions, each with the number of answers."""
    return StaffQuestions(items=await questions.list_questions(ctx.db))


class AddQuestion(Input):
    question: Wording


@action(scope=STAFF, errors=(QuestionExists,))
async def add_question(ctx: Context, input: AddQuestion) -> StaffQuestions:
    """Add a question at the end."""
    if await questions.is_asked(ctx.db, input.question):
        raise QuestionExists
    await interviews.add_questions(ctx.db, [input.question])
    return StaffQuestions(items=await questions.list_questions(ctx.db))


class ChangeQuestion(Input):
    question_id: int
    question: Wording


@action(scope=STAFF, errors=(NoSuchQuestion, QuestionExists))
async def change_question(ctx: Context, input: ChangeQuestion) -> StaffQuestions:
    """Reword a question. Its answers stay."""
    if await questions.is_asked(ctx.db, input.question, besides=input.question_id):
        raise QuestionExists
    if not await questions.change(ctx.db, input.question_id, input.question):
        raise NoSuchQuestion
    return StaffQuestions(items=await questions.list_questions(ctx.db))


class RemoveQuestion(Input):
    question_id: int


@action(scope=STAFF, errors=(NoSuchQuestion,))
async def remove_question(ctx: Context, input: RemoveQuestion) -> StaffQuestions:
    """Delete a question and its answers."""
    if not await questions.remove(ctx.db, input.question_id):
        raise NoSuchQuestion
    return StaffQuestions(items=await questions.list_questions(ctx.db))


class MoveQuestion(Input):
    question_id: int


@action(scope=STAFF)
async def move_question(ctx: Context, input: MoveQuestion) -> StaffQuestions:
    """Move a question up by one place. The first question stays where it is."""
    await questions.move_up(ctx.db, input.question_id)
    return StaffQuestions(items=await questions.list_questions(ctx.db))
