"""Report a listing or a review to the site's team."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from showground import catalog
from showground.catalog import NoSuchListing, Slug
from showground.core.context import Context
from showground.core.limits import Limit
from showground.core.operation import PERSON, Input, action
from showground.core.texts import MULTI_LINE
from showground.launches import opinions
from showground.launches.failures import NoSuchReview
from showground.launches.opinion_models import Report
from showground.launches.opinions import NewReport

Reason = Literal["wrong", "spam", "rights", "harm", "other"]


def _trim(body: str) -> str:
    if not body.strip():
        raise ValueError("Say in a few words what is wrong.")
    return body.strip()


class SendReport(Input):
    slug: Slug
    review_id: int | None = None
    reason: Reason
    body: Annotated[str, Field(max_length=4_000), MULTI_LINE, AfterValidator(_trim)]


@action(scope=PERSON, limit=Limit("reports", 20, 3600), failures=(NoSuchListing, NoSuchReview))
async def send_report(ctx: Context, input: SendReport) -> Report:
    """Report a public listing, or a review of it; reporting the same again replaces what the person said before."""
    listing = await catalog.hold(ctx.db, input.slug)
    new = NewReport(listing.id, input.review_id, ctx.account, input.reason, input.body, ctx.now)
    number = await opinions.add_report(ctx.db, new)
    if number is None:
        raise NoSuchReview
    return Report(id=number, slug=listing.slug)
