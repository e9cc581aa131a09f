"""What is asked of each public operation: addresses that differ as much as those of real callers do."""

import asyncio
from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from urllib.parse import quote_plus

import psycopg

from bench.database import Filled
from bench.load import get
from bench.search_corpus import MADE_UP, as_entries
from bench.search_queries import HARD, make_queries
from showground.accounts import SCOPES, add_account, keys
from showground.accounts.queries import accounts as account_store
from showground.demo.vocabulary import make_vocabulary
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire

TEXTS = 20_000  # listings of which one is looked for
OF_EACH = 500  # addresses; fewer where an operation has fewer
WEEKS = 104
SECTIONS = ("this-week", "trending", "most-voted", "recent", "most-viewed", "most-followed", "today", "upcoming")
BOARDS = ("community-weekly", "community-all-time", "billboard", "domain-rating", "revenue")
SORTS = ("newest", "votes", "trending", "most_viewed", "most_followed")


def paths(database: Filled) -> dict[str, list[str]]:
    """Addresses below /api/v1 by operation, each public one once."""
    chance = Random(1)
    with psycopg.connect(database.conninfo) as db:
        categories = [slug for (slug,) in db.execute("select slug from category order by slug").fetchall()]
        posts = [slug for (slug,) in db.execute("select slug from post order by slug").fetchall()]
        texts = as_entries(db.execute(f"{MADE_UP} limit {TEXTS}".encode()).fetchall())
    slugs, words = database.slugs()[:20_000], make_vocabulary()
    asked = [query.q for query in make_queries(texts, seed=1, count=OF_EACH // 10) if query.kind not in HARD]
    monday = date.today() - timedelta(days=date.today().weekday())  # noqa: DTZ011 - any week of the two years will do
    listing, word = (lambda: chance.choice(slugs)), (lambda: chance.choice(words))
    ways: dict[str, Callable[[], str]] = {
        "get_site": lambda: "/site",
        "list_categories": lambda: "/categories" + chance.choice(("", "?include_empty=false")),
        "get_category": lambda: f"/categories/{chance.choice(categories)}?page={chance.randrange(1, 4)}",
        "search_listings": lambda: "/listings" + _search(chance, categories, [word(), *chance.sample(asked, 3)]),
        "get_listing": lambda: f"/listings/{listing()}",
        "list_alternatives": lambda: f"/listings/{listing()}/alternatives",
        "compare_listings": lambda: f"/compare?a={listing()}&b={listing()}",
        "get_listing_badges": lambda: f"/listings/{listing()}/badges",
        "list_launches": lambda: f"/launches?section={chance.choice(SECTIONS)}&page={chance.randrange(1, 4)}",
        "get_launch_week": lambda: f"/launches/weeks/{monday - timedelta(weeks=chance.randrange(WEEKS))}",
        "get_leaderboard": lambda: f"/leaderboards/{chance.choice(BOARDS)}?page={chance.randrange(1, 4)}",
        "list_awards": lambda: f"/awards?page={chance.randrange(1, 4)}",
        "list_founders": lambda: f"/founders?{chance.choice((f'q={word()}', f'page={chance.randrange(1, 9)}'))}",
        "get_founder": lambda: f"/founders/{listing()}-founder",
        "list_blog_posts": lambda: f"/blog{chance.choice(('', f'?q={word()}'))}",
        "get_blog_post": lambda: f"/blog/{chance.choice(posts)}",
        "list_products": lambda: "/products",
        "list_interview_questions": lambda: "/interview-questions",
        "list_events": lambda: f"/events?after={chance.randrange(1, 50_000)}",
    }
    public = {operation.name for operation in all_operations() if operation.scope == "public"}
    if public != ways.keys():
        raise RuntimeError(f"Say what is asked of {', '.join(sorted(public ^ ways.keys()))}.")
    return {name: list(dict.fromkeys(way() for _ in range(OF_EACH))) for name, way in ways.items()}


def _search(chance: Random, categories: list[str], asked: list[str]) -> str:
    """By words half of the time, else by category, order or country."""
    return chance.choice(
        (
            *(f"?q={quote_plus(q)}" for q in asked),
            f"?category={chance.choice(categories)}",
            f"?category={chance.choice(categories)}&sort={chance.choice(SORTS)}&page={chance.randrange(1, 5)}",
            f"?country=de&sort={chance.choice(SORTS)}",
            f"?sort={chance.choice(SORTS)}&page={chance.randrange(1, 50)}",
        )
    )


def requests(database: Filled, host: str) -> dict[str, list[bytes]]:
    """The same as they are sent: with a key, since what a caller without one gets is held ready."""
    key = {"Authorization": f"Bearer {asyncio.run(_make_key(database.conninfo))}"}
    return {name: [get(f"/api/v1{path}", host, key) for path in asked] for name, asked in paths(database).items()}


async def _make_key(conninfo: str) -> str:
    parts, key = wire(Settings(), conninfo, all_operations()), keys.make_key()
    now = parts.dispatcher.clock()
    async with parts.open(), parts.dispatcher.database.transaction() as db:
        account = await add_account(db, f"{now.timestamp()}@bench.example", "Bench", role=None, demo=False, at=now)
        assert account is not None
        await account_store.add_key(db, account, key, "bench", list(SCOPES), None, now)
    return key.text
