"""Looks up the words of a query: how common they are, and which known words may be meant by a typo or a beginning."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from showground.core.database.pool import Connection
from showground.search.queries import arrays
from showground.search.spelling import beginning_keys_of, begun_by, full_keys_of, lengths_near, nearest

NEAREST_KEPT = 20  # words per edit distance
BEGUN_KEPT = 40
ANY_LENGTH = 2**31 - 1
LAST_LETTER = "\U0010ffff"
BEGINNING = "^"  # marks a lookup of the last word as the beginning of a word
GOES_ON = "^^"  # marks rows with words that begin with the last word
JOINED = "^^^"  # marks rows with compounds (names written as one word) that begin with it
CACHED_KEYS = 4_096  # words whose keys are cached, about 2 MB; a word of 8 letters has 30 keys, which take 25 µs
NAMED = 64  # how many of the words that begin with it to return, the most common first

# The parameters are in sub-selects, where the planner can't see them, so that one plan serves all queries. Of the words
# that begin with the last one, compounds come last. Both in one number: PostgreSQL compares further columns far slower.
LOOK_UP = b"""
select asked.word, known.word, known.listings
from unnest(
    (select %(words)s::text[]), (select %(firsts)s::text[]), (select %(ends)s::text[]), (select %(keys)s::text[]),
    (select %(shortest)s::int[]), (select %(longest)s::int[])
) as asked (word, first, "end", keys, shortest, longest)
cross join lateral (
    select word, listings from search_word where word = asked.word collate "C"
    union all
    select word, listings from search_word
    where keys && asked.keys::int[] and length(word) between asked.shortest and asked.longest and (
        asked.first is null
        or not exists (
            select from search_word e where e.word >= asked.first collate "C" and e.word < asked."end" collate "C"
        )
    )
) known
union all
(
    select case when compound then %(joined)s else %(goes_on)s end, word, listings from search_word
    where word > (select %(last)s::text) collate "C" and word < (select %(last_end)s::text) collate "C"
    order by case when compound then listings - 2147483648 else listings end desc, word limit (select %(named)s::int)
)
union all
select null, '', reltuples::bigint from pg_class where oid = 'listing_search'::regclass
"""
Asked = tuple[str, str | None, str | None, str | None, int, int]  # in the order of LOOK_UP


@dataclass(frozen=True)
class KnownWord:
    """One word of the query: how many listings have it, and the known words it may be a typo of, with their counts."""

    listings: int = 0
    near: Mapping[int, Mapping[str, int]] = field(default_factory=dict[int, Mapping[str, int]])  # by distance


UNKNOWN = KnownWord()


@dataclass(frozen=True)
class Vocabulary:
    """The result of one lookup."""

    words: Mapping[str, KnownWord]
    begun: Mapping[str, int]  # words that begin with the last word, with one typo
    longer: Mapping[str, int]  # words that begin with the last word; the most common first, not all if there are many
    listings: int  # approximate number of all listings

    def listings_of(self, word: str) -> int:
        return self.words.get(word, UNKNOWN).listings


async def look_up(
    db: Connection, words: Sequence[str], others: Iterable[str] = (), *, last: str, all_typos: bool
) -> Vocabulary:
    """Look up these words with typos, and `others` without.

    `last` is the word that may be incomplete. Without `all_typos`, typos are looked up only for unknown words (for the
    last word: only if no known word begins with it).
    """
    asked = [_asked(word, word == last, all_typos) for word in dict.fromkeys(words)]
    asked += [(word, None, None, None, 0, 0) for word in others]
    _, first, end, *_ = _asked(last, True, all_typos)
    asked.append((BEGINNING + last, first, end, arrays.of_numbers(beginning_keys_of(last)), len(last) - 1, ANY_LENGTH))
    columns = [arrays.of_texts(column) for column in zip(*asked, strict=True)]
    rows = await db.start(
        LOOK_UP,
        dict(zip(("words", "firsts", "ends", "keys", "shortest", "longest"), columns, strict=True))
        | {"last": last, "last_end": last + LAST_LETTER, "goes_on": GOES_ON, "joined": JOINED, "named": NAMED},
    )
    found: dict[str, dict[str, int]] = {}
    total = 0
    for word, known, count in rows:
        if word is None:
            total = count
            continue
        counts = found.setdefault(word, {})
        if count > counts.get(known, -1):  # rows may repeat; a call of `max` for each would take longer
            counts[known] = count
    longer, compounds = found.pop(GOES_ON, {}), found.pop(JOINED, {})
    if not longer and last not in found.get(last, ()):  # otherwise, listings with these names are found anyway
        longer = compounds
    begun = found.pop(f"{BEGINNING}{last}", {})
    return Vocabulary(
        words={word: _known(word, counts) for word, counts in found.items()},
        begun=_most_common(begun, begun_by(last, list(begun)), BEGUN_KEPT),
        longer=longer,
        listings=max(total, 0),  # PostgreSQL reports -1 before the table was first analyzed
    )


def _asked(word: str, is_last: bool, all_typos: bool) -> Asked:
    """The parameters for one word. Without `all_typos`, a word counts as known if the vocabulary has a word between
    `first` and `end`."""
    first, end = (None, None) if all_typos else (word, word + (LAST_LETTER if is_last else "\x01"))
    return word, first, end, _keys_of(word), *lengths_near(len(word))


@lru_cache(CACHED_KEYS)
def _keys_of(word: str) -> str:
    return arrays.of_numbers(full_keys_of(word))


def _known(word: str, counts: Mapping[str, int]) -> KnownWord:
    if len(counts) == 1 and word in counts:
        return KnownWord(counts[word])
    near = {
        distance: _most_common(counts, others, NEAREST_KEPT) for distance, others in nearest(word, list(counts)).items()
    }
    return KnownWord(counts.get(word, 0), near)


def _most_common(counts: Mapping[str, int], words: Iterable[str], most: int) -> dict[str, int]:
    return {word: counts[word] for word in sorted(words, key=lambda word: (-counts[word], word))[:most]}
