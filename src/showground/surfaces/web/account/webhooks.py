"""Webhooks in the account area: list, add (the secret is shown once), change, log, test, change the secret, delete."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.core.languages import Text
from showground.core.tokens import make_token
from showground.events import KINDS, TEST
from showground.events.actions.resend_message import resend_message
from showground.events.actions.webhooks import (
    OneWebhook,
    add_webhook,
    delete_webhook,
    enable_webhook,
    get_webhook_log,
    list_webhooks,
    rotate_webhook_secret,
    send_test_message,
    update_webhook,
)
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import Show, for_a_person
from showground.surfaces.web.visit import Visit

ABOUT = {
    "mine": Text("My listings, drafts, orders and claims"),
    "public": Text("Everything public on this site"),
}
KINDS_IN_LOG = {**KINDS, TEST: Text("Test message")}


@for_a_person
async def show_webhooks(visit: Visit) -> Response:
    return await _show(visit, {"url": "", "about": "mine", "kinds": []}, NO_RESULT)


@for_a_person
async def make_webhook(visit: Visit) -> Response:
    """Shows the secret in answer to the form. Reloading that page adds no second webhook."""
    result = await visit.submit(add_webhook)
    if result.answer is not None:
        return visit.show("account_webhook_secret.html", private=True, secret=result.answer, rotated=False)
    return await _show(visit, await _typed(visit), result)


async def _typed(visit: Visit) -> dict[str, Any]:
    form = await visit.form()
    return {"url": form.get("url", ""), "about": form.get("about", ""), "kinds": form.getlist("kinds")}


async def _show(visit: Visit, given: dict[str, Any], result: FormResult[Any]) -> Response:
    own = await visit.ask(list_webhooks, NoInput())
    return visit.show(
        "account_webhooks.html",
        status=result.status,
        private=True,
        webhooks=own.items,
        about=ABOUT,
        kinds=KINDS,
        given=given,
        once=make_token(),
        result=result,
    )


@for_a_person
async def show_webhook(visit: Visit) -> Response:
    return await _show_one(visit, NO_RESULT)


@for_a_person
async def change_webhook(visit: Visit) -> Response:
    result = await visit.submit(update_webhook, webhook_id=_number(visit))
    if result.answer is None:
        return await _show_one(visit, result, await _typed(visit))
    return visit.go(f"/account/webhooks/{_number(visit)}?saved=1")


@for_a_person
async def send_again(visit: Visit) -> Response:
    result = await visit.submit_with(
        resend_message, webhook_id=_number(visit), message_id=visit.request.path_params["message_id"]
    )
    if result.answer is None:
        return await _show_one(visit, result)
    return visit.go(f"/account/webhooks/{_number(visit)}")


async def _show_one(visit: Visit, result: FormResult[Any], typed: dict[str, Any] | None = None) -> Response:
    """`typed`: what is in the form that changes it, if that was refused."""
    found = await visit.ask(get_webhook_log, OneWebhook(webhook_id=_number(visit)))
    return visit.show(
        "account_webhook.html",
        status=result.status,
        private=True,
        webhook=found.webhook,
        deliveries=found.deliveries,
        about=ABOUT,
        kinds=KINDS,
        kinds_in_log=KINDS_IN_LOG,
        given=typed or found.webhook.model_dump(include={"url", "about", "kinds"}),
        editing=typed is not None,
        saved="saved" in visit.query,
        result=result,
    )


@for_a_person
async def change_secret(visit: Visit) -> Response:
    made = await visit.ask(rotate_webhook_secret, OneWebhook(webhook_id=_number(visit)))
    return visit.show("account_webhook_secret.html", private=True, secret=made, rotated=True)


@for_a_person
async def send_test(visit: Visit) -> Response:
    await visit.ask(send_test_message, OneWebhook(webhook_id=_number(visit)))
    return visit.go(f"/account/webhooks/{_number(visit)}")


@for_a_person
async def turn_on(visit: Visit) -> Response:
    await visit.ask(enable_webhook, OneWebhook(webhook_id=_number(visit)))
    return visit.go(f"/account/webhooks/{_number(visit)}")


@for_a_person
async def drop_webhook(visit: Visit) -> Response:
    """Ignores one that is already deleted; the page lists those that are left."""
    await visit.submit(delete_webhook, webhook_id=_number(visit))
    return visit.go("/account/webhooks")


def _number(visit: Visit) -> int:
    return visit.request.path_params["webhook_id"]


WEBHOOK_PAGES: tuple[tuple[str, Show], ...] = (
    ("/account/webhooks", show_webhooks),
    ("/account/webhooks/{webhook_id:int}", show_webhook),
)
WEBHOOK_FORMS: tuple[tuple[str, Show], ...] = (
    ("/account/webhooks", make_webhook),
    ("/account/webhooks/{webhook_id:int}", change_webhook),
    ("/account/webhooks/{webhook_id:int}/messages/{message_id:int}", send_again),
    ("/account/webhooks/{webhook_id:int}/test", send_test),
    ("/account/webhooks/{webhook_id:int}/secret", change_secret),
    ("/account/webhooks/{webhook_id:int}/enable", turn_on),
    ("/account/webhooks/{webhook_id:int}/delete", drop_webhook),
)
