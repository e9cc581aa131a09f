"""Follows, and what a person thinks of listings."""

from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.errors import NotFound
from showground.core.calls.models import Input
from showground.launches import rules
from showground.launches.opinion_models import Following, Opinions
from showground.launches.queries import launches, opinions
from showground.launches.queries.opinions import Cast
from showground.listings import NoSuchListing, Slug, status


class NoSuchMailing(NotFound):
    """This address stops no mails; you may have stopped following the listing."""


class StopMails(Input):
    """The token of a mail; `stop` false only looks what it would stop."""

    token: UUID
    stop: bool = True


class MailsStopped(BaseModel):
    """Mails about which listing, and whether they have stopped. It stays followed."""

    slug: str
    name: str
    stopped: bool


@action(scope=PUBLIC, errors=(NoSuchMailing,))
async def stop_mails(ctx: Context, input: StopMails) -> MailsStopped:
    """Stop the mails about one listing by the token in each of them, without a sign-in (RFC 8058)."""
    found = await opinions.find_by_stop_token(ctx.db, input.token)
    if found is None:
        raise NoSuchMailing
    slug, name, mailed = found
    if input.stop and mailed:
        await opinions.stop_mails(ctx.db, input.token)
    return MailsStopped(slug=slug, name=name, stopped=input.stop or not mailed)


class Unfollow(Input):
    slug: Slug


@action(scope=PERSON, limit=rules.FOLLOWS, errors=(NoSuchListing,))
async def unfollow(ctx: Context, input: Unfollow) -> Following:
    """Follow a listing no longer."""
    listing = await status.hold(ctx.db, input.slug)
    if await opinions.unfollow(ctx.db, listing.id, ctx.account):
        listing = await launches.tell_counts(ctx.db, listing, ctx.now)
    return Following(slug=listing.slug, following=False, followers=listing.followers)


class Follow(Input):
    slug: Slug


@action(scope=PERSON, limit=rules.FOLLOWS, errors=(NoSuchListing,))
async def follow(ctx: Context, input: Follow) -> Following:
    """Follow a public listing, also before its launch; following twice changes nothing."""
    listing = await status.hold(ctx.db, input.slug)
    if await opinions.follow(ctx.db, Cast(listing.id, ctx.account, ctx.now)):
        listing = await launches.tell_counts(ctx.db, listing, ctx.now)
    return Following(slug=listing.slug, following=True, followers=listing.followers)


class ListOpinions(Input):
    slugs: Annotated[list[str], Field(max_length=2_000)]


@action(scope=PERSON, read_only=True)
async def list_opinions(ctx: Context, input: ListOpinions) -> Opinions:
    """Of these listings, say which the person votes for, follows and has reviewed."""
    return await opinions.find_opinions(ctx.db, input.slugs, ctx.account)
