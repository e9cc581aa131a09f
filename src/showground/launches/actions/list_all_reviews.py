"""Look through everyone's reviews."""

from showground.catalog import Slug
from showground.core.context import Context
from showground.core.operation import STAFF, action
from showground.core.paging import Page, Paged
from showground.launches import reports
from showground.launches.opinion_models import ReviewState
from showground.launches.reports import StaffReview


class ListAllReviews(Paged):
    state: ReviewState | None = None
    slug: Slug | None = None


@action(scope=STAFF, read_only=True)
async def list_all_reviews(ctx: Context, input: ListAllReviews) -> Page[StaffReview]:
    """List reviews, hidden ones too, the newest first."""
    items, total = await reports.list_reviews(ctx.db, input.state, input.slug, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)
