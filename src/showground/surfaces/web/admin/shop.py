"""Products and their prices."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.errors import NotFound
from showground.core.calls.models import NoInput
from showground.orders.actions.products import add_product, change_price
from showground.orders.operations.list_products import list_products
from showground.surfaces.web.admin.common import faulty, read_cents
from showground.surfaces.web.forms import NOT_TRIED, Tried
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit

NO_PRICE = "Enter dollars and cents, such as 49.00."
NEW = {"code": "", "name": "", "description": "", "price": "", "needs_listing": "true"}


@for_staff
async def show_products(visit: Visit) -> Response:
    return await _show_products(visit)


@for_staff
async def save_product(visit: Visit) -> Response:
    form = await visit.form()
    given = {name: form.get(name, "") for name in NEW}
    cents = read_cents(given["price"])
    tried = faulty("price", NO_PRICE) if cents is None else await visit.attempt(add_product, price_cents=cents)
    return visit.go("/admin/products") if tried.answer else await _show_products(visit, tried, given)


async def _show_products(visit: Visit, tried: Tried[Any] = NOT_TRIED, given: dict[str, str] = NEW) -> Response:
    products = await visit.ask(list_products, NoInput())
    return visit.show(
        "admin/products.html", status=tried.status, private=True, products=products.items, tried=tried, given=given
    )


@for_staff
async def show_price(visit: Visit) -> Response:
    return await _show_price(visit)


@for_staff
async def save_price(visit: Visit) -> Response:
    text = (await visit.form()).get("price", "")
    cents = read_cents(text)
    if cents is None:
        return await _show_price(visit, faulty("price", NO_PRICE), text)
    tried = await visit.attempt(change_price, code=visit.given["code"], price_cents=cents)
    return visit.go("/admin/products") if tried.answer else await _show_price(visit, tried, text)


async def _show_price(visit: Visit, tried: Tried[Any] = NOT_TRIED, text: str | None = None) -> Response:
    products = (await visit.ask(list_products, NoInput())).items
    product = next((product for product in products if product.code == visit.given["code"]), None)
    if product is None:
        raise NotFound
    price = f"{product.price_cents / 100:.2f}" if text is None else text
    return visit.show("admin/price.html", status=tried.status, private=True, product=product, price=price, tried=tried)
