"""The badge page: preview a listing's badges in every style and copy the HTML."""

from html import escape
from typing import get_args

from starlette.responses import Response

from showground.core.languages import Text, gettext
from showground.launches.operations.get_listing_badges import GetListingBadges, get_listing_badges
from showground.ownership import OwnedListing
from showground.surfaces.web.dashboard.common import get_listing
from showground.surfaces.web.formatting import BADGE_MODES, BADGE_SIZES, badge_name, name_of
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit

CHOICES: dict[str, tuple[str, ...]] = {
    name: get_args(GetListingBadges.model_fields[name].annotation) for name in ("shape", "mode", "size")
}
USUAL = {"shape": "standard", "mode": "auto", "size": "m"}


@for_a_person
async def show_badge_page(visit: Visit) -> Response:
    listing = await get_listing(visit)
    chosen = {
        name: asked if (asked := visit.query.get(name, "")) in allowed else USUAL[name]
        for name, allowed in CHOICES.items()
    }
    kinds = await _earned(visit, listing)
    kind = asked if (asked := visit.query.get("kind", "")) in kinds else next(iter(kinds))
    file = f"{kind}-{chosen['shape']}-{chosen['mode']}-{chosen['size']}.svg"
    address = f"/badges/{listing.slug}/{file}"
    alt = gettext("%(badge)s on %(site)s", badge=kinds[kind], site=visit.site.name)
    return visit.show(
        "dashboard/badge.html",
        private=True,
        listing=listing,
        kinds=kinds,
        kind=kind,
        chosen=chosen,
        shapes={shape: name_of(shape) for shape in CHOICES["shape"]},
        modes=BADGE_MODES,
        sizes=BADGE_SIZES,
        address=address,
        html=(
            f'<a href="{visit.site.url}/listings/{listing.slug}">'
            f'<img src="{visit.site.url}{address}" alt="{escape(alt)}"></a>'
        ),
    )


async def _earned(visit: Visit, listing: OwnedListing) -> dict[str, str]:
    """Badge kinds and their labels. Before a listing is public it has only the neutral "Listed" badge."""
    if listing.status not in ("live", "scheduled"):
        return {"listed": Text("Listed")}
    found = await visit.ask(get_listing_badges, GetListingBadges(slug=listing.slug))
    return {badge.kind: badge_name(badge) for badge in found.items}
