"""The checkout page: the order, billing details, VAT, and the redirect to the payment page."""

from typing import Any

from starlette.responses import RedirectResponse, Response

from showground.core.calls.errors import ApiError
from showground.core.calls.models import NoInput
from showground.core.languages import Text, sentences, text_with
from showground.newsletter.actions.sponsors import find_free_edition
from showground.orders import (
    CannotTakePayments,
    CouponGone,
    OrderClosed,
    PaymentProcessing,
    PaymentRefused,
    PaymentUnavailable,
    WeekFull,
)
from showground.orders.actions.billing import enter_billing, keep_typed
from showground.orders.actions.checkout import CancelCheckout, Checkout, ShowCheckout, cancel_checkout, show_checkout
from showground.orders.actions.coupons import enter_coupon
from showground.orders.actions.payment_pages import OpenPayment, ReservePayment, open_payment, reserve_payment
from showground.surfaces.web.category_names import name_categories
from showground.surfaces.web.content_security_policy import POLICY, allow_forms_to
from showground.surfaces.web.countries import billing_places
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.order_change import find_change_path
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.week_left import week_left

FIELDS = ("kind", "name", "company", "email", "address", "city", "country", "vat_number", "consent", "coupon")


async def show_checkout_page(visit: Visit) -> Response:
    return await _show(visit, {}, NO_RESULT)


async def take_checkout(visit: Visit) -> Response:
    """Handle the form of the page: show the VAT, pay or cancel."""
    token, form = visit.request.path_params["token"], await visit.form()
    given = {name: form.get(name, "") for name in FIELDS}
    match form.get("do"):
        case "pay":
            return await _pay(visit, token, given)
        case "cancel":
            try:
                await visit.ask(cancel_checkout, CancelCheckout(token=token))
            except (OrderClosed, PaymentProcessing) as closed:
                return await _show(visit, given, FormResult(None, closed))
            return visit.go(visit.request.url.path)
        case "change":
            return await _change(visit, token, given)
        case "coupon":
            return await _enter_coupon(visit, token, given, given["coupon"])
        case "remove-coupon":
            return await _enter_coupon(visit, token, given, "")
        case _:
            return await _show(visit, given, NO_RESULT)


async def _change(visit: Visit, token: str, given: dict[str, str]) -> Response:
    """Go back to the selection. What was typed is kept with the order, and shown again at the next checkout."""
    path = await find_change_path(visit, token.partition(".")[0])
    if path is None:
        return await _show(visit, given, NO_RESULT)
    await visit.submit_with(keep_typed, token=token, given=given)  # if the order is closed, the selection says so
    return visit.go(path)


async def _enter_coupon(visit: Visit, token: str, given: dict[str, str], coupon: str) -> Response:
    """Set or remove the coupon, and show the page again with what was entered in the other fields."""
    result: FormResult[Any] = await visit.submit_with(enter_coupon, token=token, coupon=coupon)
    return await _show(visit, given if result.failure else given | {"coupon": ""}, result)


async def _pay(visit: Visit, token: str, given: dict[str, str]) -> Response:
    billed = {"token": token, "given": given, "network_country": visit.network_country}
    result: FormResult[Any] = await visit.submit_with(enter_billing, **billed)
    if result.failure:
        return await _show(visit, given, result)
    try:
        await visit.ask(reserve_payment, ReservePayment(token=token))
        opened = await visit.ask(open_payment, OpenPayment(token=token))
    except (PaymentUnavailable, CannotTakePayments, CouponGone, PaymentProcessing, OrderClosed, WeekFull) as failure:
        return await _show(visit, given, FormResult(None, failure))
    if opened.url is None:
        refused = PaymentUnavailable() if opened.failed else CannotTakePayments()
        if opened.refused:
            refused = PaymentRefused(
                sentences(
                    PaymentRefused.sentence(), text_with("The provider says: %(refused)s", refused=opened.refused)
                )
            )
        return await _show(visit, given, FormResult(None, refused))
    return RedirectResponse(opened.url, 303, {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})


async def _show(visit: Visit, given: dict[str, str], result: FormResult[Any]) -> Response:
    order = await visit.ask(show_checkout, _asked(visit, given))
    if not given:
        given = _prefill(visit, order)
        if order.only_typed:
            order = await visit.ask(show_checkout, _asked(visit, given))
    country = given.get("country") or ((order.vat.place or order.vat.country) if order.vat else "")
    policy = allow_forms_to(POLICY, order.page_origin) if order.page_origin else POLICY
    return visit.show(
        "checkout.html",
        status=result.status,
        headers={"Content-Security-Policy": policy, "Referrer-Policy": "strict-origin"},
        order=order,
        change_path=await find_change_path(visit, order.number) if order.status == "pending" else None,
        left=week_left(visit),
        categories=await name_categories(visit),
        free_edition=(await visit.ask(find_free_edition, NoInput())).week,
        given={name: given.get(name, "") for name in FIELDS} | {"country": country.upper()},
        countries={"": Text("Choose a country"), **billing_places()},
        result=_beside_fields(result),
    )


def _asked(visit: Visit, given: dict[str, str]) -> ShowCheckout:
    business = given.get("kind") == "business"
    return ShowCheckout(
        token=visit.request.path_params["token"],
        country=given.get("country") or None,
        city=given.get("city") or None,
        vat_number=given.get("vat_number") if business else None,
    )


def _prefill(visit: Visit, order: Checkout) -> dict[str, str]:
    """What is known before anything is typed: the details of an earlier attempt, or the signed-in person's email."""
    if order.billing:
        place = order.billing.get("place") or order.billing.get("country", "")
        return order.billing | {"country": place}
    email = {"email": visit.person.email} if visit.person else {}
    return email | ({"kind": "business", "vat_number": order.vat_number} if order.vat_number else {})


def _beside_fields(result: FormResult[Any]) -> FormResult[Any]:
    """Move errors about the order itself (`items…`) to the top of the page: the form has no such fields."""
    failure = result.failure
    if failure is None or not any(error["field"].startswith("items") for error in failure.errors):
        return result
    return FormResult(None, ApiError(sentences(failure.detail, *(error["message"] for error in failure.errors))))
