"""Adds listings, one or many at once, with everything on their profiles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from typing import Any, Literal

from psycopg import sql
from psycopg.types.json import Jsonb
from pydantic_core import to_json

from showground.core import domain_names
from showground.core.database.pool import Connection, changes
from showground.listings.queries import public_profiles
from showground.listings.queries.counts import NO_COUNTS, Counts

Status = Literal["draft", "awaiting_badge", "scheduled", "live", "suspended", "withdrawn"]
Plan = Literal["none", "free", "paid"]
Role = Literal["owner", "cofounder"]


@dataclass(frozen=True, slots=True)
class NewListingFounder:
    """A founder, as named on a listing."""

    slug: str
    name: str
    title: str | None = None
    bio: str | None = None


@dataclass(frozen=True, slots=True)
class NewUpdate:
    """An update."""

    title: str
    body: str
    posted_at: datetime


@dataclass(frozen=True, slots=True)
class NewMilestone:
    """A milestone."""

    date: date
    title: str
    description: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class NewMedia:
    """A picture with its width and height, or a video. An address that begins with `/` is on this site."""

    kind: Literal["picture", "video"]
    url: str
    width: int | None = None
    height: int | None = None
    alt: str | None = None


@dataclass(frozen=True, slots=True)
class StatedRevenue:
    """What the owner says the product earns."""

    monthly_cents: int
    verified: bool
    stated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewListing:
    """A listing to add. Its domain is the registrable domain of its website."""

    slug: str
    website: str
    status: Status
    created_at: datetime
    updated_at: datetime
    name: str
    plan: Plan = "none"
    unlocked: Sequence[str] = ()
    launch_week: date | None = None
    live_at: datetime | None = None
    featured_until: datetime | None = None
    verified_at: datetime | None = None
    suspended_from: Status | None = None
    queued_at: datetime | None = None  # since when it waits on the free plan
    demo: bool = False

    tagline: str | None = None
    short_description: str | None = None
    description: str | None = None
    headline: str | None = None
    summary: str | None = None
    stage: str | None = None
    pricing_model: str | None = None
    pricing_summary: str | None = None
    country: str | None = None
    city: str | None = None
    founded_year: int | None = None
    contact_email: str | None = None
    demo_video_url: str | None = None
    logo_url: str | None = None
    features: Sequence[str] | None = None
    usps: Sequence[str] | None = None
    keywords: Sequence[str] | None = None
    tags: Sequence[str] | None = None
    socials: Mapping[str, str] | None = None
    faqs: Sequence[Mapping[str, str]] | None = None
    attributes: Mapping[str, Any] = field(default_factory=dict[str, Any])
    evidence: Mapping[str, Sequence[Mapping[str, str]]] = field(default_factory=dict[str, Any])  # quote, url, read_at
    not_found_on_website: Sequence[str] = ()
    seo_title: str | None = None
    seo_description: str | None = None

    categories: Sequence[str] = ()  # slugs; the first is the primary one
    members: Mapping[int, Role] = field(default_factory=dict[int, Role])  # by account
    founders: Sequence[NewListingFounder] = ()
    updates: Sequence[NewUpdate] = ()
    milestones: Sequence[NewMilestone] = ()
    story: Mapping[str, str] | None = None
    media: Sequence[NewMedia] = ()
    domain_ratings: Mapping[date, int] = field(default_factory=dict[date, int])
    revenue: StatedRevenue | None = None
    views: int = 0
    counts: Counts = NO_COUNTS


APART = {
    "categories", "members", "founders", "updates", "milestones", "story", "media", "domain_ratings", "revenue",
    "counts",
}  # fmt: skip
OWN_COLUMNS = tuple(f.name for f in fields(NewListing) if f.name not in APART)
COLUMNS = (
    *OWN_COLUMNS,
    *("id", "domain", "votes", "followers", "trending", "rating_average", "rating_count"),
    *("domain_rating", "domain_rating_at", "category_ids"),
)


class UnknownCategory(Exception):
    """A new listing names a category that this directory does not have."""

    def __init__(self, slug: str, listing: str) -> None:
        super().__init__(f"{listing}: there is no category {slug} in this directory.")


ADD = sql.SQL(
    """
    insert into listing ({columns}) overriding system value
    select {columns} from json_populate_recordset(null::listing, %s)
    """
).format(columns=sql.SQL(", ").join(sql.Identifier(c) for c in COLUMNS))


async def add_listings(db: Connection, listings: Sequence[NewListing]) -> list[int]:
    """Add listings and return their ids, in order. Those with a public status are public at once."""
    ids = [
        number
        for (number,) in await db.all(
            "select nextval(pg_get_serial_sequence('listing', 'id')) from generate_series(1, %s)", (len(listings),)
        )
    ]
    rows = await db.all("select slug, id, coalesce(parent_id, id) from category")
    categories = {slug: (number, top) for slug, number, top in rows}
    new = list(zip(ids, listings, strict=True))
    await db.execute(ADD, (to_json([_row(*each, categories) for each in new]).decode(),))
    await db.copy_rows("listing_category (listing_id, category_id, position)", _category_rows(new, categories))
    await _add_parts(db, new)
    await public_profiles.refresh(db, ids)
    return ids


async def _add_parts(db: Connection, new: Iterable[tuple[int, NewListing]]) -> None:
    await db.copy_rows(
        "listing_member (listing_id, account_id, role, since)",
        ((n, account, role, x.created_at) for n, x in new for account, role in x.members.items()),
    )
    await db.copy_rows(
        "listing_founder (listing_id, position, founder_slug, name, title, bio)",
        ((n, place, f.slug, f.name, f.title, f.bio) for n, x in new for place, f in enumerate(x.founders)),
    )
    await db.copy_rows(
        "listing_update (listing_id, title, body, posted_at)",
        ((n, u.title, u.body, u.posted_at) for n, x in new for u in x.updates),
    )
    await db.copy_rows(
        "listing_milestone (listing_id, date, title, description, url)",
        ((n, m.date, m.title, m.description, m.url) for n, x in new for m in x.milestones),
    )
    await db.copy_rows(
        "listing_story (listing_id, sections, updated_at)",
        ((n, Jsonb(x.story), x.updated_at) for n, x in new if x.story is not None),
    )
    await db.copy_rows(
        "listing_media (listing_id, position, kind, url, width, height, alt)",
        ((n, place, m.kind, m.url, m.width, m.height, m.alt) for n, x in new for place, m in enumerate(x.media)),
    )
    await db.copy_rows(
        "listing_domain_rating (listing_id, date, rating)",
        ((n, day, rating) for n, x in new for day, rating in x.domain_ratings.items()),
    )
    await db.copy_rows(
        "listing_revenue (listing_id, monthly_cents, verified, stated_at)",
        ((n, r.monthly_cents, r.verified, r.stated_at) for n, x in new if (r := x.revenue)),
    )


async def add_alternatives(db: Connection, pairs: Iterable[tuple[int, int]]) -> None:
    """Add approved alternatives: pairs of listing ids."""
    await db.copy_rows("listing_alternative (listing_id, alternative_id, approved)", ((a, b, True) for a, b in pairs))
    changes(db, "listings")


def _category_rows(
    new: Iterable[tuple[int, NewListing]], categories: Mapping[str, tuple[int, int]]
) -> Iterable[tuple[int, int, int]]:
    for number, listing in new:
        for position, slug in enumerate(listing.categories):
            if slug not in categories:
                raise UnknownCategory(slug, listing.slug)
            yield number, categories[slug][0], position


def _row(number: int, new: NewListing, categories: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    rated_on = max(new.domain_ratings, default=None)
    return {name: getattr(new, name) for name in OWN_COLUMNS} | {
        "id": number,
        "domain": domain_names.domain_of(new.website),
        "votes": new.counts.votes,
        "followers": new.counts.followers,
        "trending": new.counts.trending,
        "rating_average": new.counts.rating_average,
        "rating_count": new.counts.rating_count,
        "domain_rating": new.domain_ratings[rated_on] if rated_on else None,
        "domain_rating_at": rated_on,
        # The trigger on `listing_category` would set this. Setting it here saves a second write of the row.
        "category_ids": sorted({number for slug in new.categories for number in categories.get(slug, ())}),
    }
