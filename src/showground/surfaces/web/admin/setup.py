"""The setup assistant: from an empty site to the first listing. It can be left and continued at any time."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import Response

from showground.accounts.actions.passkeys import list_passkeys
from showground.blog.actions.site_pages import list_texts
from showground.categories.actions.categories import list_all_categories
from showground.core.brand import SHIPPED_NAME
from showground.core.calls.action import Action
from showground.core.calls.models import NoInput
from showground.listings.actions.staff_listings import ListAllListings, list_all_listings
from showground.orders.actions.products import list_all_products
from showground.orders.actions.seller_details import show_seller_details
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit
from showground.upkeep.actions.setup import list_setup_marks, mark_setup_step, send_setup_test

PAGE = "/admin/setup"


@dataclass(frozen=True, slots=True)
class SetupProgress:
    """A step: whether it is done, and whether that can be seen from the site itself or staff said so."""

    name: str
    seen: bool
    marked: bool

    @property
    def done(self) -> bool:
        return self.seen or self.marked


@for_staff
async def show_setup(visit: Visit) -> Response:
    marks = await visit.ask(list_setup_marks, NoInput())
    seller = await visit.ask(show_seller_details, NoInput())
    products = (await visit.ask(list_all_products, NoInput())).items
    categories = (await visit.ask(list_all_categories, NoInput())).items
    texts = await visit.ask(list_texts, NoInput())
    live = await visit.ask(list_all_listings, ListAllListings(status="live", per_page=1))
    address = urlsplit(visit.site.url)
    undecided = sum(product.on_sale is None for product in products)
    seen = {
        "name": visit.site.name != SHIPPED_NAME,
        "address": address.scheme == "https" and address.netloc == visit.request.headers.get("host"),
        "email": marks.test_sent,
        "categories": any(category.listings for category in categories),
        "pages": not texts.missing,
        "selling": not undecided and not seller.missing,
        "staff": False,
        "listing": live.total > 0,
    }
    steps = [SetupProgress(name, found, name in marks.done) for name, found in seen.items()]
    return visit.show(
        "admin/setup.html",
        private=True,
        steps=steps,
        count=sum(step.done for step in steps),
        next=next((step.name for step in steps if not step.done), None),
        seller=seller,
        undecided=undecided,
        categories=len(categories),
        missing=texts.missing,
        has_passkey=bool((await visit.ask(list_passkeys, NoInput())).items),
        sending=visit.dispatcher.smtp is not None,
        sent="sent" in visit.query,
        host=visit.request.headers.get("host", ""),
    )


@for_staff
async def mark_done(visit: Visit) -> Response:
    return await _press(visit, mark_setup_step, f"{PAGE}#{visit.path_params['step']}", done=True)


@for_staff
async def mark_open(visit: Visit) -> Response:
    return await _press(visit, mark_setup_step, f"{PAGE}#{visit.path_params['step']}", done=False)


@for_staff
async def send_test(visit: Visit) -> Response:
    return await _press(visit, send_setup_test, f"{PAGE}?sent=1#email")


async def _press(visit: Visit, action: Action[Any, Any], then: str, **fixed: Any) -> Response:
    """Run the action of a button, and return to its step, which is far down the page."""
    result = await visit.submit(action, **visit.path_params, **fixed)
    if result.failure:
        raise result.failure
    return visit.go(then, told=True)
