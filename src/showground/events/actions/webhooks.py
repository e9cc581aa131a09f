"""Webhooks of a person: add, list, change, test, change the secret, turn on again and delete."""

from typing import Annotated

from pydantic import AfterValidator, Field

from showground import accounts
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PERSON, action
from showground.core.calls.errors import FieldError, InvalidInput, InvalidValue
from showground.core.calls.idempotency import is_first
from showground.core.calls.input_text import OPAQUE
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.core.fetch import FetchFailed
from showground.core.languages import Text, deferred, text_with, translated
from showground.core.web_address import judge_address
from showground.events.errors import NoSuchWebhook, TooManyWebhooks, WebhookShown
from showground.events.models import About, Delivery, Webhook
from showground.events.queries import deliveries, webhooks
from showground.events.rules import FORMER_SIGNS_FOR, KINDS, find_never_sent, format_of, show_secret
from showground.events.signing_keys import SigningKeys
from showground.events.webhook_delivery_job import deliver_webhook

MAX_WEBHOOKS = 20
SHOWN_DELIVERIES = 50


def check_kinds(kinds: list[str]) -> list[str]:
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise InvalidValue(
            text_with("Unknown kinds of events: %(kinds)s. Choose from the list.", kinds=", ".join(unknown))
        )
    return kinds


class WebhookSettings(Input):
    url: Annotated[str, Field(min_length=1, max_length=500)]
    about: About = "mine"
    kinds: Annotated[list[str], Field(max_length=len(KINDS), default_factory=list), AfterValidator(check_kinds)]


class AddWebhook(WebhookSettings):
    once: Annotated[str, Field(max_length=100), OPAQUE] = ""  # of the form, so that sending it again adds no other one


class WebhookSecret(DataModel):
    """The secret, which is shown only this once."""

    id: int
    secret: Annotated[str, Field(repr=False)]


class UpdateWebhook(WebhookSettings):
    webhook_id: int


class WebhookChanged(DataModel):
    id: int


async def _prepare_new(outside: PrepareContext, input: AddWebhook) -> str:
    return _check_address(outside, input.url)


async def _prepare_changed(outside: PrepareContext, input: UpdateWebhook) -> str:
    return _check_address(outside, input.url)


def _check_address(outside: PrepareContext, url: str) -> str:
    """The address in its one spelling. It may not lead into a private network, now or when a message is sent."""
    message = judge_address(url)
    if message is None and outside.site.url.startswith("https://") and not url.startswith("https://"):
        message = Text("Must start with https://.")
    if message is None:
        try:
            return outside.fetch.check(url)
        except FetchFailed as failure:
            message = failure.message
    raise InvalidInput(errors=[FieldError(field="url", message=message)])


@action(
    scope=PERSON,
    recent=True,
    prepare=_prepare_new,
    limit=Limit("webhooks", 20, 3600),
    errors=(TooManyWebhooks, WebhookShown),
)
async def add_webhook(ctx: Context, input: AddWebhook, url: str) -> WebhookSecret:
    """Have events sent to an address, from now on."""
    _check_never_sent(input)
    if input.once and not await is_first(ctx.db, ctx.account, "add_webhook", input.once, ctx.now):
        raise WebhookShown
    await accounts.lock_account(ctx.db, ctx.account)
    if len(await webhooks.list_webhooks(ctx.db, ctx.account)) >= MAX_WEBHOOKS:
        raise TooManyWebhooks
    number, salt = await webhooks.add_webhook(
        ctx.db, ctx.account, url, format_of(url), input.about, input.kinds, ctx.now
    )
    (key,) = ctx.services[SigningKeys].derive(salt)
    return WebhookSecret(id=number, secret=show_secret(key))


def _check_never_sent(input: WebhookSettings) -> None:
    if never := find_never_sent(input.about, input.kinds):
        raise InvalidInput(errors=[FieldError(field="kinds", message=_explain_never(input.about, never))])


