"""The setup assistant: from an empty site to the first listing. It can be left and continued at any time."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.responses import Response

from showground.blog.actions.site_pages import list_texts
from showground.categories.actions.categories import list_all_categories
from showground.core.brand import SHIPPED_NAME
from showground.core.calls.models import NoInput
from showground.listings.actions.staff_listings import ListAllListings, list_all_listings
from showground.orders.actions.products import list_all_products
from showground.orders.actions.seller_details import show_seller_details
from showground.surfaces.web.admin.common import button
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
        host=visit.request.headers.get("host", ""),
    )


MARK = button(mark_setup_step, PAGE, done=True)
UNMARK = button(mark_setup_step, PAGE, done=False)
SEND_TEST = button(send_setup_test, PAGE)
