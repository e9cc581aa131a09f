"""What launching costs, which weeks have places left, and what a place on the paid board costs."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.core.languages import Text
from showground.launches.operations.get_leaderboard import GetLeaderboard, get_leaderboard
from showground.orders import PLACES_A_WEEK, Product, describe_audience, is_placement, weeks_ahead
from showground.orders.actions.offers import show_sales
from showground.orders.operations.list_products import list_products
from showground.ownership.actions.listing_status import get_free_plan
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.week_left import week_left

LAUNCHES = frozenset({"launch", "relaunch", "skip_queue"})
FIRST_ON_BOARD = 5


@dataclass(frozen=True, slots=True)
class PricedProduct:
    """A product, the names of what it includes, and for whom it is."""

    product: Product
    includes: list[str]
    audience: str
    placement: bool


@dataclass(frozen=True, slots=True)
class CalendarWeek:
    week: date
    places_left: int


async def show_pricing(visit: Visit) -> Response:
    products = (await visit.ask(list_products, NoInput())).items
    free_plan = await visit.ask(get_free_plan, NoInput(), "free-plan")
    sales = await visit.ask(show_sales, NoInput(), "products")
    groups: dict[str, list[PricedProduct]] = {
        Text("Launch"): [],
        Text("Advertise"): [],
        Text("Extras"): [],
    }
    for offer in _offers(products):
        launches = not LAUNCHES.isdisjoint([offer.product.code, *offer.product.includes])
        groups["Launch" if launches else "Advertise" if offer.placement else "Extras"].append(offer)
    launch = next((product for product in products if product.week == "optional"), None)
    return visit.show(
        "pricing.html",
        groups={name: offers for name, offers in groups.items() if offers},
        calendar=_calendar(visit, launch),
        launch=launch and launch.code,
        # A product with a limit of its own has fewer places than the week, and how many is not public.
        places=PLACES_A_WEEK if launch and launch.left_this_week is None else None,
        free_plan=free_plan,
        sales=sales,
        left=week_left(visit),
    )


async def show_advertise(visit: Visit) -> Response:
    products = (await visit.ask(list_products, NoInput())).items
    sales = await visit.ask(show_sales, NoInput(), "products")
    board = await visit.ask(get_leaderboard, GetLeaderboard(board="billboard", per_page=FIRST_ON_BOARD))
    return visit.show(
        "advertise.html",
        offers=[offer for offer in _offers(products) if offer.placement],
        board=board,
        sales=sales,
    )


def _offers(products: Iterable[Product]) -> list[PricedProduct]:
    names = {product.code: product.name for product in products}
    return [
        PricedProduct(
            product,
            includes=[names.get(code, code) for code in product.includes],
            audience=describe_audience(product),
            placement=is_placement(product),
        )
        for product in products
    ]


def _calendar(visit: Visit, launch: Product | None) -> list[CalendarWeek]:
    """The weeks ahead with how many launches can be bought. A product lists only weeks that have some left."""
    left = {each.week: each.places_left for each in launch.weeks} if launch else {}
    return [CalendarWeek(week, left.get(week, 0)) for week in weeks_ahead(visit.now)]
