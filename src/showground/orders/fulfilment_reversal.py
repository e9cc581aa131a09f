"""Reverse what was provided for a refunded order, as far as possible."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from showground import launches, listings, newsletter, ownership
from showground.core.calls.context import Context
from showground.core.languages import Text, deferred, text_with
from showground.core.languages.formats import day, iso_day
from showground.listings import edits, flags
from showground.orders import stored_sentences as sentences
from showground.orders.queries import fulfilment, tasks
from showground.orders.queries.fulfilment import ReversibleLine


@dataclass(frozen=True, slots=True)
class Reversed:
    """What was reversed and what could not be, as sentences for the buyer."""

    undone: list[Text] = field(default_factory=list[Text])
    kept: list[Text] = field(default_factory=list[Text])


async def reverse(ctx: Context, order_id: int, positions: list[int] | None = None) -> Reversed:
    """Reverse these lines (or all), the last one first, and close their open staff tasks."""
    told = Reversed()
    for line in await fulfilment.list_reversible_lines(ctx.db, order_id, positions):
        listing = await listings.status.find_state(ctx.db, line.listing_id) if line.listing_id else None
        for part in reversed(line.parts):
            if part not in line.done:
                told.undone.append(_say(line, sentences.NOT_STARTED, sentences.ALONE_NOT_STARTED))
            elif listing is None:
                told.kept.append(_say(line, sentences.PRODUCT_WITHOUT_LISTING, sentences.ALONE_COMPLETED))
            else:
                await _reverse_part(ctx, order_id, part, listing, line.done[part], told)
                listing = await listings.status.find_state(ctx.db, listing.id) or listing
    await fulfilment.mark_taken_back(ctx.db, order_id, positions, ctx.now)
    await tasks.close_for_refund(ctx.db, order_id, positions, ctx.now)
    return told


def _say(line: ReversibleLine, words: Text, without_listing: Text) -> Text:
    """The first sentence names the line's listing; the second is for what was not sold for a listing."""
    if line.listing_name is None:
        return text_with(without_listing, product=Text(line.name))
    return text_with(words, product=Text(line.name), listing=line.listing_name)


async def _reverse_part(
    ctx: Context,
    order_id: int,
    part: str,
    listing: listings.status.ListingState,
    done: Mapping[str, Any],
    told: Reversed,
) -> None:
    match part:
        case "ai_review":
            told.kept.append(text_with(sentences.REVIEW_SENT, listing=listing.name))
        case _ if done.get("by") == "staff":  # we don't know what they did
            told.kept.append(text_with(sentences.WORK_COMPLETED, listing=listing.name))
        case "launch":
            await _reverse_launch(ctx, listing, done, told)
        case "skip_queue" | "relaunch":
            await _reverse_week(ctx, part, listing, done, told)
        case "featured":
            await _reverse_featuring(ctx, listing, done, told)
        case "extra_categories":
            await _reverse_categories(ctx, order_id, listing, done, told)
        case "billboard_min":
            await launches.remove_contribution(ctx.db, done["contribution"])
            told.undone.append(text_with(sentences.CONTRIBUTION_REMOVED, listing=listing.name))
        case "newsletter_sponsor":
            await _reverse_sponsor(ctx, listing, done, told)
        case _:
            told.kept.append(text_with(sentences.WORK_COMPLETED, listing=listing.name))


async def _reverse_launch(
    ctx: Context, listing: listings.status.ListingState, done: Mapping[str, Any], told: Reversed
) -> None:
    before: Mapping[str, Any] = done["before"]
    relock = [section for section in ownership.SECTIONS if section not in before["unlocked"]]
    planned, present = _read_date(done["week"]), launches.this_week(ctx.now)
    status, week = listing.status, listing.launch_week
    published_since = status == "live" and before["status"] != "live"  # staff can publish a listing before its week
    to_come = planned is not None and planned > present and not published_since
    for future in {planned, week} if to_come else ():  # they differ if staff have moved the launch
        if future and future > present:
            await launches.drop_launch(ctx.db, listing.id, future)
    called_off = to_come and before["status"] != "live"
    if called_off:
        week = _read_date(before["launch_week"])
        status = status if status == "withdrawn" else before["status"]
    await listings.status.set_state(
        ctx.db,
        listing.id,
        status=status,
        plan=before["plan"],
        launch_week=week,
        relock=relock,
        at=ctx.now,
    )
    if called_off:
        if status == "scheduled" and week and week > present:
            await launches.plan_launch(ctx.db, listing.id, week)
        told.undone.append(
            text_with(
                sentences.LAUNCH_CANCELLED,
                listing=listing.name,
                week=deferred(_shown, planned),
            )
        )
    else:
        told.kept.append(
            text_with(sentences.STAYS_LIVE, listing=listing.name)
            if status == "live"
            else text_with(sentences.LAUNCHED, listing=listing.name)
        )
        told.undone.append(text_with(sentences.SECTIONS_LOCKED, listing=listing.name))


