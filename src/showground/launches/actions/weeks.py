"""Launch weeks: begin and close them, and refresh trending."""

from datetime import date

from pydantic import BaseModel

from showground import accounts, listings
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, STAFF, action
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.mail.templates import send_mail
from showground.launches import rules
from showground.launches.models import PastWeek
from showground.launches.queries import awards, launches, past_weeks
from showground.listings import counts, status

AT_ONCE = 500  # in one transaction, so that votes wait for a moment only


class ListWeeks(Paged):
    """Which page of the archive."""


@action(scope=PUBLIC, read_only=True)
async def list_weeks(ctx: Context, input: ListWeeks) -> Page[PastWeek]:
    """List the weeks up to the present one that have live launches, the newest first, each with its winner."""
    return await past_weeks.find_weeks(ctx.db, rules.this_week(ctx.now), input)


class WeekFixed(BaseModel):
    """The week that was fixed; null if none was due."""

    week: date | None


@action(scope=STAFF)
async def fix_week(ctx: Context) -> WeekFixed:
    """Fix places and awards of the oldest week that has ended and is not fixed, and tell the winners."""
    week = await awards.find_unfixed_week(ctx.db, rules.this_week(ctx.now))
    if week is not None and await awards.fix_awards(ctx.db, week, ctx.now):
        await _tell_winners(ctx, week)
    return WeekFixed(week=week)


async def _tell_winners(ctx: Context, week: date) -> None:
    """Write to those who belong to the winners, in the transaction that fixes the awards: once, whatever happens."""
    for place, listing, votes, name in await awards.find_winners(ctx.db, week):
        members = await listings.members.list_members(ctx.db, listing)
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
    """Beyond which listing to go on."""

    after: int = 0


class TrendingRefreshed(BaseModel):
    """The last listing that was weighed; null when there are no more."""

    last: int | None


@action(scope=STAFF)
async def refresh_trending(ctx: Context, input: RefreshTrending) -> TrendingRefreshed:
    """Weigh the next listings that are talked of, or were when last weighed."""
    found = {
        *await launches.find_talked_of(ctx.db, input.after, ctx.now, AT_ONCE),
        *await counts.find_talked_of(ctx.db, input.after, AT_ONCE),
    }
    ids = sorted(found)[:AT_ONCE]
    if ids:
        await counts.set_trending(ctx.db, await launches.count_trending(ctx.db, ids, ctx.now))
    return TrendingRefreshed(last=ids[-1] if len(ids) == AT_ONCE else None)


class WeekBegun(BaseModel):
    """How many went live, and how many live ones launch once more."""

    live: int
    again: int


@action(scope=STAFF)
async def begin_week(ctx: Context) -> WeekBegun:
    """Make live what is scheduled for the present week or was missed before; safe to repeat."""
    week = rules.this_week(ctx.now)
    planned = await status.go_live(ctx.db, week, ctx.now)
    if planned:
        await launches.begin_launches(ctx.db, planned, week)
    again = await launches.find_relaunches(ctx.db, week)
    if again:
        await status.set_launch_week(ctx.db, again, week)
    return WeekBegun(live=len(planned), again=len(again))
