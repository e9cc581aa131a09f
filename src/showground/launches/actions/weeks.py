"""Launch weeks: start and close them, and refresh trending."""

from datetime import date

from showground import accounts, listings
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, STAFF, action
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.core.mail.templates import send_mail
from showground.launches import rules
from showground.launches.models import PastWeek
from showground.launches.queries import awards, launches, past_weeks
from showground.listings import counts, status
from showground.notifications import NewNotification, add_notifications

AT_ONCE = 500  # per transaction, so that votes are blocked only briefly


class ListWeeks(Paged):
    """Pagination of the archive."""


@action(scope=PUBLIC, read_only=True)
async def list_weeks(ctx: Context, input: ListWeeks) -> Page[PastWeek]:
    """List past and current weeks with live launches, newest first, each with its winner."""
    return await past_weeks.find_weeks(ctx.db, rules.this_week(ctx.now), input)


class WeekClosed(DataModel):
    """The week that was closed; null if none was due."""

    week: date | None


@action(scope=STAFF)
async def close_week(ctx: Context) -> WeekClosed:
    """Close the oldest open week that has ended: fix its ranks and awards, and notify the winners."""
    week = await awards.find_unclosed_week(ctx.db, rules.this_week(ctx.now))
    if week is not None and await awards.close_week(ctx.db, week, ctx.now):
        await _tell_winners(ctx, week)
    return WeekClosed(week=week)


async def _tell_winners(ctx: Context, week: date) -> None:
    """Email the members of the winners in the transaction that fixes the awards, so that it happens exactly once."""
    for place, listing, votes, name in await awards.find_winners(ctx.db, week):
        members = await listings.members.list_members(ctx.db, listing)
        told = [NewNotification(member.account, "award", listing, place=place) for member in members]
        await add_notifications(ctx.db, told, ctx.now)
        for person in await accounts.find_reachable(ctx.db, [member.account for member in members], "listings"):
            await send_mail(
                ctx,
                person.email,
                "week_won",
                listing=name,
                place=place,
                votes=votes,
                week=week,
                dashboard=f"{ctx.site.url}/dashboard/listings/{listing}",
            )


class RefreshTrending(Input):
    """The listing to continue after."""

    after: int = 0


class TrendingRefreshed(DataModel):
    """The last listing that was processed; null when there are no more."""

    last: int | None


@action(scope=STAFF)
async def refresh_trending(ctx: Context, input: RefreshTrending) -> TrendingRefreshed:
    """Recalculate the trending score of the next listings that have recent activity or had it last time."""
    found = {
        *await launches.find_active(ctx.db, input.after, ctx.now, AT_ONCE),
        *await counts.find_trending(ctx.db, input.after, AT_ONCE),
    }
    ids = sorted(found)[:AT_ONCE]
    if ids:
        counted = await launches.count(ctx.db, ids, ctx.now)
        await counts.set_trending(ctx.db, {listing: count.trending for listing, count in counted.items()})
    return TrendingRefreshed(last=ids[-1] if len(ids) == AT_ONCE else None)


class WeekBegun(DataModel):
    """How many listings went live, and how many live ones were relaunched."""

    live: int
    again: int


@action(scope=STAFF)
async def begin_week(ctx: Context) -> WeekBegun:
    """Publish listings scheduled for the current week, and any that were missed. Safe to repeat."""
    week = rules.this_week(ctx.now)
    planned = await status.go_live(ctx.db, week, ctx.now)
    if planned:
        await launches.begin_launches(ctx.db, planned, week)
    again = await launches.find_relaunches(ctx.db, week)
    if again:
        await status.set_launch_week(ctx.db, again, week)
    return WeekBegun(live=len(planned), again=len(again))
