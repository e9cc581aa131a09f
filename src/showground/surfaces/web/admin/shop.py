"""Products: their texts, prices and order, what is on sale, and the operator's own."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.errors import NotFound
from showground.core.calls.models import NoInput
from showground.core.languages import Text, translated
from showground.orders import StaffProduct, localized_amount
from showground.orders.actions.products import (
    SetOnSale,
    StaffProducts,
    add_product,
    delete_product,
    list_all_products,
    move_product,
    set_on_sale,
    write_product,
)
from showground.surfaces.web.admin.common import button, field_refused, read_cents, read_number
from showground.surfaces.web.edited_values import EditedValues
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit

NO_PRICE = Text("Enter dollars and cents, such as 49.00.")
TEXTS = ("name", "code", "description", "price", "weekly_limit", "supply")
NEW: dict[str, Any] = dict.fromkeys(TEXTS, "") | {"needs_listing": "true", "includes": [], "on_sale": "true"}


@for_staff
async def show_products(visit: Visit) -> Response:
    found = await visit.ask(list_all_products, NoInput())
    return visit.show(
        "admin/products.html",
        private=True,
        products=found.items,
        names={product.code: translated(product.name) for product in found.items},
        test_mode=found.test_mode,
    )


@for_staff
async def save_on_sale(visit: Visit) -> Response:
    """Put the products on sale that were selected, and take the others off."""
    chosen = set((await visit.form()).getlist("on_sale"))
    codes = [product.code for product in (await visit.ask(list_all_products, NoInput())).items]
    for on_sale in (True, False):
        wanted = tuple(code for code in codes if (code in chosen) == on_sale)
        if wanted:
            await visit.ask(set_on_sale, SetOnSale(codes=wanted, on_sale=on_sale))
    return visit.go("/admin/products")


@for_staff
async def show_new_product(visit: Visit) -> Response:
    return await _show_new(visit, NO_RESULT, NEW)


@for_staff
async def save_new_product(visit: Visit) -> Response:
    form = await visit.form()
    given = {name: form.get(name, "") for name in (*TEXTS, "needs_listing", "on_sale")}
    includes = form.getlist("includes")
    cents = read_cents(given["price"])
    if cents is None:
        result = field_refused("price", NO_PRICE)
    else:
        result = await visit.submit(
            add_product,
            price_cents=cents,
            includes=includes,
            needs_listing=bool(given["needs_listing"]),
            on_sale=bool(given["on_sale"]),
            weekly_limit=read_number(given["weekly_limit"]),
        )
    return (
        visit.go("/admin/products")
        if result.answer
        else await _show_new(visit, result, {**given, "includes": includes})
    )


async def _show_new(visit: Visit, result: FormResult[Any], given: dict[str, Any]) -> Response:
    products = (await visit.ask(list_all_products, NoInput())).items
    parts = {
        product.code: translated(product.name)
        for product in products
        if not product.includes and product.max_categories is None and product.min_amount_cents is None
    }
    return visit.show(
        "admin/product_new.html", status=result.status, private=True, parts=parts, result=result, given=given
    )


@for_staff
async def show_product(visit: Visit) -> Response:
    product = await _find(visit)
    given = {
        "name": translated(product.name),
        "description": translated(product.description),
        "price": localized_amount(product.price_cents),
        "weekly_limit": product.weekly_limit or "",
        "supply": product.supply,
        "on_sale": "" if product.on_sale is None else str(product.on_sale).lower(),
    }
    return await _show(visit, product, NO_RESULT, given)


def _edited(code: str) -> EditedValues[NoInput, StaffProducts]:
    names = {"name", "description", "price_cents", "weekly_limit", "supply", "on_sale"}
    return EditedValues(
        list_all_products,
        NoInput(),
        lambda found: [each.model_dump(include=names) for each in found.items if each.code == code],
    )


@for_staff
async def save_product(visit: Visit) -> Response:
    form = await visit.form()
    given = {name: form.get(name, "") for name in (*TEXTS, "on_sale")}
    product = await _find(visit)
    cents = read_cents(given["price"])
    if cents is None:
        return await _show(visit, product, field_refused("price", NO_PRICE), given)
    decided = {"on_sale": given["on_sale"] == "true"} if given["on_sale"] else {}
    result = await visit.submit_with(
        write_product,
        _edited(product.code),
        code=product.code,
        name=_typed(given["name"], product.name),
        description=_typed(given["description"], product.description),
        supply=given["supply"],
        **decided,
        price_cents=cents,
        weekly_limit=read_number(given["weekly_limit"]),
    )
    return visit.go("/admin/products") if result.answer else await _show(visit, product, result, given)


def _typed(text: str, stored: str) -> str:
    """A shipped text that was left as it is stays shipped, and so in the language of whoever reads it."""
    text = text.replace("\r\n", "\n")
    return stored if text.strip() == translated(stored) else text


async def _find(visit: Visit) -> StaffProduct:
    products = (await visit.ask(list_all_products, NoInput())).items
    product = next((product for product in products if product.code == visit.path_params["code"]), None)
    if product is None:
        raise NotFound
    return product


async def _show(visit: Visit, product: StaffProduct, result: FormResult[Any], given: dict[str, Any]) -> Response:
    found = await visit.ask(list_all_products, NoInput())
    return visit.show(
        "admin/product.html",
        status=result.status,
        private=True,
        product=product,
        result=result,
        given=given,
        version=await visit.version(_edited(product.code), found, result),
    )


MOVE_UP = button(move_product, "/admin/products", direction="up")
MOVE_DOWN = button(move_product, "/admin/products", direction="down")
DELETE = button(delete_product, "/admin/products")
