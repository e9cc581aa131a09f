"""Indexes listings for search, in the transaction that changes them: words, keys for typos, and meaning."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from showground.core.database.pool import Connection
from showground.core.text_folding import joined, linked_spellings_of, name_spellings_of, spellings_of, words_of
from showground.search.embedding.choice import get_chosen
from showground.search.origin_words import origin_words
from showground.search.queries.ranking import STEPS
from showground.search.spelling import keys_of

ADD_ROWS = """
insert into listing_search (listing_id, status, name, name_length, standing, names, words)
select * from unnest(%s::bigint[], %s::text[], %s::text[], %s::int[], %s::int[], %s::tsvector[], %s::tsvector[])
on conflict (listing_id) do update set status = excluded.status, name = excluded.name,
    name_length = excluded.name_length, standing = excluded.standing, names = excluded.names, words = excluded.words
"""
SET_STANDINGS = """
update listing_search s set standing = n.standing from unnest(%s::bigint[], %s::int[]) as n (id, standing)
where s.listing_id = n.id and s.standing <> n.standing
"""
# A word may be known only as a compound, that is a name written as one word. As an ordinary word, it gets another row.
UNKNOWN_WORDS = """
select word from unnest(%(words)s::text[]) word where not exists (
    select from search_word known
    where known.word = word.word collate "C" and (not known.compound or word.word = any(%(compounds)s::text[]))
)
"""
MISSING = """
select id from public_listing where id > %(after)s and (
    not exists (select from listing_search where listing_id = id)
    or not exists (select from listing_meaning where listing_id = id and by_encoder = (select %(by_encoder)s))
) order by id limit %(most)s
"""
# Rows that an earlier version wrote: the words of name, tagline, keywords and tags are copied into the row.
FILL_TOP_WORDS = """
update listing_search set top_words = ts_filter(words, '{a,b,c}') where listing_id in (
    select listing_id from listing_search where top_words is null and listing_id > %s order by listing_id limit %s
) returning listing_id
"""
# A listing is also found by the names of its categories and of those above them.
CATEGORY_NAMES = """
select c.slug, array_remove(array[c.name, p.name], null) from category c left join category p on p.id = c.parent_id
"""


async def index(db: Connection, ids: Sequence[int], rows: Iterable[Mapping[str, Any]]) -> None:
    """Index these listings: those in `rows`, which are public, are added or updated; the others are removed."""
    from showground.search.queries import meanings  # noqa: PLC0415  numpy takes a tenth of a second to import

    categories: dict[str, list[str]] = dict(await db.all(CATEGORY_NAMES))
    found = [(row, _fields(row, categories)) for row in rows]
    public = [row["id"] for row, _ in found]
    gone = [number for number in ids if number not in set(public)]
    await db.execute("delete from listing_search where listing_id = any(%s)", (gone,))
    await db.execute("delete from listing_meaning where listing_id = any(%s)", (gone,))
    await db.execute("insert into search_change default values")
    if not found:
        return
    await db.execute(
        ADD_ROWS,
        (
            public,
            [row["status"] for row, _ in found],
            [joined(row["name"]) for row, _ in found],
            [len(words_of(row["name"])) for row, _ in found],
            [_standing(row["votes"]) for row, _ in found],
            [_tsvector({"A": fields["A"]}) for _, fields in found],
            [_tsvector(fields) for _, fields in found],
        ),
    )
    await meanings.write(db, (row for row, _ in found), categories)
    words: set[str] = set()
    compounds: set[str] = set()
    for row, fields in found:
        compound = {joined(row["name"])} if len(words_of(row["name"])) > 1 else set[str]()
        compounds |= compound
        words |= set().union(*fields.values()) - compound
    await add_words(db, words | compounds, compounds - words)


async def set_standings(db: Connection, votes: Mapping[int, int]) -> None:
    """Update the vote counts that ranking uses."""
    await db.execute(SET_STANDINGS, (list(votes), [_standing(count) for count in votes.values()]))


async def find_missing(db: Connection, after: int, most: int) -> list[int]:
    """Public listings that are not indexed, or whose vectors are not those of the embedder that the settings name.

    There are some after an upgrade that changed how words are stored, and after a change of that setting. `after`: the
    last id that was looked at.
    """
    asked = {"after": after, "most": most, "by_encoder": get_chosen() == "encoder"}
    return [number for (number,) in await db.all(MISSING, asked)]


async def fill_top_words(db: Connection, after: int, most: int) -> int | None:
    """Fill `top_words` where it is missing, of listings with ids greater than `after`; returns the last id, if any."""
    return max((number for (number,) in await db.all(FILL_TOP_WORDS, (after, most))), default=None)


async def add_words(db: Connection, words: Iterable[str], compounds: Collection[str] = ()) -> None:
    """Add words to the vocabulary; `compounds` are names written as one word. They are counted later.

    If two transactions add the same word at once, it is there twice, until `count_words` merges the rows. With a unique
    index, one would have to wait for the other's commit, and two could deadlock. The lock only keeps `count_words` from
    deleting a word that we rely on.
    """
    await db.execute("lock table search_word in row exclusive mode")
    asked = {"words": list(words), "compounds": list(compounds)}
    unknown = [word for (word,) in await db.all(UNKNOWN_WORDS, asked)]
    # Format the array ourselves: psycopg takes several times as long.
    await db.copy_rows(
        "search_word (word, keys, compound)",
        ((word, f"{{{','.join(map(str, keys_of(word)))}}}", word in compounds) for word in unknown),
    )


def _fields(row: Mapping[str, Any], categories: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """The words of a listing by the weight of their field. Each word appears once, in its heaviest field."""
    in_categories = [name for category in row["categories"] or () for name in categories.get(category["slug"], ())]
    tags = ", ".join([*(row["keywords"] or ()), *(row["tags"] or ())])
    description = "\n".join(filter(None, (row["short_description"], row["description"], *in_categories)))
    origin = origin_words((founder["name"] for founder in row["founders"] or ()), row["city"], row["country"])
    found: dict[str, set[str]] = {}
    seen: set[str] = set()
    for weight, words in (
        ("A", name_spellings_of(row["name"])),
        ("B", linked_spellings_of(row["tagline"] or "")),
        ("C", linked_spellings_of(tags)),
        ("D", origin.union(spellings_of(description))),
    ):
        found[weight] = set(words) - seen
        seen |= found[weight]
    return found


def _standing(votes: int) -> int:
    """The votes on a logarithmic scale, in whole steps: beyond the first dozen, most votes change nothing here."""
    return round(STEPS * math.log1p(votes))


def _tsvector(fields: Mapping[str, Iterable[str]]) -> str:
    """A tsvector in which only weights matter, so all words have the same position. Words contain no quotes.

    A word without a position counts as weight D, which most words have. Leaving it out makes rows a third shorter.
    """
    marks = {weight: "" if weight == "D" else f":1{weight}" for weight in fields}
    return " ".join(f"'{word}'{marks[weight]}" for weight, words in fields.items() for word in words)
