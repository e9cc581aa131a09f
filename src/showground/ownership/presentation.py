"""Owned listings, as the API returns them."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from showground import launches, listings
from showground.core.calls.context import Context, Site
from showground.core.languages import text_with
from showground.ownership import rules
from showground.ownership.access import get_for_edit
from showground.ownership.models import HomepageBadge, NextStep, OwnedListing, PendingOrder
from showground.ownership.pending_orders import PendingOrders
from showground.ownership.queries import owned_listings
from showground.ownership.sold_products import SoldProducts


class NamesListing(Protocol):
    @property
    def listing_id(self) -> int: ...


async def read_owned(ctx: Context, input: NamesListing) -> OwnedListing:
    """One of the caller's own listings."""
    owned = await get_for_edit(ctx, ctx.db, input.listing_id)
    (listing,) = await present(ctx, [owned])
    return listing


async def present(ctx: Context, owned: Sequence[listings.owned.Owned]) -> list[OwnedListing]:
    """These listings with everything their owner may see, in this order."""
    db, site = ctx.db, ctx.site
    ids = [listing.id for listing in owned]
    profiles = await listings.owned.read_profiles(db, ids, site)
    queues = await owned_listings.find_queues(db, ids)
    checks = await owned_listings.find_last_checks(db, ids)
    orders = await ctx.services[PendingOrders].find(ctx, ids)
    sold = await ctx.services[SoldProducts].find(ctx)
    return [
        OwnedListing.model_validate(
            dict(profiles[listing.id])
            | {
                "listing_id": listing.id,
                "status": "in_review" if listing.held else listing.status,
                "plan": listing.plan,
                "unlocked": listing.unlocked,
                "retired_at": listing.retired_at,
                "next_steps": present_steps(
                    [
                        *_payment_steps(orders.get(listing.id), site),
                        *([rules.answer_step(listing)] if _has_unanswered(profiles[listing.id]) else []),
                        *rules.next_steps(listing, sold, _written(profiles[listing.id])),
                    ],
                    site,
                ),
                "pending_order": orders.get(listing.id),
                "queue": queues.get(listing.id),
                "badge": badge_of(listing.slug, site) if listing.plan != "none" else None,
                "badge_check": checks.get(listing.id),
            }
        )
        for listing in owned
    ]


def present_steps(steps: Iterable[rules.Step], site: Site) -> list[NextStep]:
    """Next steps as callers see them, with absolute links."""
    return [
        NextStep(
            code=step.code,
            sentence=step.sentence,
            link=site.url + step.page,
            tool=step.tool,
            arguments=dict(step.arguments),
            needs=list(step.needs),
        )
        for step in steps
    ]


def _payment_steps(order: PendingOrder | None, site: Site) -> list[rules.Step]:
    if order is None:
        return []
    sentence = text_with("Order %(number)s is not paid yet. Open its checkout page to pay it.", number=order.number)
    page = order.checkout_url.removeprefix(site.url)
    return [rules.Step("pay_order", sentence, page, "get_order", {"number": order.number})]


def _written(profile: listings.Listing) -> list[str]:
    return [name for name in ("updates", "story", "media") if getattr(profile, name)]


def _has_unanswered(profile: listings.Listing) -> bool:
    """Whether a visible question, one of the latest, has no answer."""
    return any(asked.question is not None and not asked.answers for asked in profile.questions)


def badge_of(slug: str, site: Site) -> HomepageBadge:
    """The badge to embed; its picture and link are the same before and after the listing is public."""
    embedded = launches.embed_neutral(site, slug)
    return HomepageBadge(html=embedded.html, svg_url=embedded.svg_url, link=embedded.link)