async def _reverse_categories(
    ctx: Context, order_id: int, listing: listings.status.ListingState, done: Mapping[str, Any], told: Reversed
) -> None:
    """Bring back the categories from before this order, unless a later order replaced its categories.

    If the earlier ones came with an order that was refunded since, go back further.
    """
    earlier, later = await fulfilment.list_other_category_orders(ctx.db, order_id, listing.id)
    if any(not other.taken_back for other in later):
        told.kept.append(text_with(sentences.LATER_CATEGORIES, listing=listing.name))
        return
    extra: list[str] = done["before"][1:]
    for other in reversed(earlier):
        if other.taken_back and other.after[1:] == extra:
            extra = other.before[1:]
    primary = listing.categories[:1]  # may have changed since
    wanted = [*primary, *(slug for slug in extra if slug not in primary)]
    await edits.edit(ctx.db, listing.id, {"categories": wanted}, edits.Editor(None, ctx.surface), ctx.now)
    told.undone.append(text_with(sentences.EARLIER_CATEGORIES, listing=listing.name))


async def _reverse_featuring(
    ctx: Context, listing: listings.status.ListingState, done: Mapping[str, Any], told: Reversed
) -> None:
    """Remove the days of this order; days from other orders stay."""
    began, before = datetime.fromisoformat(done["from"]), done["before"]
    until = (listing.featured_until or began) - (datetime.fromisoformat(done["until"]) - began)
    if until <= began:
        # It was featured until `before`, less the days of earlier orders that were refunded since.
        until = datetime.fromisoformat(before) - (began - until) if before else ctx.now
    left = until if until > ctx.now else None
    await flags.set_featured(ctx.db, listing.id, left)
    told.undone.append(
        text_with(sentences.FEATURED_UNTIL, listing=listing.name, day=deferred(day, left))
        if left
        else text_with(sentences.NO_LONGER_FEATURED, listing=listing.name)
    )


async def _reverse_sponsor(
    ctx: Context, listing: listings.status.ListingState, done: Mapping[str, Any], told: Reversed
) -> None:
    week = date.fromisoformat(done["week"])
    dropped = await newsletter.drop_sponsor(ctx.db, week, listing.id)
    if dropped:
        told.undone.append(
            text_with(
                sentences.NO_LONGER_SPONSOR,
                listing=listing.name,
                week=deferred(_shown, dropped),
            )
        )
    else:
        told.kept.append(
            text_with(
                sentences.NEWSLETTER_SENT,
                week=deferred(_shown, week),
                listing=listing.name,
            )
        )


async def _reverse_week(
    ctx: Context, part: str, listing: listings.status.ListingState, done: Mapping[str, Any], told: Reversed
) -> None:
    planned, present = _read_date(done["week"]), launches.this_week(ctx.now)
    if planned is None or planned <= present:
        told.kept.append(text_with(sentences.LAUNCHED_IN_WEEK, listing=listing.name, week=deferred(_shown, planned)))
        return
    before = _read_date(done["before"]["launch_week"])
    await launches.drop_launch(ctx.db, listing.id, planned)
    if part == "skip_queue" and before and before > present and listing.status in ("awaiting_badge", "scheduled"):
        await listings.status.set_state(
            ctx.db, listing.id, status=listing.status, plan=listing.plan, launch_week=before, at=ctx.now
        )
        if listing.status == "scheduled":
            await launches.plan_launch(ctx.db, listing.id, before)
    elif part == "skip_queue":
        if listing.status == "scheduled":
            await launches.plan_launch(ctx.db, listing.id, planned)
        told.kept.append(
            text_with(
                sentences.KEEPS_WEEK,
                listing=listing.name,
                week=deferred(_shown, planned),
            )
        )
        return
    told.undone.append(
        text_with(
            sentences.WEEK_CANCELLED,
            listing=listing.name,
            week=deferred(_shown, planned),
        )
    )


def _read_date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _shown(week: date | None) -> str:
    return iso_day(week) if week else "-"
