"""The home page: this week's launches, the time left to vote, next week's launches, and all categories."""

from starlette.responses import Response

from showground.categories.operations.get_site import get_site
from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.core.calls.models import NoInput
from showground.launches import end_of, this_week
from showground.launches.operations.get_launch_week import GetLaunchWeek, get_launch_week
from showground.launches.operations.get_leaderboard import GetLeaderboard, get_leaderboard
from showground.launches.operations.list_awards import ListAwards, list_awards
from showground.listings.operations.search_listings import SearchListings, search_listings
from showground.orders.actions.offers import show_sales
from showground.surfaces.discovery.links import link_header
from showground.surfaces.web.syndication.json_ld import describe_site
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.featured import find_featured
from showground.surfaces.web.visitors.votes import opinions_of

ON_THE_BILL = 20
MAX_MOST_VOTED = 10
COMING = 5
PAID = 3


async def show_front(visit: Visit) -> Response:
    week = this_week(visit.now)
    info = await visit.ask(get_site, NoInput())
    tree = await visit.ask(list_categories, ListCategories())
    bill = await visit.ask(get_leaderboard, GetLeaderboard(board="community-weekly", per_page=ON_THE_BILL))
    coming = await visit.ask(get_launch_week, GetLaunchWeek(week="next"))
    awards = await visit.ask(list_awards, ListAwards(per_page=3))
    paid = await visit.ask(get_leaderboard, GetLeaderboard(board="billboard", per_page=PAID))
    featured = await find_featured(visit)
    sales = await visit.ask(show_sales, NoInput(), "products")
    voted = await visit.ask(search_listings, SearchListings(sort="votes", per_page=MAX_MOST_VOTED))
    return visit.show(
        "home.html",
        links=link_header(visit.site),
        info=info,
        categories=tree.items,
        week=week,
        left=end_of(week) - visit.now,
        today=visit.now.weekday(),
        bill=bill,
        coming=coming,
        next_up=coming.scheduled[:COMING],
        awards=[award for award in awards.items if award.week == awards.items[0].week],
        paid=paid,
        featured=featured,
        billboard_cents=sales.billboard_cents,
        voted=voted,
        mine=await opinions_of(visit, [item.listing.slug for item in bill.items] or [v.slug for v in voted.items]),
        structured=describe_site(visit.site, info.purpose),
    )
