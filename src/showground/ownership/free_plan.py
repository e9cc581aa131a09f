"""The free plan: places in launch weeks, and the effects of badge checks."""

from typing import Any

from showground import accounts, launches, listings
from showground.core.calls.context import Context
from showground.core.mail.templates import send_mail
from showground.listings import status
from showground.ownership import rules
from showground.ownership.errors import WeeksFull
from showground.ownership.models import BadgeCheck
from showground.ownership.queries import owned_listings
from showground.ownership.queries.free_places import take_place


async def enter(ctx: Context, listing: status.ListingState) -> status.ListingState:
    """Give a locked listing a place in the first week with room."""
    plan = await owned_listings.get_free_plan(ctx.db)
    week = await take_place(ctx.db, rules.weeks_on_offer(plan, launches.this_week(ctx.now)), plan.places)
    if week is None:
        raise WeeksFull
    await status.set_state(
        ctx.db, listing.id, status="awaiting_badge", plan="free", launch_week=week, queued_at=ctx.now, at=ctx.now
    )
    return await _again(ctx, listing)


async def note_look(ctx: Context, listing: status.ListingState, check: BadgeCheck) -> None:
    """Store the result of a badge check of a locked listing, and apply its effects."""
    await owned_listings.add_check(ctx.db, listing.id, check)
    looks, told = await owned_listings.find_watch(ctx.db, listing.id) or (0, False)
    looks = 0 if check.found else looks + 1
    waiting = listing.status == "awaiting_badge"
    if waiting and check.found:
        listing = await _schedule(ctx, listing)
        waiting = False
    begins = launches.begin_of(listing.launch_week) if listing.launch_week else None
    await owned_listings.watch_badge(ctx.db, listing.id, looks, rules.next_look(waiting, looks, ctx.now, begins))
    if not waiting and looks >= rules.GONE_AFTER and not told:
        await owned_listings.note_owner_notified(ctx.db, listing.id, ctx.now)
        await mail_members(ctx, listing, "badge_gone", seen=check.detail, looked_at=check.url)


async def move_on(ctx: Context, listing: status.ListingState) -> bool:
    """Move a listing whose week has begun without its badge to the next week with room, and email its members."""
    plan = await owned_listings.get_free_plan(ctx.db)
    week = await take_place(ctx.db, rules.later_weeks(launches.this_week(ctx.now)), plan.places)
    if week is None:
        return False
    await status.set_state(ctx.db, listing.id, status="awaiting_badge", plan="free", launch_week=week, at=ctx.now)
    await mail_members(ctx, listing, "badge_missing", week=week, missed=listing.launch_week)
    return True


async def mail_members(ctx: Context, listing: status.ListingState, template: str, **values: Any) -> None:
    """Email all members of a listing."""
    members = await listings.members.list_members(ctx.db, listing.id)
    for person in await accounts.find_reachable(ctx.db, [member.account for member in members], "listings"):
        await send_mail(
            ctx,
            person.email,
            template,
            listing=listing.name,
            dashboard=f"{ctx.site.url}/dashboard/listings/{listing.id}",
            **values,
        )


async def _schedule(ctx: Context, listing: status.ListingState) -> status.ListingState:
    """The badge was found: the listing keeps its week. If that has begun, the launch job publishes it."""
    present = launches.this_week(ctx.now)
    week = max(listing.launch_week or present, present)
    await status.set_state(ctx.db, listing.id, status="scheduled", plan="free", launch_week=week, at=ctx.now)
    await launches.plan_launch(ctx.db, listing.id, week)
    return await _again(ctx, listing)


async def _again(ctx: Context, listing: status.ListingState) -> status.ListingState:
    return await status.find_state(ctx.db, listing.id) or listing
