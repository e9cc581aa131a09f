"""Hide a review, or show it again."""

from showground import catalog
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.launches import opinions, store
from showground.launches.failures import NoSuchReview
from showground.launches.opinion_models import Review


class HideReview(Input):
    review_id: int
    hidden: bool = True


@action(scope=STAFF, failures=(NoSuchReview,))
async def hide_review(ctx: Context, input: HideReview) -> Review:
    """Hide a review, or show it again; only visible ones count in the rating."""
    slug = await opinions.find_reviewed(ctx.db, input.review_id)
    if slug is None:
        raise NoSuchReview
    listing = await catalog.hold(ctx.db, slug)
    state = "hidden" if input.hidden else "visible"
    by = ctx.access.account if ctx.access else None
    review = await opinions.set_review_state(ctx.db, input.review_id, state, by, ctx.now)
    if review is None:
        raise NoSuchReview
    await store.tell_counts(ctx.db, listing, ctx.now)
    stars, body, at = review
    return Review(id=input.review_id, slug=slug, stars=stars, body=body, state=state, at=at)
