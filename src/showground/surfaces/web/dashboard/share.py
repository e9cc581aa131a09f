"""The share kit of a listing: texts to post, the share picture, and embed codes."""

from starlette.responses import Response

from showground.launches import this_week
from showground.launches.operations.get_listing_badges import GetListingBadges, get_listing_badges
from showground.ownership import OwnedListing
from showground.surfaces.web.dashboard.common import get_listing
from showground.surfaces.web.formatting import day
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_share(visit: Visit) -> Response:
    listing = await get_listing(visit)
    public = listing.status in ("live", "scheduled")
    badges = await visit.ask(get_listing_badges, GetListingBadges(slug=listing.slug)) if public else None
    return visit.show(
        "dashboard/share.html",
        private=True,
        listing=listing,
        public=public,
        texts=write_texts(visit, listing),
        badge=badges.items[-1] if badges and badges.items else None,
    )


def write_texts(visit: Visit, listing: OwnedListing) -> dict[str, str]:
    """Texts to post, by where they fit. They ask for a look, never for votes in exchange for something."""
    name, site, address = listing.name, visit.site.name, listing.url
    what = f": {listing.tagline.rstrip('.')}" if listing.tagline else ""
    if listing.status == "scheduled" and listing.launch_week:
        news = f"{name} launches on {site} on {day(listing.launch_week)}"
        ask = "Follow it there to hear when it is live."
    elif listing.launch_week == this_week(visit.now):
        news, ask = f"{name} is live on {site} this week", "Have a look, and vote for it if you like it."
    else:
        news, ask = f"{name} is on {site}", "Have a look, and tell us what you think."
    return {
        "Short post": f"{news}{what}. {address}",
        "Longer post": f"{news}{what}.\n\n{ask}\n{address}",
        "Email": f"Hello,\n\n{news}{what}. {ask}\n\n{address}\n\nThank you!",
    }
