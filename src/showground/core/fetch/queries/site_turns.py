"""SQL that reserves the next turn at a website."""

from showground.core.database.pool import Connection


async def reserve(db: Connection, site: str, pause: float, *, earliest: float, latest: float) -> float | None:
    """Reserve the next turn, and the pause after it; returns in how many seconds it is.

    A turn is not sooner than in `earliest` seconds. If it would be later than in `latest`, nothing is reserved.
    """
    row = await db.one(
        """
        insert into site_turn as turn (site, free_at)
        values (%(site)s, clock_timestamp() + make_interval(secs => %(earliest)s + %(pause)s))
        on conflict (site) do update set free_at = make_interval(secs => %(pause)s)
            + greatest(turn.free_at, clock_timestamp() + make_interval(secs => %(earliest)s))
        where turn.free_at <= clock_timestamp() + make_interval(secs => %(latest)s)
        returning extract(epoch from free_at - clock_timestamp())::float8 - %(pause)s
        """,
        {"site": site, "pause": pause, "earliest": earliest, "latest": latest},
    )
    return row[0] if row else None
