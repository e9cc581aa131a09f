"""The overview page of your listing: status, next steps and numbers; publishing and withdrawing it."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.action import Action
from showground.core.calls.models import NoInput
from showground.launches import this_week
from showground.launches.operations.get_launch_week import GetLaunchWeek, get_launch_week
from showground.newsletter.actions.sponsors import ListSponsoredEditions, list_sponsored_editions
from showground.orders import parts_of
from showground.orders.operations.list_products import list_products
from showground.ownership import OwnedListing
from showground.ownership.actions.badge_checks import ListBadgeChecks, list_badge_checks
from showground.ownership.actions.daily_statistics import ReadNumbers, ReadTraffic, read_numbers, read_traffic
from showground.ownership.actions.listing_status import get_free_plan, publish_again, withdraw_listing
from showground.ownership.actions.transfers import retire_listing
from showground.ownership.actions.versions import ListVersions, list_versions
from showground.ownership.operations.choose_free_plan import choose_free_plan
from showground.surfaces.web.category_names import name_categories
from showground.surfaces.web.dashboard.charts import draw_plots
from showground.surfaces.web.dashboard.common import get_listing, page_of
from showground.surfaces.web.dashboard.traffic import list_traffic
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.text_diff import compare
from showground.surfaces.web.visit import Visit

FEW_VERSIONS = 3
FEW_CHECKS = 6


@for_a_person
async def show_owned(visit: Visit) -> Response:
    return await _show(visit, await get_listing(visit), NO_RESULT)


@for_a_person
async def go_free(visit: Visit) -> Response:
    """Choose the free plan, or check for the badge again."""
    listing = await get_listing(visit)
    result = await visit.submit_with(choose_free_plan, listing_id=listing.listing_id)
    if result.failure is not None:
        return await _show(visit, listing, result)
    return visit.go(f"{page_of(listing)}#badge")


@for_a_person
async def show_withdraw(visit: Visit) -> Response:
    return visit.show("dashboard/withdraw.html", private=True, listing=await get_listing(visit), result=NO_RESULT)


@for_a_person
async def withdraw(visit: Visit) -> Response:
    return await _end(visit, withdraw_listing)


@for_a_person
async def retire(visit: Visit) -> Response:
    return await _end(visit, retire_listing)


async def _end(visit: Visit, action: Action[Any, Any]) -> Response:
    listing = await get_listing(visit)
    result = await visit.submit_with(action, listing_id=listing.listing_id)
    if result.failure is not None:
        return visit.show("dashboard/withdraw.html", status=result.status, private=True, listing=listing, result=result)
    return visit.go(page_of(listing))


@for_a_person
async def republish(visit: Visit) -> Response:
    listing = await get_listing(visit)
    result = await visit.submit_with(publish_again, listing_id=listing.listing_id)
    return visit.go(page_of(listing)) if result.failure is None else await _show(visit, listing, result)


async def _show(visit: Visit, listing: OwnedListing, result: FormResult[Any]) -> Response:
    number = listing.listing_id
    numbers = await visit.ask(read_numbers, ReadNumbers(listing_id=number))
    sources = await visit.ask(read_traffic, ReadTraffic(listing_id=number))
    checks = await visit.ask(list_badge_checks, ListBadgeChecks(listing_id=number))
    versions = await visit.ask(list_versions, ListVersions(listing_id=number, per_page=FEW_VERSIONS))
    categories = await name_categories(visit)
    sponsored = await visit.ask(list_sponsored_editions, ListSponsoredEditions(listing_id=number))
    week = await visit.ask(get_launch_week, GetLaunchWeek(week="this")) if _launches_now(visit, listing) else None
    products = await visit.ask(list_products, NoInput())
    launches = [product for product in products.items if "launch" in parts_of(product)]
    return visit.show(
        "dashboard/listing.html",
        status=result.status,
        private=True,
        listing=listing,
        sponsored=sponsored.weeks,
        rank=next((each.rank for each in week.items if each.listing.slug == listing.slug), None) if week else None,
        launches=week.total if week else 0,
        plots=draw_plots(numbers.items),
        traffic=list_traffic(sources, visit.site, counts_countries=visit.services.counts_countries),
        versions=[(version, compare(version.before, version.after, categories)) for version in versions.items],
        free_plan=await visit.ask(get_free_plan, NoInput()),
        launch=min(launches, key=lambda product: product.price_cents, default=None),
        checks=checks.items[:FEW_CHECKS],
        result=result,
    )


def _launches_now(visit: Visit, listing: OwnedListing) -> bool:
    return listing.status == "live" and listing.launch_week == this_week(visit.now)
