"""Questions that are related to a question, or to a listing."""

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.models import Input
from showground.listings import Slug
from showground.questions.models import RelatedQuestions
from showground.questions.queries import related
from showground.search import find_related, similar

MAX_RELATED = 5
SIMILAR_LISTINGS = 8  # whose questions are compared


class ListRelatedQuestions(Input):
    """The listing; with `question_id`, what is related to that question."""

    slug: Slug
    question_id: int | None = None


@action(scope=PUBLIC, read_only=True)
async def list_related_questions(ctx: Context, input: ListRelatedQuestions) -> RelatedQuestions:
    """List answered questions that are related to a question, of the same listing or of similar ones.

    Without a question: those about similar listings, the most similar listing first.
    """
    others = await similar.find_similar_slugs(ctx.db, input.slug, SIMILAR_LISTINGS)
    if input.question_id is None:
        return RelatedQuestions(items=(await related.list_answered(ctx.db, others))[:MAX_RELATED])
    body = await related.find_body(ctx.db, input.slug, input.question_id)
    if body is None:
        return RelatedQuestions(items=[])
    answered = await related.list_answered(ctx.db, [input.slug, *others])
    asked = [question for question in answered if question.id != input.question_id]
    places = find_related(body, [question.body for question in asked], MAX_RELATED)
    return RelatedQuestions(items=[asked[place] for place in places])
