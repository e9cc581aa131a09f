"""Provide what was ordered: each part of each line exactly once, in one transaction that locks the order."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from showground import accounts, launches, listings, newsletter, ownership
from showground.core.calls.context import Context
from showground.core.languages import Text, text_with
from showground.core.mail.templates import send_mail
from showground.listings import edits, flags, owned
from showground.orders import listing_check, week_places
from showground.orders import stored_sentences as sentences
from showground.orders.line_refunds import refund_lost_lines
from showground.orders.listing_check import ListingFinding
from showground.orders.queries import fulfilment, tasks
from showground.orders.queries.fulfilment import OpenLine
from showground.orders.queries.orders import LockedOrder, lock_order_by_id

FEATURED_FOR = timedelta(days=30)
Done = dict[str, Any]


class Waits(Exception):
    """Something else has to happen first. We try again every hour."""


class ByHand(Exception):
    """Staff have to do this; the reason becomes a task for them."""


async def fulfil(ctx: Context, order_id: int, advice: Mapping[int, Sequence[ListingFinding]] | None = None) -> bool:
    """Provide what is left of a paid order. Returns whether all of it is done.

    `advice` is what a language model adds to the listing checks, by position.
    """
    order = await lock_order_by_id(ctx.db, order_id)
    if order is None or order.status != "paid":
        return False
    if order.test:
        for line in await fulfilment.list_open_lines(ctx.db, order_id):
            await fulfilment.save_progress(ctx.db, line, {}, None, ctx.now)  # reported as done, without an effect
        return True
    await refund_lost_lines(ctx, order)
    complete = True
    for line in await fulfilment.list_open_lines(ctx.db, order_id):
        complete &= await _fulfil_line(ctx, order, line, (advice or {}).get(line.position, ()))
    return complete


async def _fulfil_line(ctx: Context, order: LockedOrder, line: OpenLine, advice: Sequence[ListingFinding]) -> bool:
    effects = EFFECTS | {
        "extra_categories": partial(_add_categories, order=order),
        "ai_review": partial(_check_listing, order=order, advice=advice),
    }
    done, waits_for = dict(line.done), None
    for part in line.parts:
        if part in done:
            continue
        try:
            if part not in effects:
                raise _ask_staff(line)
            done[part] = await effects[part](ctx, line)
        except Waits as reason:
            waits_for = str(reason)
        except ByHand as reason:
            waits_for = str(reason)
            await tasks.open_task(ctx.db, line.purchase_id, line.position, part, waits_for, ctx.now)
    await fulfilment.save_progress(ctx.db, line, done, waits_for, ctx.now)
    return waits_for is None


async def _get_state(ctx: Context, line: OpenLine) -> listings.status.ListingState:
    found = await listings.status.find_state(ctx.db, line.listing_id) if line.listing_id else None
    if found is None:
        raise ByHand(text_with(sentences.LISTING_GONE, listing=line.listing_name or ""))
    if found.status == "suspended":
        raise Waits(text_with(sentences.SUSPENDED, listing=found.name))
    return found


async def _launch(ctx: Context, line: OpenLine) -> Done:
    listing = await _get_state(ctx, line)
    if listing.plan == "paid" and listing.status in ("live", "scheduled"):
        raise ByHand(text_with(sentences.ALREADY_LAUNCHED, listing=listing.name))
    present = launches.this_week(ctx.now)
    later = line.week if line.week and line.week > present else None
    queued = listing.launch_week if listing.launch_week and listing.launch_week > present else None
    if listing.status == "live":  # an upgrade from the free plan, plus another launch if a week was chosen
        status, week = "live", listing.launch_week
    else:
        status, week = ("scheduled", later) if later else ("live", present)
    await listings.status.set_state(
        ctx.db,
        listing.id,
        status=status,
        plan="paid",
        launch_week=week,
        unlock=ownership.SECTIONS,
        at=ctx.now,
    )
    planned = later or (present if listing.status != "live" else None)
    if planned:
        await launches.plan_launch(ctx.db, listing.id, planned, instead_of=queued)
    return _before(listing) | {"week": _text(planned)}


async def _skip_queue(ctx: Context, line: OpenLine) -> Done:
    listing = await _get_state(ctx, line)
    if listing.plan != "free" or listing.status not in ("awaiting_badge", "scheduled"):
        raise ByHand(text_with(sentences.NOT_WAITING, listing=listing.name))
    week = line.week
    if week is None or week <= launches.this_week(ctx.now):  # paid too late for the chosen week
        week = await week_places.find_first_free(ctx, listing.id)
    if week is None:
        raise Waits(text_with(sentences.WEEKS_FULL, listing=listing.name))
    await listings.status.set_state(
        ctx.db, listing.id, status=listing.status, plan="free", launch_week=week, at=ctx.now
    )
    if listing.status == "scheduled":
        await launches.plan_launch(ctx.db, listing.id, week, instead_of=listing.launch_week)
    return _before(listing) | {"week": _text(week)}


async def _relaunch(ctx: Context, line: OpenLine) -> Done:
    listing = await _get_state(ctx, line)
    if listing.status != "live":
        raise ByHand(text_with(sentences.NOT_LIVE, listing=listing.name))
    present = launches.this_week(ctx.now)
    week = line.week if line.week and line.week > present else present
    if week in (await launches.find_weeks(ctx.db, [listing.id], present))[listing.id]:
        raise ByHand(text_with(sentences.LAUNCHES_THEN, listing=listing.name, week=week))
    await launches.plan_launch(ctx.db, listing.id, week)
    if week == present:
        await listings.status.set_launch_week(ctx.db, [listing.id], week)
    return _before(listing) | {"week": _text(week)}


async def _feature(ctx: Context, line: OpenLine) -> Done:
    listing = await _get_state(ctx, line)
    if listing.status not in ("live", "scheduled"):
        raise Waits(text_with(sentences.STARTS_WHEN_PUBLIC, listing=listing.name))
    begins = max(ctx.now, listing.featured_until or ctx.now)
    if listing.status == "scheduled" and listing.launch_week:
        begins = max(begins, launches.begin_of(listing.launch_week))
    until = begins + FEATURED_FOR
    await flags.set_featured(ctx.db, listing.id, until)
    return {"from": begins.isoformat(), "until": until.isoformat(), "before": _text(listing.featured_until)}


async def _add_categories(ctx: Context, line: OpenLine, *, order: LockedOrder) -> Done:
    listing = await _get_state(ctx, line)
    wanted = [*listing.categories[:1], *(slug for slug in line.categories or [] if slug not in listing.categories[:1])]
    await edits.edit(ctx.db, listing.id, {"categories": wanted}, edits.Editor(order.account_id, ctx.surface), ctx.now)
    return {"before": listing.categories, "after": wanted}


async def _contribute(ctx: Context, line: OpenLine) -> Done:
    listing = await _get_state(ctx, line)
    number = await launches.add_contribution(ctx.db, listing.id, line.amount_cents or 0, ctx.now)
    return {"contribution": number}


async def _sponsor_newsletter(ctx: Context, line: OpenLine) -> Done:
    listing = await _get_state(ctx, line)
    if listing.status != "live":
        raise Waits(text_with(sentences.SPONSORS_WHEN_LIVE, listing=listing.name))
    week = await newsletter.add_sponsor(ctx.db, listing.id, newsletter.next_week(ctx.now))
    if week is None:
        raise Waits(text_with(sentences.NEWSLETTERS_FULL, listing=listing.name))
    return {"week": _text(week)}


async def _check_listing(ctx: Context, line: OpenLine, *, order: LockedOrder, advice: Sequence[ListingFinding]) -> Done:
    listing = await _get_state(ctx, line)
    profile = (await owned.read_profiles(ctx.db, [listing.id], ctx.site))[listing.id]
    focus = (line.options or {}).get("focus", "everything")
    checked = listing_check.check(profile, focus, ctx.now, advice)
    to = await _address_of(ctx, order)
    if to is None:
        raise ByHand(Text("The account that ordered this check was deleted; send the check to the buyer."))
    await send_mail(ctx, to, "listing_check", checked=checked, page=f"{ctx.site.url}/dashboard/listings/{listing.id}")
    return {"findings": [finding.sentence for finding in checked.findings]}


def _ask_staff(line: OpenLine) -> ByHand:
    if line.listing_name:
        return ByHand(text_with(sentences.BY_HAND, product=line.name, listing=line.listing_name))
    return ByHand(f"{line.name}.")


async def _address_of(ctx: Context, order: LockedOrder) -> str | None:
    if order.account_id is None:
        return (order.billing or {}).get("email")
    return (await accounts.get_account(ctx.db, order.account_id)).email


def _before(listing: listings.status.ListingState) -> Done:
    return {
        "before": {
            "status": listing.status,
            "plan": listing.plan,
            "launch_week": _text(listing.launch_week),
            "unlocked": listing.unlocked,
        }
    }


def _text(at: date | datetime | None) -> str | None:
    return at.isoformat() if at else None


# Products that need more than their line are added in `_fulfil_line`; staff do those without an effect here.
EFFECTS: dict[str, Callable[[Context, OpenLine], Awaitable[Done]]] = {
    "launch": _launch,
    "skip_queue": _skip_queue,
    "relaunch": _relaunch,
    "featured": _feature,
    "billboard_min": _contribute,
    "newsletter_sponsor": _sponsor_newsletter,
}
