"""Fix the awards of a week that has ended."""

from datetime import date

from pydantic import BaseModel

from showground import accounts, catalog
from showground.core.context import Context
from showground.core.mail import send_mail
from showground.core.operation import STAFF, Input, action
from showground.launches import awards, rules


class FixWeek(Input):
    """Nothing is asked for: it is the oldest week that is due."""


class WeekFixed(BaseModel):
    """The week that was fixed; null if none was due."""

    week: date | None


@action(scope=STAFF)
async def fix_week(ctx: Context, input: FixWeek) -> WeekFixed:  # noqa: ARG001
    """Fix places and awards of the oldest week that has ended and is not fixed, and tell the winners."""
    week = await awards.find_unfixed_week(ctx.db, rules.this_week(ctx.now))
    if week is not None and await awards.fix_awards(ctx.db, week, ctx.now):
        await _tell_winners(ctx, week)
    return WeekFixed(week=week)


async def _tell_winners(ctx: Context, week: date) -> None:
    """Write to those who belong to the winners, in the transaction that fixes the awards: once, whatever happens."""
    for place, listing, votes, name in await awards.find_winners(ctx.db, week):
        members = await catalog.list_members(ctx.db, listing)
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
