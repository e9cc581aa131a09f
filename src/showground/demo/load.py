"""Loads the demo directory: fictional listings, people, votes and posts, dated around the current week."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from showground import accounts, blog, launches, orders, people
from showground.accounts.actions.keys import NoSuchAccount
from showground.accounts.actions.sign_in_links import MakeSignInLink, make_sign_in_link
from showground.categories import category_tree
from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.database import locks
from showground.core.database.pool import Connection
from showground.core.text_folding import slugify
from showground.demo.collections import add_collections
from showground.demo.data_files import Demo, DemoListing, read_demo
from showground.demo.dates_and_votes import Dates, ago, make_days, make_views, make_votes, months_ago, place, today
from showground.demo.editions import add_editions
from showground.demo.evidence import complete_evidence
from showground.demo.listing_questions import AskedListing, add_listing_questions
from showground.demo.logos import add_logos, read_logos
from showground.demo.people import COFOUNDER, OWNER, REMARKS, STAFF, VOTERS, make_voters
from showground.demo.pictures import draw_pictures
from showground.listings import counts, flags, logos, media, new_listings
from showground.listings.queries.new_listings import Role
from showground.search import word_counts

LOCK = 7_063_117_003  # an advisory lock: two loads at once take turns
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
PEOPLE_SINCE = timedelta(weeks=60)


@dataclass(frozen=True, slots=True)
class ScheduledListing:
    """A listing with its dates, who runs it, and its number here."""

    data: DemoListing
    dates: Dates
    members: Mapping[int, Role]
    id: int

    def rng(self, purpose: str) -> Random:
        return Random(f"{purpose} of {self.data.slug}")  # made-up data  # nosec B311


async def load_demo(dispatcher: Dispatcher, say: Callable[[str], None], *, only_if_new: bool = False) -> bool:
    """Load the demo directory unless it is loaded already; returns whether it was loaded.

    `only_if_new`: only into a new database, which has no categories yet.
    """
    now = dispatcher.clock()
    async with dispatcher.database.transaction() as db:
        await db.take_time()  # on a slow machine the first start must not run into the limits of requests
        await locks.lock(db, LOCK)
        new = await category_tree.add_shipped_categories(db, anyway=not only_if_new) > 0
        if only_if_new and not new:
            return False
        if await accounts.find_account_id(db, OWNER[0]) is not None:
            say("The demo directory is already loaded. Nothing was changed.")
            return False
        demo = read_demo()
        await orders.add_shipped_products(db)
        since = today(now) - PEOPLE_SINCE
        await accounts.add_account(db, *STAFF, role="owner", demo=True, at=since)
        owner, cofounder = await accounts.add_demo_accounts(db, dict([OWNER, COFOUNDER]), since)
        visitors = await _add_voters(db, demo, since)
        placed = await _add_listings(db, demo, owner, cofounder, now)
        await _add_marks(db, placed, now)
        await _add_pictures(db, placed, now)
        await _add_people(db, demo, placed, owner, now)
        await _add_posts(db, demo, now)
        await _add_launches(db, placed, visitors, now)
        live = {p.data.slug: _asked_listing(p, p.dates.live_at) for p in placed if p.dates.live_at}
        await add_listing_questions(db, demo.listing_questions, live, visitors, now, dispatcher.site)
        listed = {p.data.slug: p.id for p in placed}
        await add_collections(db, demo.collections, listed, visitors, now)
        await counts.set_counts(db, await launches.count(db, [p.id for p in placed], now))
        await add_editions(db, now)
        await word_counts.count_words(db)  # so that search knows which words say little, before the job runs
    say(
        f"Loaded the demo directory: {len(placed)} listings, {len(demo.posts)} posts"
        f" and the votes of {len(visitors)} fictional people."
    )
    return True


async def make_links(dispatcher: Dispatcher, caller: Caller) -> dict[str, str]:
    """Sign-in links for the demo's founder and staff, if these accounts exist; valid for 24 hours."""
    links: dict[str, str] = {}
    for who, (email, _) in {"founder": OWNER, "staff": STAFF}.items():
        with suppress(NoSuchAccount):
            asked = MakeSignInLink(email=email, minutes=24 * 60)
            links[who] = (await dispatcher.call(make_sign_in_link, caller, asked)).url
    return links


async def _add_voters(db: Connection, demo: Demo, since: datetime) -> dict[str, int]:
    """Accounts of all voters by slug; the demo's own visitors come first."""
    named = {visitor.slug: visitor.name for visitor in demo.visitors}
    more = make_voters(VOTERS - len(named), set(named.values()))
    named |= {slugify(name): name for name in more}
    ids = await accounts.add_demo_accounts(db, {f"{slug}@visitors.example": n for slug, n in named.items()}, since)
    return dict(zip(named, ids, strict=True))


