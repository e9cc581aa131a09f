"""List the badges of a listing."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context, Site
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Detail, Input
from showground.launches.badges.embed_code import address_of, embed
from showground.launches.badges.kinds import STYLES, Badge, Mode, Shape, Size, Style, earned
from showground.launches.badges.models import BadgeStyle, ListingBadge, ListingBadges
from showground.launches.queries import launches
from showground.listings import NoSuchListing, Slug


class GetListingBadges(Input):
    slug: Slug
    shape: Annotated[Shape, Field(description="Shape of the badges in `html` and `svg_url`.", examples=["pill"])] = (
        "standard"
    )
    mode: Annotated[
        Mode,
        Field(description="For light or dark pages, or `auto` for the visitor's theme.", examples=["auto"]),
    ] = "auto"
    size: Annotated[Size, Field(description="The size.", examples=["m"])] = "m"
    detail: Detail = "full"


@operation(
    "GET /listings/{slug}/badges",
    scope=PUBLIC,
    quick=True,
    cache_tags=("listing:{slug}", "awards"),
    errors=(NoSuchListing,),
)
async def get_listing_badges(ctx: Context, input: GetListingBadges) -> ListingBadges:
    """List the badges a listing has earned.

    Each has HTML to embed and image URLs in every style; with `detail` brief, in the requested style only.
    Kinds: `listed`, `launched`, `featured` (paid, and marked as paid), `verified`, `launch-of-the-week`.
    """
    merits = await launches.find_merits(ctx.db, input.slug, ctx.now)
    if merits is None:
        raise NoSuchListing
    style = Style(input.shape, input.mode, input.size)
    styles = [style] if input.detail == "brief" else STYLES
    return ListingBadges(items=[_present(badge, ctx.site, merits.slug, style, styles) for badge in earned(merits)])


def _present(badge: Badge, site: Site, slug: str, asked: Style, styles: Sequence[Style]) -> ListingBadge:
    embedded = embed(badge, site, slug, asked)
    return ListingBadge(
        kind=badge.kind,
        label=badge.label,
        html=embedded.html,
        svg_url=embedded.svg_url,
        styles=[
            BadgeStyle(
                shape=style.shape, mode=style.mode, size=style.size, svg_url=address_of(badge, site, slug, style)
            )
            for style in styles
        ],
    )
