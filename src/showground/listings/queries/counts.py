"""What other domains count for a listing, to be shown and sorted by."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from showground.core.database.pool import Connection, changes
from showground.listings.queries import public_profiles
from showground.search import index


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of one listing: votes, followers, the trending score and reviews."""

    votes: int = 0
    followers: int = 0
    trending: float = 0.0
    rating_average: float | None = None
    rating_count: int = 0


NO_COUNTS = Counts()
FOLD_RATED = """
with old as (delete from rated_tally returning n) insert into rated_tally select coalesce(sum(n), 0) from old
"""


async def find_trending(db: Connection, after: int, most: int) -> list[int]:
    """Listings with a trending score, after this id, in order."""
    return [
        number
        for (number,) in await db.all(
            "select id from public_listing where trending > 0 and id > %s order by id limit %s", (after, most)
        )
    ]


async def set_trending(db: Connection, trending: Mapping[int, float]) -> None:
    """Store trending scores. They only sort lists, so no profile needs encoding again."""
    ids = list(trending)
    await public_profiles.lock(db, ids)
    await db.execute(
        """
        update listing set trending = n.trending from unnest(%s::bigint[], %s::real[]) as n (id, trending)
        where listing.id = n.id and listing.trending <> n.trending
        """,
        (ids, list(trending.values())),
    )
    changes(db, "listings")


async def find_numbers(db: Connection, slugs: Iterable[str]) -> dict[str, int]:
    """The ids of the public listings with these slugs."""
    return dict(await db.all("select slug, listing_id from public_profile where slug = any(%s)", (list(slugs),)))


async def add_views(db: Connection, views: Mapping[int, int]) -> None:
    """Add to the view counts. Cached answers stay valid: a view is no reason to rebuild them."""
    ids = list(views)
    await public_profiles.lock(db, ids)
    await db.execute(
        """
        update listing set views = listing.views + n.views from unnest(%s::bigint[], %s::int[]) as n (id, views)
        where listing.id = n.id
        """,
        (ids, list(views.values())),
    )


async def set_counts(db: Connection, counts: Mapping[int, Counts]) -> None:
    """Store and publish these counts, by listing. The caller has locked the listings."""
    ids = list(counts)
    await db.execute(
        """
        update listing set votes = n.votes, followers = n.followers, trending = n.trending,
            rating_average = n.rating_average, rating_count = n.rating_count
        from unnest(%s::bigint[], %s::int[], %s::int[], %s::real[], %s::real[], %s::int[])
            as n (id, votes, followers, trending, rating_average, rating_count)
        where listing.id = n.id
        """,
        (
            ids,
            [c.votes for c in counts.values()],
            [c.followers for c in counts.values()],
            [float(c.trending) for c in counts.values()],
            [None if c.rating_average is None else float(c.rating_average) for c in counts.values()],
            [c.rating_count for c in counts.values()],
        ),
    )
    await index.set_standings(db, {number: c.votes for number, c in counts.items()})
    await public_profiles.encode(db, ids)


async def fold_rated(db: Connection) -> None:
    """Add up how many rated listings came and went, so that counting them reads a few rows."""
    await db.execute(FOLD_RATED)
