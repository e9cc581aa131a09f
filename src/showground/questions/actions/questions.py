"""Questions about a listing: list, ask and delete them."""

from typing import Annotated

from pydantic import AfterValidator, Field

from showground import accounts
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.calls.paging import Paged
from showground.core.languages import Text
from showground.listings import NoSuchListing, Slug, members, public_profiles, status
from showground.questions import emails, rules
from showground.questions.errors import AskedOwnListing, NoSuchListingQuestion, TooManyUnanswered
from showground.questions.models import AskedQuestion, MyQuestions, PublicQuestions, QuestionState, RemovedPost
from showground.questions.queries import moderation, questions
from showground.questions.queries.questions import NewQuestion

MAX_LISTED = 100


class ListListingQuestions(Paged):
    """The listing; with `question_id`, only that question; with `update_id`, only those about that update."""

    slug: Slug
    question_id: int | None = None
    update_id: int | None = None


@action(scope=PUBLIC, read_only=True, errors=(NoSuchListing,))
async def list_listing_questions(ctx: Context, input: ListListingQuestions) -> PublicQuestions:
    """List the questions about a public listing with their answers, newest first.

    A person also sees their own questions that wait for review.
    """
    reader = ctx.access.account if ctx.access else None
    found = await questions.find_shown(
        ctx.db, input.slug, reader, input, question=input.question_id, update=input.update_id
    )
    if found is None:
        raise NoSuchListing
    return found


class AskQuestion(Input):
    """A question about a listing, or about one of its updates."""

    slug: Slug
    body: Annotated[str, Field(max_length=rules.MAX_QUESTION_LENGTH), MULTI_LINE, AfterValidator(rules.tidy_question)]
    update_id: int | None = None


@action(scope=PERSON, limit=rules.QUESTIONS, errors=(NoSuchListing, AskedOwnListing, TooManyUnanswered))
async def ask_question(ctx: Context, input: AskQuestion) -> AskedQuestion:
    """Ask about a public listing. Asking the same twice changes nothing. The makers get an email.

    The first question of a new account waits for review if staff have chosen so.
    """
    listing = await status.lock_listing(ctx.db, input.slug)
    if await members.is_member(ctx.db, listing.id, ctx.account):
        raise AskedOwnListing
    if input.update_id is not None and not await questions.has_update(ctx.db, listing.id, input.update_id):
        message = Text("This update no longer exists. Ask about the listing instead.")
        raise InvalidInput(errors=[FieldError(field="update_id", message=message)])
    same = await questions.find_same(ctx.db, listing.id, ctx.account, input.body)
    if same is not None:
        return AskedQuestion(id=same[0], slug=listing.slug, state=same[1])
    if await questions.count_unanswered(ctx.db, listing.id, ctx.account) >= rules.MAX_UNANSWERED:
        raise TooManyUnanswered
    state: QuestionState = "held" if await _is_held(ctx) else "visible"
    new = NewQuestion(listing.id, ctx.account, input.body, ctx.now, input.update_id, state)
    number = await questions.add_question(ctx.db, new)
    if state == "visible":
        await public_profiles.encode(ctx.db, [listing.id])
        await emails.tell_makers(ctx, listing.id, number, input.body)
    return AskedQuestion(id=number, slug=listing.slug, state=state)


async def _is_held(ctx: Context) -> bool:
    return rules.is_held(
        hold_first=(await moderation.get_policy(ctx.db)).hold_first,
        new_account=await accounts.is_younger(ctx.db, ctx.account, ctx.now - rules.NEW_ACCOUNT),
        shown_before=await questions.has_shown(ctx.db, ctx.account),
    )


class DeleteQuestion(Input):
    slug: Slug
    question_id: int


@action(scope=PERSON, errors=(NoSuchListing, NoSuchListingQuestion))
async def delete_question(ctx: Context, input: DeleteQuestion) -> RemovedPost:
    """Delete your question. If it has answers, they stay and the question reads "removed"."""
    listing = await status.lock_listing(ctx.db, input.slug)
    found = await questions.find_question(ctx.db, listing.id, input.question_id)
    if found is None or found.account != ctx.account:
        raise NoSuchListingQuestion
    if found.answers:
        await questions.empty_question(ctx.db, found.id)
    else:
        await questions.delete_question(ctx.db, found.id)
    await public_profiles.encode(ctx.db, [listing.id])
    return RemovedPost(id=found.id, slug=listing.slug)


@action(scope=PERSON, read_only=True)
async def list_my_questions(ctx: Context) -> MyQuestions:
    """List the questions that you asked, newest first."""
    return MyQuestions(items=await questions.list_mine(ctx.db, ctx.account, MAX_LISTED))
