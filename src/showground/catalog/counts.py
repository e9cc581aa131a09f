"""What other domains count for a listing, and tell the catalog to show and to sort by."""

from collections.abc import Mapping
from dataclasses import dataclass

from showground.catalog import documents
from showground.core.database import Connection


@dataclass(frozen=True, slots=True)
class Counts:
    """Of one listing: all votes, all followers, how much it is talked of now, and its reviews."""

    votes: int = 0
    followers: int = 0
    trending: float = 0.0
    rating_average: float | None = None
    rating_count: int = 0


NO_COUNTS = Counts()


async def set_counts(db: Connection, counts: Mapping[int, Counts]) -> None:
    """Keep and show these counts, by listing."""
    ids = list(counts)
    await documents.lock(db, ids)
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
    await documents.encode(db, ids)
