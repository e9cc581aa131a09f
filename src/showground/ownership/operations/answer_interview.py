"""Answer the founder interview."""

from typing import Annotated

from pydantic import Field

from showground import people
from showground.accounts import LISTINGS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import EnglishText
from showground.ownership import founders
from showground.ownership.errors import NoFounder
from showground.people import InterviewAnswer


class InterviewAnswerInput(Input):
    """An answer to one question."""

    question_id: Annotated[int, Field(ge=1, description="Id of the question.", examples=[3])]
    answer: Annotated[
        str,
        Field(
            max_length=4_000,
            description="The answer. An empty answer removes the previous one.",
            examples=["Talk to customers a year earlier."],
        ),
        MULTI_LINE,
    ]


class AnswerInterview(Input):
    answers: Annotated[
        list[InterviewAnswerInput],
        Field(max_length=30, description="Answers by question. Questions you leave out keep their answers."),
    ]


class AnsweredInterview(DataModel):
    """Your interview as shown on your founder page."""

    founder: Annotated[
        str, Field(description="Slug of the founder that your account is linked to.", examples=["ada-moreno"])
    ]
    url: Annotated[
        str, Field(description="URL of the founder's page.", examples=["http://localhost:8000/founders/ada-moreno"])
    ]
    items: Annotated[list[InterviewAnswer], Field(description="All of your answers, in the order of the questions.")]


async def read_interview(ctx: Context, _input: AnswerInterview) -> AnsweredInterview | None:
    """Null before the account is linked to a founder."""
    found = await people.find_linked_founder(ctx.db, ctx.account)
    return await _present(ctx, *found) if found is not None else None


async def judge(ctx: Context, input: AnswerInterview) -> list[FieldError]:
    unknown = await people.find_unknown_questions(ctx.db, [given.question_id for given in input.answers])
    return [
        FieldError(
            field=f"answers[{n}].question_id",
            message=EnglishText("No question has this id. Call list_interview_questions to see all questions."),
        )
        for n, given in enumerate(input.answers)
        if given.question_id in unknown
    ]


@operation(
    "PUT /me/interview",
    scope=LISTINGS_WRITE,
    idempotent=True,
    judge=judge,
    current=read_interview,
    errors=(NoFounder,),
)
async def answer_interview(ctx: Context, input: AnswerInterview) -> AnsweredInterview:
    """Answer founder interview questions.

    Get the question ids from list_interview_questions. Answers appear on the page of the founder that your account is
    linked to. If there is no link yet, your account is linked now: to the founder of your listing who has your name, or
    to its only founder if you own the listing. Otherwise you are added to the listing as a founder.
    """
    if errors := await judge(ctx, input):
        raise InvalidInput(errors=errors)
    number, slug = await founders.find_or_link(ctx)
    answers = {given.question_id: given.answer.strip() for given in input.answers}
    await people.set_answers(ctx.db, number, answers, ctx.now)
    return await _present(ctx, number, slug)


async def _present(ctx: Context, founder: int, slug: str) -> AnsweredInterview:
    items = await people.get_interview(ctx.db, founder)
    return AnsweredInterview(founder=slug, url=f"{ctx.site.url}/founders/{slug}", items=items)
