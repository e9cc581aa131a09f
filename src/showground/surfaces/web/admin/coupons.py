"""Coupons: a percentage or an amount off, for some products, days or uses."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.core.languages import Text, translated
from showground.orders import StaffCoupon, localized_amount
from showground.orders.actions.coupons import ShowCoupon, delete_coupon, list_coupons, show_coupon, write_coupon
from showground.orders.actions.products import list_all_products
from showground.surfaces.web.admin.common import button, field_refused, read_cents, read_number
from showground.surfaces.web.forms import NO_RESULT, Form, FormResult
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit

NO_AMOUNT = Text("Enter dollars and cents, such as 10.00.")
TEXTS = ("code", "percent", "amount", "first_day", "last_day", "max_uses", "note")
NEW: dict[str, Any] = dict.fromkeys(TEXTS, "") | {"products": [], "once_per_account": "", "active": "true"}


@for_staff
async def show_coupons(visit: Visit) -> Response:
    coupons = await visit.ask(list_coupons, NoInput())
    names = {
        product.code: translated(product.name) for product in (await visit.ask(list_all_products, NoInput())).items
    }
    return visit.show("admin/coupons.html", private=True, coupons=coupons.items, names=names, today=visit.now.date())


@for_staff
async def show_new_coupon(visit: Visit) -> Response:
    return await _show(visit, None, NO_RESULT, NEW)


@for_staff
async def save_new_coupon(visit: Visit) -> Response:
    return await _save(visit, None)


@for_staff
async def show_one_coupon(visit: Visit) -> Response:
    coupon = await visit.ask(show_coupon, ShowCoupon(code=visit.path_params["code"]))
    given = {
        "code": coupon.code,
        "percent": coupon.percent or "",
        "amount": localized_amount(coupon.amount_cents) if coupon.amount_cents else "",
        "first_day": coupon.first_day or "",
        "last_day": coupon.last_day or "",
        "max_uses": coupon.max_uses or "",
        "note": coupon.note,
        "products": coupon.products,
        "once_per_account": "true" if coupon.once_per_account else "",
        "active": "true" if coupon.active else "",
    }
    return await _show(visit, coupon, NO_RESULT, given)


@for_staff
async def save_coupon(visit: Visit) -> Response:
    return await _save(visit, await visit.ask(show_coupon, ShowCoupon(code=visit.path_params["code"])))


async def _save(visit: Visit, coupon: StaffCoupon | None) -> Response:
    form = await visit.form()
    given = _read(form)
    cents = read_cents(given["amount"]) if given["amount"] else None
    if given["amount"] and not cents:
        return await _show(visit, coupon, field_refused("amount", NO_AMOUNT), given)
    values = {name: read_number(given[name]) for name in ("percent", "max_uses")}
    values |= {name: given[name] or None for name in ("first_day", "last_day")}
    result = await visit.submit_with(
        write_coupon,
        **values,
        code=coupon.code if coupon else given["code"],
        amount_cents=cents,
        products=given["products"],
        once_per_account=bool(given["once_per_account"]),
        active=bool(given["active"]),
        note=given["note"],
        new=coupon is None,
    )
    return visit.go("/admin/coupons") if result.answer else await _show(visit, coupon, result, given)


def _read(form: Form) -> dict[str, Any]:
    given: dict[str, Any] = {name: form.get(name, "").strip() for name in (*TEXTS, "once_per_account", "active")}
    return given | {"products": form.getlist("products")}


async def _show(visit: Visit, coupon: StaffCoupon | None, result: FormResult[Any], given: dict[str, Any]) -> Response:
    products = (await visit.ask(list_all_products, NoInput())).items
    return visit.show(
        "admin/coupon.html",
        status=result.status,
        private=True,
        coupon=coupon,
        products={product.code: translated(product.name) for product in products if product.min_amount_cents is None},
        result=result,
        given=given,
    )


DELETE = button(delete_coupon, "/admin/coupons")
