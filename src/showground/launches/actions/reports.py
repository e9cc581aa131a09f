"""Reports to staff."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from showground import accounts
from showground.core.calls.context import Context
from showground.core.calls.declare import MODERATOR, PERSON, action
from showground.core.calls.errors import InvalidValue
from showground.core.calls.input_text import MULTI_LINE, StaffMessage
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.core.mail.templates import send_mail
from showground.launches.errors import NoSuchReport, NoSuchReview
from showground.launches.queries import reports, votes_and_reviews
from showground.launches.queries.reports import OpenReport
from showground.launches.queries.votes_and_reviews import NewReport
from showground.launches.vote_and_review_models import ListingReport
from showground.listings import NoSuchListing, Slug, status

MAX_ITEMS = 200

Reason = Literal["wrong", "spam", "rights", "harm", "other"]


class Reports(DataModel):
    """Reports, oldest first, up to 200."""

    items: list[OpenReport]


@action(scope=MODERATOR, read_only=True)
async def list_reports(ctx: Context) -> Reports:
    """List unsettled reports of listings and reviews."""
    return Reports(items=await reports.list_open(ctx.db, MAX_ITEMS))


class SettleReport(Input):
    """A report, and what to answer the person who sent it; without an answer, they get no email."""

    report_id: int
    reply: StaffMessage | None = None


class ReportSettled(DataModel):
    """A settled report."""

    report_id: int


@action(scope=MODERATOR, errors=(NoSuchReport,))
async def settle_report(ctx: Context, input: SettleReport) -> ReportSettled:
    """Mark a report as settled, and answer the person who sent it."""
    sent = await reports.settle(ctx.db, input.report_id, ctx.access.account if ctx.access else None, ctx.now)
    if sent is None:
        raise NoSuchReport
    reporter, listing = sent
    if input.reply is not None:
        for person in await accounts.find_reachable(ctx.db, [reporter]):
            await send_mail(ctx, person.email, "report_answered", listing=listing, body=input.reply)
    return ReportSettled(report_id=input.report_id)


def _trim(body: str) -> str:
    if not body.strip():
        raise InvalidValue(Text("Describe what is wrong in a few words."))
    return body.strip()


class SendReport(Input):
    slug: Slug
    review_id: int | None = None
    reason: Reason
    body: Annotated[str, Field(max_length=4_000), MULTI_LINE, AfterValidator(_trim)]


@action(scope=PERSON, limit=Limit("reports", 20, 3600), errors=(NoSuchListing, NoSuchReview))
async def send_report(ctx: Context, input: SendReport) -> ListingReport:
    """Report a public listing or one of its reviews. A second report by the same person replaces the first."""
    listing = await status.lock_listing(ctx.db, input.slug)
    new = NewReport(listing.id, input.review_id, ctx.account, input.reason, input.body, ctx.now)
    number = await votes_and_reviews.add_report(ctx.db, new)
    if number is None:
        raise NoSuchReview
    return ListingReport(id=number, slug=listing.slug)
