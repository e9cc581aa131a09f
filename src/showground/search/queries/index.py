"""Makes listings findable: their words, and those words' keys, in the transaction that changes them."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from showground.core.database.pool import Connection
from showground.core.text_folding import joined, linked_spellings_of, name_spellings_of, spellings_of, words_of
from showground.search.ranking import STEPS
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
# A word that was known only as a name written as one becomes a word of its own by another row.
UNKNOWN_WORDS = """
select word from unnest(%(words)s::text[]) word where not exists (
    select from search_word known
    where known.word = word.word collate "C" and (not known.compound or word.word = any(%(compounds)s::text[]))
)
"""
MISSING = """
select id from public_listing where not exists (select from listing_search where listing_id = id) order by id
"""


async def index(db: Connection, ids: Sequence[int], rows: Iterable[Mapping[str, Any]]) -> None:
    """Make those of these listings that are public, whose rows are given, findable by what they say, and only those."""
    found = [(row, _fields(row)) for row in rows]
    public = [row["id"] for row, _ in found]
    await db.execute(
        "delete from listing_search where listing_id = any(%s) and listing_id <> all(%s)", (list(ids), public)
    )
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
    words: set[str] = set()
    compounds: set[str] = set()
    for row, fields in found:
        compound = {joined(row["name"])} if len(words_of(row["name"])) > 1 else set[str]()
        compounds |= compound
        words |= set().union(*fields.values()) - compound
    await add_words(db, words | compounds, compounds - words)


async def set_standings(db: Connection, votes: Mapping[int, int]) -> None:
    """Rank these listings by so many votes from now on."""
    await db.execute(SET_STANDINGS, (list(votes), [_standing(count) for count in votes.values()]))


async def find_missing(db: Connection) -> list[int]:
    """Public listings that search does not know; there are some after an upgrade that changed how words are kept."""
    return [number for (number,) in await db.all(MISSING)]


async def add_words(db: Connection, words: Iterable[str], compounds: Collection[str] = ()) -> None:
    """Know these words from now on, some of them as names written as one; they are counted later.

    Two who add the same word at the same time add it twice: so nobody waits for another's commit, and no two for each
    other's. The lock keeps off only who would forget a word that is relied upon here.
    """
    await db.execute("lock table search_word in row exclusive mode")
    asked = {"words": list(words), "compounds": list(compounds)}
    unknown = [word for (word,) in await db.all(UNKNOWN_WORDS, asked)]
    # An array as PostgreSQL reads it: psycopg takes several times as long to write a list as one.
    await db.copy_rows(
        "search_word (word, keys, compound)",
        ((word, f"{{{','.join(map(str, keys_of(word)))}}}", word in compounds) for word in unknown),
    )


def _fields(row: Mapping[str, Any]) -> dict[str, set[str]]:
    """The words of a listing by the weight of the field, each once, where it weighs most."""
    tags = ", ".join([*(row["keywords"] or ()), *(row["tags"] or ())])
    description = "\n".join(filter(None, (row["short_description"], row["description"])))
    found: dict[str, set[str]] = {}
    seen: set[str] = set()
    for weight, words in (
        ("A", name_spellings_of(row["name"])),
        ("B", linked_spellings_of(row["tagline"] or "")),
        ("C", linked_spellings_of(tags)),
        ("D", spellings_of(description)),
    ):
        found[weight] = set(words) - seen
        seen |= found[weight]
    return found


def _standing(votes: int) -> int:
    """How a listing stands by votes, in steps of a logarithm: beyond a dozen votes, most change nothing."""
    return round(STEPS * math.log1p(votes))


def _tsvector(fields: Mapping[str, Iterable[str]]) -> str:
    """All words at the same place: only their weights matter. Words hold no quotes.

    A word without a place weighs as one with the weight D, and most are of that: so rows are a third shorter.
    """
    marks = {weight: "" if weight == "D" else f":1{weight}" for weight in fields}
    return " ".join(f"'{word}'{marks[weight]}" for weight, words in fields.items() for word in words)
