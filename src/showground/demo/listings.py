"""Adds the demo's listings, with their members, pictures, updates, milestones and ratings."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random

from showground import launches
from showground.core.calls.context import Site
from showground.core.database.pool import Connection
from showground.demo.data_files import Demo, DemoListing
from showground.demo.dates_and_votes import Dates, ago, make_days, make_views, months_ago, place, today
from showground.demo.evidence import complete_evidence
from showground.demo.logos import add_logos, read_logos
from showground.demo.pictures import draw_pictures
from showground.demo.scheduled_listing import ScheduledListing
from showground.demo.traffic import add_traffic
from showground.listings import flags, logos, media, new_listings
from showground.listings.queries.new_listings import Role

UNLOCKED = ("story", "milestones", "media")  # by a paid launch
AS_WRITTEN = {
    "slug", "website", "name", "plan", "tagline", "short_description", "description", "stage", "pricing_model",
    "pricing_summary", "country", "city", "founded_year", "contact_email", "demo_video_url", "features", "usps",
    "keywords", "tags", "socials", "faqs", "attributes", "not_found_on_website", "categories", "story",
}  # fmt: skip
FEATURED = 4
PICTURED = 3
FEATURED_FOR = timedelta(days=30)
KNOWN_OWNERS = 0.4
VIEWS_PER_CLICK = 8


async def add_listings(
    db: Connection, demo: Demo, owner: int, cofounder: int, now: datetime, site: Site
) -> list[ScheduledListing]:
    late = _days_late(demo.listings, now)
    dates = [place(listing, now, late.get(listing.slug, 0)) for listing in demo.listings]
    members = _choose_members(demo.listings, dates, owner, cofounder)
    given = list(zip(demo.listings, dates, members, strict=True))
    pictures = read_logos()
    new = [_new_listing(*each, pictures[each[0].slug], now) for each in given]
    ids = await new_listings.add_listings(db, new)
    placed = [ScheduledListing(*each, number) for each, number in zip(given, ids, strict=True)]
    by_slug = {p.data.slug: p.id for p in placed}
    await add_logos(db, pictures, by_slug, now)
    # A month where the demo's owner sees it; elsewhere the week that says what is trending.
    views = {
        p.id: make_days(p.dates, each.views, 30 if p.members else 7, now) for p, each in zip(placed, new, strict=True)
    }
    await launches.add_days(
        db, ((n, day, seen, seen // VIEWS_PER_CLICK) for n, days in views.items() for day, seen in days)
    )
    await add_traffic(db, placed, views, site)
    await new_listings.add_alternatives(db, ((p.id, by_slug[slug]) for p in placed for slug in p.data.alternatives))
    return placed


def _days_late(listings: Iterable[DemoListing], now: datetime) -> dict[str, int]:
    """Spread this week's paid listings over its days, the least popular today, so that every day has a launch."""
    paid = sorted(
        (x for x in listings if x.plan == "paid" and x.launch_week == 0 and x.status is None), key=lambda x: x.weight
    )
    days = today(now).weekday()
    return {listing.slug: max(days - place, 0) for place, listing in enumerate(paid)}


def _choose_members(
    listings: Sequence[DemoListing], dates: Sequence[Dates], owner: int, cofounder: int
) -> list[dict[int, Role]]:
    """Give the demo's owner the first listing of each status, so that the dashboard shows every status."""
    seen: set[tuple[str, str]] = set()
    members: list[dict[int, Role]] = []
    for listing, date in zip(listings, dates, strict=True):
        kind = (date.status, listing.plan)
        members.append({} if kind in seen or date.status == "suspended" else {owner: "owner"})
        if kind not in seen and kind == ("live", "paid"):
            members[-1][cofounder] = "cofounder"
        seen.add(kind)
    return members


def _new_listing(
    listing: DemoListing, dates: Dates, members: Mapping[int, Role], picture: bytes, now: datetime
) -> new_listings.NewListing:
    rng = Random(f"texts of {listing.slug}")  # made-up data  # nosec B311
    read_at = dates.created_at.isoformat()
    evidence: dict[str, list[dict[str, str]]] = {}
    for found in complete_evidence(listing):
        url = listing.website.rstrip("/") + found.page
        evidence.setdefault(found.field, []).append({"quote": found.quote, "url": url, "read_at": read_at})
    updates = [
        new_listings.NewUpdate(u.title, u.body, ago(u.days_ago, now, dates.created_at, rng))
        for u in sorted(listing.updates, key=lambda u: -u.days_ago)
    ]
    ratings = listing.domain_rating or ()
    return new_listings.NewListing(
        **listing.model_dump(include=AS_WRITTEN),
        status=dates.status,
        suspended_from="draft" if dates.status == "suspended" else None,  # where it returns to
        unlocked=UNLOCKED if listing.plan == "paid" else (),
        launch_week=dates.week,
        live_at=dates.live_at,
        created_at=dates.created_at,
        updated_at=max([dates.created_at, dates.live_at or dates.created_at, *(u.posted_at for u in updates)]),
        demo=True,
        logo_url=logos.imported(listing.slug, picture).path,
        evidence=evidence,
        members=members,
        founders=[new_listings.NewListingFounder(f.slug, f.name, f.title, f.bio) for f in listing.founders or ()],
        updates=updates,
        milestones=[
            new_listings.NewMilestone(
                months_ago(max(m.months_ago, 1), now) + timedelta(days=rng.randrange(28)), m.title, m.description
            )
            for m in listing.milestones
        ],
        domain_ratings={months_ago(len(ratings) - 1 - i, now): value for i, value in enumerate(ratings)},
        revenue=new_listings.StatedRevenue(
            listing.revenue.monthly_usd * 100, listing.revenue.verified, dates.created_at
        )
        if listing.revenue
        else None,
        views=make_views(listing, dates, now, rng),
    )


async def add_marks(db: Connection, placed: Sequence[ScheduledListing], now: datetime) -> None:
    """Feature the most popular paid listings, and mark some listings as verified, paid or not."""
    live = sorted((p for p in placed if p.dates.status == "live"), key=lambda p: -p.data.weight)
    for p in [p for p in live if p.data.plan == "paid"][:FEATURED]:
        await flags.set_featured(db, p.id, now + FEATURED_FOR)
    for p in live:
        if p.members or p.rng("owner").random() < KNOWN_OWNERS:
            await flags.set_verified(db, p.id, p.dates.created_at)


async def add_pictures(db: Connection, placed: Sequence[ScheduledListing], now: datetime) -> None:
    """Add pictures to a few listings with unlocked media: the most popular, and the demo owner's."""
    unlocked = [p for p in placed if p.dates.status == "live" and p.data.plan == "paid"]
    chosen = sorted(unlocked, key=lambda p: (not p.members, -p.data.weight))[:PICTURED]
    for p in chosen:
        for drawn in draw_pictures(p.data):
            await media.add_picture(db, p.id, drawn.content, "webp", drawn.size, drawn.alt, now)
