"""List the questions of the founders' interview."""

from showground.core.context import Context
from showground.core.operation import PUBLIC, Input, operation
from showground.people import store
from showground.people.models import Questions


class ListInterviewQuestions(Input):
    """Nothing is asked for."""


@operation("GET /interview-questions", scope=PUBLIC, cache_tags=("interview-questions",))
async def list_interview_questions(ctx: Context, input: ListInterviewQuestions) -> Questions:  # noqa: ARG001
    """List the questions that founders are asked, with the numbers to answer them by."""
    return Questions(items=await store.get_questions(ctx.db))