async def _add_listings(
    db: Connection, demo: Demo, owner: int, cofounder: int, now: datetime
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


async def _add_marks(db: Connection, placed: Sequence[ScheduledListing], now: datetime) -> None:
    """Feature the most popular paid listings, and mark some listings as verified, paid or not."""
    live = sorted((p for p in placed if p.dates.status == "live"), key=lambda p: -p.data.weight)
    for p in [p for p in live if p.data.plan == "paid"][:FEATURED]:
        await flags.set_featured(db, p.id, now + FEATURED_FOR)
    for p in live:
        if p.members or p.rng("owner").random() < KNOWN_OWNERS:
            await flags.set_verified(db, p.id, p.dates.created_at)


async def _add_pictures(db: Connection, placed: Sequence[ScheduledListing], now: datetime) -> None:
    """Add pictures to a few listings with unlocked media: the most popular, and the demo owner's."""
    unlocked = [p for p in placed if p.dates.status == "live" and p.data.plan == "paid"]
    chosen = sorted(unlocked, key=lambda p: (not p.members, -p.data.weight))[:PICTURED]
    for p in chosen:
        for drawn in draw_pictures(p.data):
            await media.add_picture(db, p.id, drawn.content, "webp", drawn.size, drawn.alt, now)


async def _add_people(
    db: Connection, demo: Demo, placed: Sequence[ScheduledListing], owner: int, now: datetime
) -> None:
    """Add every founder once. The demo's owner is the first founder of the first listing they own."""
    new: dict[str, people.NewFounder] = {}
    for p in sorted(placed, key=lambda p: owner not in p.members):
        for founder in p.data.founders or ():
            new.setdefault(
                founder.slug,
                people.NewFounder(
                    slug=founder.slug,
                    name=founder.name,
                    bio=founder.bio,
                    country=p.data.country,
                    account=None if new else owner,
                ),
            )
    await people.add_founders(db, new.values())
    texts = {question.key: question.text for question in demo.questions}
    await people.add_questions(db, list(texts.values()))
    await people.add_answers(
        db,
        (
            (interview.founder, texts[a.question], a.answer, today(now) - timedelta(days=20 + 3 * n, hours=5))
            for n, interview in enumerate(demo.interviews)
            for a in interview.answers
        ),
    )


async def _add_posts(db: Connection, demo: Demo, now: datetime) -> None:
    await blog.add_posts(
        db,
        (
            blog.NewPost(
                **post.model_dump(exclude={"days_ago"}),
                published_at=today(now) - timedelta(days=max(post.days_ago, 1)) + timedelta(hours=9),
            )
            for post in demo.posts
        ),
    )


async def _add_launches(
    db: Connection, placed: Sequence[ScheduledListing], visitors: Mapping[str, int], now: datetime
) -> None:
    """Launches with their votes, and what follows from votes."""
    launched = [p for p in placed if p.dates.week and p.dates.status != "awaiting_badge"]
    weeks = {p.id: p.dates.week for p in launched if p.dates.week}
    await launches.add_launches(db, weeks.items())
    voters = list(visitors.values())
    votes = {p.id: make_votes(p.data, p.dates, voters, now, p.rng("votes")) for p in launched}
    await launches.add_votes(db, (launches.Cast(n, *vote) for n, cast in votes.items() for vote in cast))
    await launches.add_follows(db, (f for p in launched for f in _follows(p, votes[p.id], now)))
    await launches.add_reviews(db, (r for p in launched for r in _reviews(p, votes[p.id], visitors, now)))
    await launches.add_contributions(db, (c for p in launched for c in _contributions(p, now)))
    for week in sorted(set(weeks.values())):
        if week < launches.this_week(now):
            await launches.fix_awards(db, week, launches.end_of(week))


def _asked_listing(p: ScheduledListing, live_at: datetime) -> AskedListing:
    return AskedListing(p.id, p.data.slug, live_at, maker=next(iter(p.members), None))


def _follows(p: ScheduledListing, votes: Sequence[tuple[int, datetime]], now: datetime) -> Iterable[launches.Cast]:
    rng = p.rng("follows")
    for account, voted_at in votes:
        at = voted_at + timedelta(minutes=rng.randrange(1, 50))
        if rng.random() < 0.3 and at <= now:
            yield launches.Cast(p.id, account, at)


def _reviews(
    p: ScheduledListing, votes: Sequence[tuple[int, datetime]], visitors: Mapping[str, int], now: datetime
) -> Iterable[launches.NewReview]:
    """Add the reviews from the data files, and some short ones around the average they name."""
    if p.dates.live_at is None:
        return
    rng = p.rng("reviews")
    wrote = {visitors[review.by] for review in p.data.reviews}
    for review in p.data.reviews:
        at = ago(review.days_ago, now, p.dates.live_at, rng)
        yield launches.NewReview(p.id, visitors[review.by], review.stars, review.text, at)
    if p.data.rating_hint is None:
        return
    remarks = {stars: rng.sample(texts, len(texts)) for stars, texts in REMARKS.items()}
    for account, voted_at in votes:
        wants, days, lean = rng.random() < 0.08, rng.uniform(0.2, 20), rng.gauss(p.data.rating_hint, 0.6)
        stars = min(max(round(lean), 1), 5)
        at = voted_at + timedelta(days=days)
        if wants and account not in wrote and at <= now and remarks[stars]:
            yield launches.NewReview(p.id, account, stars, remarks[stars].pop(), at)


def _contributions(p: ScheduledListing, now: datetime) -> Iterable[tuple[int, int, datetime]]:
    """What was paid for the billboard, in two parts."""
    if p.data.billboard_cents and p.dates.live_at:
        rng = p.rng("billboard")
        first = p.data.billboard_cents // 3
        yield p.id, first, ago(9, now, p.dates.live_at, rng)
        yield p.id, p.data.billboard_cents - first, ago(2, now, p.dates.live_at, rng)
