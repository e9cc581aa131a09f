"""Reports about questions and answers, and moderation by staff."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from showground import accounts
from showground.core.calls.context import Context
from showground.core.calls.declare import MODERATOR, PERSON, STAFF, action
from showground.core.calls.input_text import MULTI_LINE, StaffMessage
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.core.mail.templates import send_mail
from showground.listings import NoSuchListing, Slug, public_profiles, status
from showground.questions import emails, faq, rules
from showground.questions.errors import NoSuchListingAnswer, NoSuchListingQuestion, NoSuchQuestionReport
from showground.questions.models import (
    AnswerState,
    ModeratedAnswer,
    ModeratedQuestion,
    OpenQuestionReport,
    QuestionPolicy,
    QuestionReported,
    QuestionState,
    StaffListingQuestion,
)
from showground.questions.queries import moderation, questions
from showground.questions.queries.moderation import NewQuestionReport

MAX_REPORTS = 200


class ReportQuestion(Input):
    slug: Slug
    question_id: int
    answer_id: int | None = None
    reason: Literal["wrong", "spam", "rights", "harm", "other"]
    body: Annotated[str, Field(max_length=4_000), MULTI_LINE, AfterValidator(rules.trim_report)]


@action(scope=PERSON, limit=rules.REPORTS, errors=(NoSuchListing, NoSuchListingQuestion))
async def report_question(ctx: Context, input: ReportQuestion) -> QuestionReported:
    """Report a question or one of its answers. A second report by the same person replaces the first."""
    listing = await status.lock_listing(ctx.db, input.slug)
    new = NewQuestionReport(
        listing.id, input.question_id, input.answer_id, ctx.account, input.reason, input.body, ctx.now
    )
    number = await moderation.add_report(ctx.db, new)
    if number is None:
        raise NoSuchListingQuestion
    return QuestionReported(id=number, slug=listing.slug)


class QuestionReports(DataModel):
    """Open reports, oldest first, up to 200."""

    items: list[OpenQuestionReport]


@action(scope=MODERATOR, read_only=True)
async def list_question_reports(ctx: Context) -> QuestionReports:
    """List unresolved reports of questions and answers."""
    return QuestionReports(items=await moderation.list_reports(ctx.db, MAX_REPORTS))


class SettleQuestionReport(Input):
    """A report, and what to answer the person who sent it; without an answer, they get no email."""

    report_id: int
    reply: StaffMessage | None = None


class QuestionReportSettled(DataModel):
    """A resolved report."""

    report_id: int


@action(scope=MODERATOR, errors=(NoSuchQuestionReport,))
async def settle_question_report(ctx: Context, input: SettleQuestionReport) -> QuestionReportSettled:
    """Mark a report as resolved, and answer the person who sent it."""
    sent = await moderation.settle_report(ctx.db, input.report_id, _staff(ctx), ctx.now)
    if sent is None:
        raise NoSuchQuestionReport
    reporter, listing = sent
    if input.reply is not None:
        for person in await accounts.find_reachable(ctx.db, [reporter]):
            await send_mail(ctx, person.email, "report_answered", listing=listing, body=input.reply)
    return QuestionReportSettled(report_id=input.report_id)


class ListAllQuestions(Paged):
    state: QuestionState | None = None
    slug: Slug | None = None


@action(scope=MODERATOR, read_only=True)
async def list_all_questions(ctx: Context, input: ListAllQuestions) -> Page[StaffListingQuestion]:
    """List questions in any state with all of their answers, newest first."""
    items, total = await moderation.list_questions(
        ctx.db, input.state, input.slug, skip=input.offset, most=input.per_page
    )
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


class ModerateQuestion(Input):
    question_id: int
    hidden: bool


@action(scope=MODERATOR, errors=(NoSuchListingQuestion,))
async def moderate_question(ctx: Context, input: ModerateQuestion) -> ModeratedQuestion:
    """Hide a question, show it again, or approve one that was held. The makers get an email of an approved one."""
    located = await moderation.locate_question(ctx.db, input.question_id)
    if located is None:
        raise NoSuchListingQuestion
    await public_profiles.lock(ctx.db, [located.listing])
    state: QuestionState = "hidden" if input.hidden else "visible"
    former = await moderation.set_question_state(ctx.db, located.question, state, _staff(ctx), ctx.now)
    found = await questions.find_question(ctx.db, located.listing, located.question)
    if former is None or found is None:
        raise NoSuchListingQuestion
    await public_profiles.encode(ctx.db, [located.listing])
    if former == "held" and state == "visible":
        await emails.tell_makers(ctx, located.listing, found.id, found.body)
    return ModeratedQuestion(id=found.id, slug=located.slug, state=state)


class ModerateAnswer(Input):
    answer_id: int
    hidden: bool


@action(scope=MODERATOR, errors=(NoSuchListingAnswer,))
async def moderate_answer(ctx: Context, input: ModerateAnswer) -> ModeratedAnswer:
    """Hide an answer, or show it again. The FAQ keeps the text of a hidden one without the mark."""
    located = await moderation.locate_answer(ctx.db, input.answer_id)
    if located is None:
        raise NoSuchListingAnswer
    await public_profiles.lock(ctx.db, [located.listing])
    state: AnswerState = "hidden" if input.hidden else "visible"
    if not await moderation.set_answer_state(ctx.db, input.answer_id, state, _staff(ctx), ctx.now):
        raise NoSuchListingAnswer
    if input.hidden:
        await faq.drop_mark(ctx, located.listing, input.answer_id)
    await public_profiles.encode(ctx.db, [located.listing])
    return ModeratedAnswer(id=input.answer_id, slug=located.slug, state=state)


@action(scope=STAFF, read_only=True)
async def get_question_policy(ctx: Context) -> QuestionPolicy:
    """Get whether the first question of a new account waits for review."""
    return await moderation.get_policy(ctx.db)


class SetQuestionPolicy(Input):
    hold_first: bool


@action(scope=STAFF)
async def set_question_policy(ctx: Context, input: SetQuestionPolicy) -> QuestionPolicy:
    """Set whether the first question of a new account waits for review."""
    policy = QuestionPolicy(hold_first=input.hold_first)
    await moderation.set_policy(ctx.db, policy)
    return policy


def _staff(ctx: Context) -> int | None:
    return ctx.access.account if ctx.access else None