def _explain_never(about: About, kinds: list[str]) -> Text:
    names = deferred(_list_names, *kinds)
    if about == "mine":
        return text_with("These are sent only to webhooks about everything public. Untick: %(kinds)s.", kinds=names)
    return text_with("These are sent only to webhooks about your own things. Untick: %(kinds)s.", kinds=names)


def _list_names(*kinds: str) -> str:
    return ", ".join(translated(KINDS[kind]) for kind in kinds)


class Webhooks(DataModel):
    items: list[Webhook]


@action(scope=PERSON, read_only=True)
async def list_webhooks(ctx: Context) -> Webhooks:
    """List your webhooks, newest first."""
    return Webhooks(items=await webhooks.list_webhooks(ctx.db, ctx.account))


class OneWebhook(Input):
    webhook_id: int


class WebhookLog(DataModel):
    """A webhook and its newest messages."""

    webhook: Webhook
    deliveries: list[Delivery]


@action(scope=PERSON, read_only=True, errors=(NoSuchWebhook,))
async def get_webhook_log(ctx: Context, input: OneWebhook) -> WebhookLog:
    """Get one of your webhooks with its newest messages."""
    webhook = await webhooks.find_webhook(ctx.db, ctx.account, input.webhook_id)
    if webhook is None:
        raise NoSuchWebhook
    sent = await deliveries.list_deliveries(ctx.db, webhook.id, SHOWN_DELIVERIES)
    return WebhookLog(webhook=webhook, deliveries=sent)


@action(
    scope=PERSON,
    recent=True,
    prepare=_prepare_changed,
    limit=Limit("webhook-changes", 60, 3600),
    errors=(NoSuchWebhook,),
)
async def update_webhook(ctx: Context, input: UpdateWebhook, url: str) -> WebhookChanged:
    """Change the address and the events. The secret stays; messages that wait go to the new address."""
    _check_never_sent(input)
    if not await webhooks.update_webhook(
        ctx.db, ctx.account, input.webhook_id, url, format_of(url), input.about, input.kinds
    ):
        raise NoSuchWebhook
    return WebhookChanged(id=input.webhook_id)


@action(scope=PERSON, recent=True, errors=(NoSuchWebhook,))
async def rotate_webhook_secret(ctx: Context, input: OneWebhook) -> WebhookSecret:
    """Change the secret. For a day, messages are signed with the former one too."""
    salt = await webhooks.replace_salt(ctx.db, ctx.account, input.webhook_id, ctx.now + FORMER_SIGNS_FOR)
    if salt is None:
        raise NoSuchWebhook
    (key,) = ctx.services[SigningKeys].derive(salt)
    return WebhookSecret(id=input.webhook_id, secret=show_secret(key))


@action(scope=PERSON, limit=Limit("webhook-tests", 20, 3600), errors=(NoSuchWebhook,))
async def send_test_message(ctx: Context, input: OneWebhook) -> WebhookChanged:
    """Send a test message."""
    if await webhooks.find_webhook(ctx.db, ctx.account, input.webhook_id) is None:
        raise NoSuchWebhook
    await deliveries.add_test(ctx.db, input.webhook_id, ctx.now)
    await deliver_webhook.enqueue(ctx.db, input.webhook_id, ctx.account)
    return WebhookChanged(id=input.webhook_id)


@action(scope=PERSON, errors=(NoSuchWebhook,))
async def enable_webhook(ctx: Context, input: OneWebhook) -> WebhookChanged:
    """Turn a webhook on again. Events that happened while it was off are not sent."""
    if not await webhooks.enable_webhook(ctx.db, ctx.account, input.webhook_id):
        raise NoSuchWebhook
    return WebhookChanged(id=input.webhook_id)


@action(scope=PERSON, errors=(NoSuchWebhook,))
async def delete_webhook(ctx: Context, input: OneWebhook) -> WebhookChanged:
    """Delete a webhook with its log. Nothing more is sent to it."""
    if not await webhooks.delete_webhook(ctx.db, ctx.account, input.webhook_id):
        raise NoSuchWebhook
    return WebhookChanged(id=input.webhook_id)
