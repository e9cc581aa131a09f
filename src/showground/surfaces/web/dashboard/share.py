"""The share kit of a listing: texts to post, the share picture, and embed codes."""

from starlette.responses import Response

from showground.core.languages import Text, gettext
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
        news = gettext("%(name)s launches on %(site)s on %(day)s", name=name, site=site, day=day(listing.launch_week))
        ask = gettext("You can ask there for an email when it launches.")
    elif listing.launch_week == this_week(visit.now):
        news = gettext("%(name)s is live on %(site)s this week", name=name, site=site)
        ask = gettext("Have a look, and vote for it if you like it.")
    else:
        news = gettext("%(name)s is on %(site)s", name=name, site=site)
        ask = gettext("Have a look, and tell us what you think.")
    hello, thanks = gettext("Hello,"), gettext("Thank you!")
    return {
        Text("Short post"): f"{news}{what}. {address}",
        Text("Longer post"): f"{news}{what}.\n\n{ask}\n{address}",
        Text("Email"): f"{hello}\n\n{news}{what}. {ask}\n\n{address}\n\n{thanks}",
    }
