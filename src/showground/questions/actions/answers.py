"""The makers' answers: write and delete them, and adopt one into the FAQ."""

from typing import Annotated

from pydantic import AfterValidator, Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.listings import NoSuchListing, Slug, edits, members, public_profiles, status
from showground.notifications import NewNotification, add_notifications
from showground.questions import emails, faq, rules
from showground.questions.errors import (
    FaqFull,
    MakersOnly,
    NoSuchListingAnswer,
    NoSuchListingQuestion,
    TooManyAnswers,
)
from showground.questions.models import RemovedPost, WrittenAnswer
from showground.questions.queries import questions
from showground.questions.queries.questions import NewAnswer


class WriteAnswer(Input):
    slug: Slug
    question_id: int
    body: Annotated[str, Field(max_length=rules.MAX_ANSWER_LENGTH), MULTI_LINE, AfterValidator(rules.trim_answer)]


@action(scope=PERSON, limit=rules.ANSWERS, errors=(NoSuchListing, NoSuchListingQuestion, MakersOnly, TooManyAnswers))
async def write_answer(ctx: Context, input: WriteAnswer) -> WrittenAnswer:
    """Answer a question about your listing. The answer is marked as the maker's, and the asker gets an email."""
    listing = await _lock_as_maker(ctx, input.slug)
    found = await questions.find_question(ctx.db, listing.id, input.question_id)
    if found is None or found.state != "visible":
        raise NoSuchListingQuestion
    if found.answers >= rules.MAX_ANSWERS:
        raise TooManyAnswers
    number = await questions.add_answer(ctx.db, NewAnswer(found.id, ctx.account, input.body, ctx.now))
    await public_profiles.encode(ctx.db, [listing.id])
    if found.account is not None:
        await emails.tell_asker(ctx, listing.id, found.account, found.id, found.body, input.body)
        told = NewNotification(found.account, "answer", listing.id, question=found.id)
        await add_notifications(ctx.db, [told], ctx.now)
    return WrittenAnswer(id=number, question_id=found.id, slug=listing.slug)


class DeleteAnswer(Input):
    slug: Slug
    answer_id: int


@action(scope=PERSON, errors=(NoSuchListing, NoSuchListingAnswer, MakersOnly))
async def delete_answer(ctx: Context, input: DeleteAnswer) -> RemovedPost:
    """Delete an answer of your listing. If it was adopted, the FAQ keeps the text without the mark."""
    listing = await _lock_as_maker(ctx, input.slug)
    found = await questions.find_answer(ctx.db, listing.id, input.answer_id)
    if found is None:
        raise NoSuchListingAnswer
    await faq.drop_mark(ctx, listing.id, found.id)
    await questions.delete_answer(ctx.db, found.id, found.question)
    await public_profiles.encode(ctx.db, [listing.id])
    return RemovedPost(id=found.id, slug=listing.slug)


class AdoptAnswer(Input):
    slug: Slug
    answer_id: int


@action(scope=PERSON, errors=(NoSuchListing, NoSuchListingAnswer, MakersOnly, FaqFull))
async def adopt_answer(ctx: Context, input: AdoptAnswer) -> WrittenAnswer:
    """Add a question and its answer to your listing's FAQ, with "stated by the maker" as its evidence."""
    listing = await _lock_as_maker(ctx, input.slug)
    found = await questions.find_answer(ctx.db, listing.id, input.answer_id)
    if found is None or found.question_state != "visible":
        raise NoSuchListingAnswer
    await faq.adopt(ctx.db, listing.id, found, edits.Editor(ctx.account, ctx.surface), ctx.now)
    return WrittenAnswer(id=found.id, question_id=found.question, slug=listing.slug)


async def _lock_as_maker(ctx: Context, slug: str) -> status.LockedListing:
    """The public listing, if the person is its owner or a co-founder."""
    listing = await status.lock_listing(ctx.db, slug)
    if not await members.is_member(ctx.db, listing.id, ctx.account):
        raise MakersOnly
    return listing
