"""List the founder interview questions."""

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.people.models import InterviewQuestions
from showground.people.queries import interviews


@operation("GET /interview-questions", scope=PUBLIC, quick=True, cache_tags=("interview-questions",))
async def list_interview_questions(ctx: Context) -> InterviewQuestions:
    """List the founder interview questions.

    `answer_interview` takes their ids.
    """
    return InterviewQuestions(items=await interviews.get_questions(ctx.db))
