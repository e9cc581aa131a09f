"""Subscribing by email address: ask, confirm, change, unsubscribe. No account is needed."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from pydantic import Field

from showground import accounts
from showground.core.calls import field_errors
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import OPAQUE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import sentences, text_with
from showground.core.mail import queries as mail
from showground.core.mail.address import MailAddress, fold, mailbox_of
from showground.core.mail.templates import send_mail
from showground.core.tokens import hash_token, make_token
from showground.listings import NoSuchListing, Slug, status
from showground.newsletter import rules
from showground.newsletter.errors import AlreadyLaunched, NoSuchRequest, NoSuchSubscription
from showground.newsletter.models import NewsletterRequest, Subscription
from showground.newsletter.queries import subscribers
from showground.search import category_slugs

CategorySlugs = Annotated[list[Slug], Field(max_length=100)]


class Subscribe(Input):
    email: MailAddress
    categories: CategorySlugs


class AskLaunchAlert(Input):
    email: MailAddress
    slug: Slug


class Subscribed(DataModel):
    """Whether it is done: for others, a link in an email confirms it. Says nothing about what was there before."""

    email: str
    confirmed: bool


def _subscribing(input: Subscribe) -> str:
    return mailbox_of(input.email)


def _alerted(input: AskLaunchAlert) -> str:
    return mailbox_of(input.email)


@action(scope=PUBLIC, limit=rules.FROM_ONE_ADDRESS, limit_each=((rules.TO_ONE_MAILBOX, _subscribing),))
async def subscribe(ctx: Context, input: Subscribe) -> Subscribed:
    """Subscribe an address to the Monday email, once the link in an email is used. The answer is always the same."""
    chosen = await _find_categories(ctx, input.categories)
    if await _is_own(ctx, input.email):
        await subscribers.subscribe(ctx.db, input.email, chosen, ctx.now)
        return Subscribed(email=input.email, confirmed=True)
    await _ask_to_confirm(ctx, input.email, chosen)
    return Subscribed(email=input.email, confirmed=False)


@action(
    scope=PUBLIC,
    limit=rules.FROM_ONE_ADDRESS,
    limit_each=((rules.TO_ONE_MAILBOX, _alerted),),
    errors=(NoSuchListing, AlreadyLaunched),
)
async def ask_launch_alert(ctx: Context, input: AskLaunchAlert) -> Subscribed:
    """Email an address once when a listing launches, after the link in an email is used."""
    listing = await status.lock_listing(ctx.db, input.slug)
    found = await status.find_state(ctx.db, listing.id, lock=False)
    if found is None:
        raise NoSuchListing
    if found.status != "scheduled":
        raise AlreadyLaunched
    if await _is_own(ctx, input.email):
        await subscribers.add_launch_alert(ctx.db, found.id, input.email, ctx.now)
        return Subscribed(email=input.email, confirmed=True)
    await _ask_to_confirm(ctx, input.email, [], listing=found.id, name=found.name)
    return Subscribed(email=input.email, confirmed=False)


async def _is_own(ctx: Context, email: str) -> bool:
    """Whether it is the address that the person signs in with, which is confirmed already."""
    return ctx.access is not None and fold((await accounts.get_account(ctx.db, ctx.account)).email) == email


async def _ask_to_confirm(
    ctx: Context, email: str, categories: Sequence[int], *, listing: int | None = None, name: str | None = None
) -> None:
    if await mail.is_blocked(ctx.db, email):
        return
    token = make_token()
    await subscribers.add_request(ctx.db, hash_token(token), email, listing, categories, ctx.now + rules.REQUEST_LIVES)
    await send_mail(
        ctx,
        email,
        "newsletter_confirm",
        listing=name,
        url=f"{ctx.site.url}/newsletter/confirm/{token}",
        days=rules.REQUEST_LIVES.days,
    )


async def _find_categories(ctx: Context, slugs: Sequence[str]) -> list[int]:
    known = await subscribers.find_categories(ctx.db, slugs)
    wrong = [slug for slug in slugs if slug not in known]
    if wrong:
        hint = field_errors.suggest(wrong[0], await category_slugs.get_category_slugs(ctx.db))
        message = sentences(text_with("No category has the slug %(slug)s.", slug=wrong[0]), hint)
        raise InvalidInput(errors=[FieldError(field="categories", message=message)])
    return list(known.values())


class ConfirmRequest(Input):
    """The token from an email. With `confirm` false, only show what it would confirm."""

    token: Annotated[str, Field(max_length=200, repr=False), OPAQUE]
    confirm: bool = True


@action(scope=PUBLIC, errors=(NoSuchRequest,))
async def confirm_request(ctx: Context, input: ConfirmRequest) -> NewsletterRequest:
    """Confirm a subscription with the link from the email. Opening the link changes nothing."""
    token_hash = hash_token(input.token)
    found = await subscribers.find_request(ctx.db, token_hash, ctx.now)
    if found is None or (input.confirm and not await subscribers.drop_request(ctx.db, token_hash)):
        raise NoSuchRequest
    if input.confirm and found.listing_id is not None:
        await subscribers.add_launch_alert(ctx.db, found.listing_id, found.email, ctx.now)
    elif input.confirm:
        await subscribers.subscribe(ctx.db, found.email, found.category_ids, ctx.now)
    return NewsletterRequest(
        email=found.email,
        categories=await subscribers.name_categories(ctx.db, found.category_ids),
        listing=found.name,
        slug=found.slug,
        confirmed=input.confirm,
    )


class ReadSubscription(Input):
    token: UUID


@action(scope=PUBLIC, read_only=True, errors=(NoSuchSubscription,))
async def read_subscription(ctx: Context, input: ReadSubscription) -> Subscription:
    """Show a subscription by the token in each of its emails."""
    return await _show(ctx, input.token)


class ChangeSubscription(Input):
    token: UUID
    categories: CategorySlugs


@action(scope=PUBLIC, errors=(NoSuchSubscription,))
async def change_subscription(ctx: Context, input: ChangeSubscription) -> Subscription:
    """Choose other categories; none means all."""
    found = await subscribers.find_subscriber(ctx.db, input.token)
    if found is None:
        raise NoSuchSubscription
    await subscribers.set_categories(ctx.db, found.id, await _find_categories(ctx, input.categories))
    return await _show(ctx, input.token)


class EndSubscription(Input):
    token: UUID


class SubscriptionEnded(DataModel):
    """Unsubscribing twice is the same as once."""

    ended: bool = True


@action(scope=PUBLIC)
async def end_subscription(ctx: Context, input: EndSubscription) -> SubscriptionEnded:
    """Unsubscribe with the token in each email, without signing in (RFC 8058). The address is deleted, and emails that
    are written but not sent yet are dropped."""
    found = await subscribers.find_subscriber(ctx.db, input.token)
    if found is not None:
        await subscribers.drop_subscriber(ctx.db, found.id)
        await mail.stop_mailing(ctx.db, subscription_url(ctx.site.url, input.token), ctx.now)
    return SubscriptionEnded()


def subscription_url(site: str, token: UUID) -> str:
    return f"{site}/newsletter/subscription/{token}"


async def _show(ctx: Context, token: UUID) -> Subscription:
    found = await subscribers.find_subscriber(ctx.db, token)
    if found is None:
        raise NoSuchSubscription
    return Subscription(email=found.email, categories=await subscribers.name_categories(ctx.db, found.category_ids))
