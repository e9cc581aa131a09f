"""Follows, and a person's votes, follows and reviews."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.errors import NotFound
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.mail.queries import stop_mailing
from showground.launches import rules
from showground.launches.queries import votes_and_reviews
from showground.launches.queries.vote_and_follow_batches import LedgerRequest
from showground.launches.vote_and_follow_batches import VoteAndFollowBatches
from showground.launches.vote_and_review_models import Following, MyOpinions, Opinions
from showground.listings import NoSuchListing, Slug

MAX_LISTED = 100  # of each kind


class NoSuchMailing(NotFound):
    """This link no longer stops any emails. You may have unfollowed the listing already."""


class StopMails(Input):
    """The token from an email. With `stop` false, only show what it would stop."""

    token: UUID
    stop: bool = True


class MailsStopped(DataModel):
    """The listing the emails are about, and whether they have stopped. You still follow it."""

    slug: str
    name: str
    stopped: bool


@action(scope=PUBLIC, errors=(NoSuchMailing,))
async def stop_mails(ctx: Context, input: StopMails) -> MailsStopped:
    """Stop emails about one listing with the token in each of them, without signing in (RFC 8058)."""
    found = await votes_and_reviews.find_by_stop_token(ctx.db, input.token)
    if found is None:
        raise NoSuchMailing
    slug, name, wants_emails = found
    if input.stop and wants_emails:
        await votes_and_reviews.stop_mails(ctx.db, input.token)
        await stop_mailing(ctx.db, f"{ctx.site.url}/unsubscribe/{input.token}", ctx.now)
    return MailsStopped(slug=slug, name=name, stopped=input.stop or not wants_emails)


class Unfollow(Input):
    slug: Slug


@action(scope=PERSON, limit=rules.FOLLOWS, batched=True, errors=(NoSuchListing,))
async def unfollow(ctx: PrepareContext, input: Unfollow) -> Following:
    """Unfollow a listing."""
    total = await ctx.services[VoteAndFollowBatches].unfollow(LedgerRequest(input.slug, ctx.account, ctx.now))
    return Following(slug=total.slug, following=False, followers=total.followers)


class Follow(Input):
    slug: Slug


@action(scope=PERSON, limit=rules.FOLLOWS, batched=True, errors=(NoSuchListing,))
async def follow(ctx: PrepareContext, input: Follow) -> Following:
    """Follow a public listing, even before its launch. Following twice changes nothing."""
    total = await ctx.services[VoteAndFollowBatches].follow(LedgerRequest(input.slug, ctx.account, ctx.now))
    return Following(slug=total.slug, following=True, followers=total.followers)


class ListOpinions(Input):
    slugs: Annotated[list[str], Field(max_length=2_000)]


@action(scope=PERSON, read_only=True)
async def list_opinions(ctx: Context, input: ListOpinions) -> Opinions:
    """Show which of these listings the person has voted for, follows, has reviewed and belongs to."""
    return await votes_and_reviews.find_opinions(ctx.db, input.slugs, ctx.account)


@action(scope=PERSON, read_only=True)
async def list_my_opinions(ctx: Context) -> MyOpinions:
    """List the public listings that you voted for, follow and have reviewed, newest first."""
    return await votes_and_reviews.list_mine(ctx.db, ctx.account, MAX_LISTED)
