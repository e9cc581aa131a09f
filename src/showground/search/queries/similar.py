"""Finds the listings that are most similar to a listing, and those that may be the same product."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from psycopg.rows import dict_row

from showground.core.database.pool import Connection
from showground.core.text_folding import joined
from showground.search.filters import Search

STORED = """
select m.listing_id, m.vector, m.pieces from listing_meaning m join public_profile p on p.listing_id = m.listing_id
where p.slug = %s
"""
# The most similar pair of the demo's products has a similarity of 0.63. Of copies with another name and half of the
# text, nine in ten have at least 0.7; of copies with another name and without the tagline, half have.
MIN_DUPLICATE = 0.66
MAX_DUPLICATES = 3
TEXTS = """
select id, name, tagline, short_description, description, keywords, tags, array(
    select c.name from listing_category lc join category c on c.id = lc.category_id where lc.listing_id = l.id
) as categories
from listing l where id = any(%s)
"""
SAME_NAMES = "select listing_id, name from listing_search where name = any(%s)"
OTHERS = """
select l.id, l.slug, l.name, m.vector from listing l join listing_meaning m on m.listing_id = l.id where l.id = any(%s)
"""


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """A public listing that may be the same product as another one."""

    slug: str
    name: str


async def find_similar_slugs(db: Connection, slug: str, count: int) -> list[str]:
    """The slugs of live listings of similar meaning, the most similar first."""
    ids = [number for number, _ in await _find_similar(db, slug, count)]
    slugs = dict(await db.all("select listing_id, slug from public_profile where listing_id = any(%s)", (ids,)))
    return [slugs[number] for number in ids if number in slugs]


async def find_near_duplicates(db: Connection, ids: Sequence[int]) -> dict[int, list[NearDuplicate]]:
    """For each of these listings, public or not: public ones of the same name or nearly the same text."""
    import numpy as np  # noqa: PLC0415  takes a tenth of a second

    from showground.search.embedding.listing_vectors import embed_listing  # noqa: PLC0415  as above
    from showground.search.embedding.text_vectors import from_bytes  # noqa: PLC0415  as above
    from showground.search.queries import meanings  # noqa: PLC0415  as above

    async with db.cursor(row_factory=dict_row) as cursor:
        rows: list[dict[str, Any]] = await (await cursor.execute(TEXTS, (list(ids),))).fetchall()
    if not rows:
        return {}
    index = await meanings.get_current(db)
    names = {row["id"]: joined(row["name"]) for row in rows}
    same_names: dict[str, set[int]] = {}
    for number, name in await db.all(SAME_NAMES, (list(names.values()),)):
        same_names.setdefault(name, set()).add(number)
    vectors = {row["id"]: embed_listing(row, row["categories"])[0] for row in rows}
    asked = set[int]().union(*same_names.values())
    for vector in vectors.values():
        asked.update(await meanings.find_nearest(index, vector, MAX_DUPLICATES + 1))
    others = await (await db.execute(OTHERS, (list(asked),), binary=True)).fetchall()
    found: dict[int, list[NearDuplicate]] = {}
    for number, vector in vectors.items():
        likeness: dict[NearDuplicate, float] = {}
        for other, slug, name, stored in others:
            same = other in same_names.get(names[number], ())
            alike = 1.0 if same else float(np.dot(from_bytes(stored)[0], vector))
            if other != number and alike >= MIN_DUPLICATE:
                likeness[NearDuplicate(slug, name)] = alike
        found[number] = sorted(likeness, key=lambda each: (-likeness[each], each.slug))[:MAX_DUPLICATES]
    return found


async def find_similar(db: Connection, slug: str, count: int) -> Sequence[str]:
    """The summaries of live listings of similar meaning, the most similar first; none if no vector is stored yet."""
    return [summary for _, summary in await _find_similar(db, slug, count)]


async def _find_similar(db: Connection, slug: str, count: int) -> list[tuple[int, str]]:
    """Ids and summaries."""
    # numpy takes a tenth of a second to import
    from showground.search import blend  # noqa: PLC0415
    from showground.search.embedding.text_vectors import from_bytes, pieces_from_bytes  # noqa: PLC0415
    from showground.search.queries import fills  # noqa: PLC0415

    row = await (await db.execute(STORED, (slug,), binary=True)).fetchone()
    if row is None:
        return []
    number, vector, pieces = row
    meaning = blend.QueryMeaning(from_bytes(vector)[0], pieces_from_bytes(pieces)[0])
    wanted = fills.Wanted(nearest=fills.NEAREST_AFTER)
    found, summaries = await fills.fetch_candidates(db, Search(page=1, per_page=count), wanted, meaning)
    known = dict(zip(found.ids.tolist(), summaries, strict=True))
    return [(similar, known[similar]) for similar in blend.order_similar(found, meaning, number)[:count]]
