"""Review a listing."""

from typing import Annotated

from pydantic import AfterValidator, Field

from showground import catalog
from showground.catalog import NoSuchListing, Slug
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.core.texts import MULTI_LINE
from showground.launches import opinions, rules, store
from showground.launches.failures import NotLiveYet, OwnListing
from showground.launches.opinion_models import Review
from showground.launches.opinions import NewReview


def _trim(body: str) -> str:
    if not body.strip():
        raise ValueError("Write at least a few words.")
    return body.strip()


class WriteReview(Input):
    slug: Slug
    stars: Annotated[int, Field(ge=1, le=5)]
    body: Annotated[str, Field(max_length=4_000), MULTI_LINE, AfterValidator(_trim)]


@action(scope=PERSON, limit=rules.REVIEWS, failures=(NoSuchListing, NotLiveYet, OwnListing))
async def write_review(ctx: Context, input: WriteReview) -> Review:
    """Review a live listing; writing again replaces what the same person wrote."""
    listing = await catalog.hold(ctx.db, input.slug)
    if not listing.live:
        raise NotLiveYet
    if await catalog.is_member(ctx.db, listing.id, ctx.account):
        raise OwnListing
    new = NewReview(listing.id, ctx.account, input.stars, input.body, ctx.now)
    number, state = await opinions.write_review(ctx.db, new)
    await store.tell_counts(ctx.db, listing, ctx.now)
    return Review(id=number, slug=listing.slug, stars=new.stars, body=new.body, state=state, at=new.at)
