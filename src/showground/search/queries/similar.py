"""Finds the listings that are most similar to a listing."""

from collections.abc import Sequence

from showground.core.database.pool import Connection
from showground.search.filters import Search

STORED = """
select m.listing_id, m.vector, m.pieces from listing_meaning m join public_profile p on p.listing_id = m.listing_id
where p.slug = %s
"""


async def find_similar(db: Connection, slug: str, count: int) -> Sequence[str]:
    """The summaries of live listings of similar meaning, the most similar first; none if no vector is stored yet."""
    # numpy takes a tenth of a second to import
    from showground.search import blend  # noqa: PLC0415
    from showground.search.embedding.text_vectors import from_bytes, pieces_from_bytes  # noqa: PLC0415
    from showground.search.queries import fills  # noqa: PLC0415

    row = await (await db.execute(STORED, (slug,), binary=True)).fetchone()
    if row is None:
        return ()
    number, vector, pieces = row
    meaning = blend.QueryMeaning(from_bytes(vector)[0], pieces_from_bytes(pieces)[0])
    wanted = fills.Wanted(nearest=fills.NEAREST_AFTER)
    found, summaries = await fills.fetch_candidates(db, Search(page=1, per_page=count), wanted, meaning)
    known = dict(zip(found.ids.tolist(), summaries, strict=True))
    return [known[similar] for similar in blend.order_similar(found, meaning, number)[:count]]
