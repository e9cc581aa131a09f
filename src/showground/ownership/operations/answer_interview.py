"""Answer the founders' interview."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground import people
from showground.accounts import LISTINGS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.ownership import founders
from showground.ownership.errors import NoFounder
from showground.people import InterviewAnswer


class GivenAnswer(Input):
    """An answer to one question."""

    question_id: Annotated[int, Field(ge=1, description="The question's number.", examples=[3])]
    answer: Annotated[
        str,
        Field(
            max_length=4_000,
            description="The answer; an empty one takes back what was answered.",
            examples=["Talk to customers a year earlier."],
        ),
        MULTI_LINE,
    ]


class AnswerInterview(Input):
    answers: Annotated[
        list[GivenAnswer], Field(max_length=30, description="Answers by question; those not named stay.")
    ]


class AnsweredInterview(BaseModel):
    """Your interview, as it stands on your founder's page."""

    founder: Annotated[str, Field(description="The founder whom you speak for, by slug.", examples=["ada-moreno"])]
    url: Annotated[str, Field(description="Their page.", examples=["http://localhost:8000/founders/ada-moreno"])]
    items: Annotated[list[InterviewAnswer], Field(description="All of your answers, in the order of the questions.")]


@operation("PUT /me/interview", scope=LISTINGS_WRITE, idempotent=True, errors=(NoFounder,))
async def answer_interview(ctx: Context, input: AnswerInterview) -> AnsweredInterview:
    """Answer questions of the founders' interview; list_interview_questions has their numbers.

    Answers stand on the page of the founder whom your account is linked to. Without one it is linked now: to the
    founder of your listing who has your name, or its only founder if you own it; else you are added to your listing
    as a founder.
    """
    unknown = await people.find_unknown_questions(ctx.db, [given.question_id for given in input.answers])
    faults = [
        FieldError(
            field=f"answers[{n}].question_id", message="No question has this number; see list_interview_questions."
        )
        for n, given in enumerate(input.answers)
        if given.question_id in unknown
    ]
    if faults:
        raise InvalidInput(faults=faults)
    number, slug = await founders.find_or_link(ctx)
    answers = {given.question_id: given.answer.strip() for given in input.answers}
    await people.set_answers(ctx.db, number, answers, ctx.now)
    items = await people.get_interview(ctx.db, number)
    return AnsweredInterview(founder=slug, url=f"{ctx.site.url}/founders/{slug}", items=items)
