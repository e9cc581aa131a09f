"""Loads the demo directory: fictional listings, people, votes and posts, dated around the current week."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

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
from showground.demo.data_files import Demo, read_demo
from showground.demo.dates_and_votes import today
from showground.demo.editions import add_editions
from showground.demo.launches import add_launches
from showground.demo.listing_questions import AskedListing, add_listing_questions
from showground.demo.listings import add_listings, add_marks, add_pictures
from showground.demo.people import COFOUNDER, OWNER, STAFF, VOTERS, make_voters
from showground.demo.scheduled_listing import ScheduledListing
from showground.listings import counts
from showground.search import word_counts

LOCK = 7_063_117_003  # an advisory lock: two loads at once take turns
PEOPLE_SINCE = timedelta(weeks=60)


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
        placed = await add_listings(db, demo, owner, cofounder, now, dispatcher.site)
        await add_marks(db, placed, now)
        await add_pictures(db, placed, now)
        await _add_people(db, demo, placed, owner, now)
        await _add_posts(db, demo, now)
        await add_launches(db, placed, visitors, now)
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


def _asked_listing(p: ScheduledListing, live_at: datetime) -> AskedListing:
    return AskedListing(p.id, p.data.slug, live_at, maker=next(iter(p.members), None))
