"""Finds the matches of common words by their bitmaps (common_words.py): how many there are, and the most voted.

Each required word of a query covers several known words: itself, words that begin with it, and typos. The listings
with common ones among these are in the bitmaps; the word index finds those with the others. One statement fetches both,
so that they are from the same snapshot, and numpy combines them. A filter counts as one more required word.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, NamedTuple

from psycopg import sql

from showground.core.database.pool import Connection
from showground.search.filters import Filter, Search
from showground.search.interpretation import Interpretation, Term
from showground.search.listing_bits import Bits, CombinedParts, read_ids
from showground.search.queries.conditions import filter_conditions
from showground.search.queries.vocabulary import LAST_LETTER

# Up to this many changed listings, a search reads their rows itself. If there are more, as after an import, it does
# without bitmaps until they are merged.
MAX_UNMERGED = 1_000

# `prefix` is set if more words begin with the last one than the query lists. Then the bitmaps of common ones among them
# are used, and the word index is asked for those that have none of these. The listed words are left out there: they
# begin with it too, and the index would test each of them for each listing.
FETCH = sql.SQL(
    """
with asked as materialized (
    select word collate "C" as word, term from unnest(
        (select %(words)s::text[]), (select %(terms)s::int[])
    ) as asked (word, term)
    union
    select word, (select %(last)s::int) from search_bitmap
    where word > (select %(prefix)s::text) collate "C" and word < (select %(prefix_end)s::text) collate "C"
    {category} {weeks}
), common as materialized (
    select word, term from asked where exists (select from search_bitmap stored where stored.word = asked.word)
), rare as materialized (
    select term, case when term = (select %(last)s::int) and (select %(prefix)s::text) is not null
        then (coalesce(query, '') || (quote_literal((select %(prefix)s::text)) || ':*')::tsquery) && coalesce((
            select !!string_agg(quote_literal(word), ' | ')::tsquery from common where common.term = listed.term
        ), '')
        else query end as query
    from (
        select term, string_agg(quote_literal(word), ' | ') filter (where is_rare)::tsquery as query
        from (
            select *, word not in (select word from common) and not coalesce(
                term = (select %(last)s::int) and starts_with(word, (select %(prefix)s::text)), false
            ) as is_rare from asked
        ) each group by term
    ) listed
), unmerged as materialized (
    select listing_id from search_unmerged limit (select %(most)s::int) + 1
), {tiers}
select 'word', term, part, bits from common cross join lateral (
    select part, bits from search_bitmap stored where stored.word = common.word offset 0
) stored
union all
select 'status', 0, part, bits from search_bitmap where word = '^' || (select %(status)s::text)
union all
{top}
union all
select 'rare', term, null, (
    select string_agg(int8send(listing_id), '') from listing_search where words @@ rare.query
) from rare where query is not null
union all
select 'unmerged', count(*), null, string_agg(int8send(listing_id), '') from unmerged
union all
select 'filters', count(*), null, null from search_bitmap where word = '^filters-and-weeks'
union all
select 'changed', 0, null, string_agg(int8send(listing_id), '')
from listing_search s join listing l on l.id = s.listing_id
where s.listing_id = any((select array(select listing_id from unmerged))::bigint[])
    and s.status = (select %(status)s::text)
    and ((select %(match)s::text) is null or s.words @@ (select %(match)s::tsquery)) {conditions}
{rest_of_week}
"""
)
# The most voted listings, at least so many of them, and whether there are others.
TIERS = sql.SQL(
    """
    tier as materialized (
        select word, sum(sum(listings)) over (order by word desc) - sum(listings) as above
        from search_bitmap where word >= '^00' and word < '^:' group by word
    )
    """
)
TOP = sql.SQL(
    """
    select 'top', substr(tier.word, 2)::int, part, bits from tier cross join lateral (
        select part, bits from search_bitmap stored where stored.word = tier.word offset 0
    ) stored where above < (select %(enough)s::bigint)
    union all
    select 'below', count(*), null, null from tier where above >= (select %(enough)s::bigint)
    """
)
FETCH_TOP = (sql.SQL("with ") + TIERS + TOP).as_bytes()
OF_CATEGORY = sql.SQL(
    """
    union all
    select '^category=' || id, (select %(category_term)s::int) from category where slug = (select %(category)s::text)
    """
)
# What has changed since a time: all weeks after that one have bitmaps, and the rest of that week is read by an index.
LATER_WEEKS = sql.SQL(
    """
    union
    select word, (select %(changed_term)s::int) from search_bitmap
    where word > (select %(week)s::text) collate "C" and word < '^changed>' collate "C"
    """
)
REST_OF_WEEK = sql.SQL(
    """
    union all
    select 'rare', (select %(changed_term)s::int), null, string_agg(int8send(listing_id), '') from public_profile
    where changed_at >= (select %(updated_since)s::timestamptz) and changed_at < (select %(week_end)s::timestamptz)
    """
)
# There are bitmaps of these.
FILTERS: frozenset[Filter] = frozenset({"category", "country", "stage", "pricing_model", "updated_since"})
WEEK, MAX_WEEK = 604_800, 99_999  # seconds, and the last week whose number has five digits


BitmapRow = tuple[str, int, int | None, bytes | None]  # kind, number, part, and what is stored of it
StoredPart = tuple[int, bytes]
Tiers = Mapping[int, Sequence[StoredPart]]
"""The listings of each tier of votes; a higher number is more votes."""


class MostVoted(NamedTuple):
    """Ids of matches: `certain` are among the most voted; the remaining places are filled from `others`."""

    certain: Sequence[int]
    others: Sequence[int] = ()
    enough: bool = True  # whether the tiers that were read contain as many as asked for


class BitmapMatches(NamedTuple):
    total: int
    most_voted: MostVoted  # at least as many as asked for, if there are; all if there are few
    complete: bool  # whether there can be no others that have more votes than one of these
    bits: Callable[[], tuple[int, bytes]]  # a bit for each id, set if it matches; and the id of the first one
    among: Callable[[Tiers], MostVoted]  # the most voted of the matches in these tiers

    def values(self) -> dict[str, Any]:
        """Of the statements that go along the bits."""
        first, bits = self.bits()
        return {"first_id": first, "end_id": first + 8 * len(bits), "bits": bits}


@cache
def statement(filters: frozenset[Filter]) -> bytes:
    nothing, since = sql.SQL(""), "updated_since" in filters
    return FETCH.format(
        category=OF_CATEGORY if "category" in filters else nothing,
        weeks=LATER_WEEKS if since else nothing,
        rest_of_week=REST_OF_WEEK if since else nothing,
        conditions=filter_conditions(filters),
        tiers=TIERS,
        top=TOP,
    ).as_bytes()


async def find_filtered(db: Connection, search: Search, few: int) -> BitmapMatches | None:
    """The listings that match the filters, and the ids of all of them if they are at most `few`."""
    rows = await (await db.execute(statement(search.filters), values(None, search, 0), binary=True)).fetchall()
    return combine(rows, len(search.filters), 0, few, filtered=True)


def values(interpretation: Interpretation | None, search: Search, enough: int) -> dict[str, Any]:
    """The parameters of the statement.

    `interpretation`: None if there are only filters. `enough`: among about how many of the most voted listings to look.
    """
    required = [term for term in interpretation.terms if term.required] if interpretation else []
    asked = [(word, number) for number, term in enumerate(required) for word in _words(term)]
    places: dict[Filter, int] = {name: place for place, name in enumerate(search.filtered, len(required))}
    # The category's name contains its id, which the statement looks up.
    asked += [
        (f"^{name}={value}", places[name])
        for name, value in search.filtered.items()
        if name not in ("category", "updated_since")
    ]
    since = search.updated_since.timestamp() if search.updated_since else 0
    week = min(max(int(since // WEEK), 0), MAX_WEEK)
    prefix = required[-1].word if required and required[-1].more_begin else None
    return search.values() | {
        "words": [word for word, _ in asked],
        "terms": [number for _, number in asked],
        "category_term": places.get("category"),
        "changed_term": places.get("updated_since"),
        "week": f"^changed={week:05}",
        "week_end": datetime.fromtimestamp((week + 1) * WEEK, UTC),
        "all_terms": len(required) + len(places),
        "last": len(required) - 1,
        "prefix": prefix,
        "prefix_end": prefix and prefix + LAST_LETTER,
        "match": interpretation.match if interpretation else None,
        "enough": enough,
        "most": MAX_UNMERGED,
    }


async def find_top(db: Connection, found: BitmapMatches, enough: int) -> BitmapMatches:
    """Look for the most voted of these matches among about so many listings.

    Of what has been merged since the matches were found, some may be missed; then others are scored instead.
    """
    rows: Sequence[BitmapRow] = await (await db.execute(FETCH_TOP, {"enough": enough}, binary=True)).fetchall()
    [others] = [number for kind, number, *_ in rows if kind == "below"]
    tiers: dict[int, list[StoredPart]] = defaultdict(list)
    for _, tier, part, bits in rows:
        if part is not None:
            tiers[tier].append((part, bits or b""))
    most_voted = found.among(tiers)
    return found._replace(most_voted=most_voted, complete=most_voted.enough or not others)


def combine(rows: Sequence[BitmapRow], terms: int, head: int, few: int, *, filtered: bool) -> BitmapMatches | None:
    """The matches, from the rows of the statement; None if there are no bitmaps, or too many changes since they were
    made."""
    stored: dict[tuple[str, int], list[tuple[int, bytes]]] = defaultdict(list)
    ids: dict[tuple[str, int], bytes] = {}
    numbers: dict[str, int] = {}
    for kind, number, part, content in rows:
        if part is not None:
            stored[kind, number].append((part, content or b""))
        elif content is not None:
            ids[kind, number if kind == "rare" else 0] = content
        numbers[kind] = number
    if not stored["status", 0] or numbers["unmerged"] > MAX_UNMERGED or (filtered and not numbers["filters"]):
        return None
    parts = CombinedParts(part for part, _ in stored["status", 0])
    found: Bits = parts.combine(stored["status", 0])
    for term in range(terms):
        found &= parts.combine(stored["word", term], read_ids(ids.get(("rare", term))))
    if unmerged := ids.get(("unmerged", 0)):
        parts.remove(found, read_ids(unmerged))
    changed = sorted(set(read_ids(ids.get(("changed", 0))).tolist()))  # np.unique imports much of numpy: 70 ms
    total = parts.count(found) + len(changed)
    bits = partial(parts.as_bits, found, changed)
    among = partial(find_most_voted, parts, found, changed, head)
    if total <= few:
        return BitmapMatches(total, MostVoted([*parts.ids_of(found), *changed]), True, bits, among)
    most_voted = among({tier: some for (kind, tier), some in stored.items() if kind == "top"})
    return BitmapMatches(total, most_voted, most_voted.enough or not numbers["below"], bits, among)


def find_most_voted(parts: CombinedParts, found: Bits, changed: Sequence[int], head: int, tiers: Tiers) -> MostVoted:
    """The most voted of the matches in these tiers, at least `head` if there are.

    Bitmaps don't tell which listings of a tier have the most votes. So the lowest tiers are left out as long as the
    others have enough. Then votes are to be compared in the lowest one that is left, and in the ones above it whose
    places may be taken by what has changed since the bitmaps were made: that may have any number of votes.
    """
    certain = found & parts.combine([row for some in tiers.values() for row in some])
    others: list[int] = []
    enough = parts.count(certain) >= head
    for tier in sorted(tiers):
        if parts.count(certain) + len(changed) <= head:
            break
        lowest = certain & parts.combine(tiers[tier])
        certain &= ~lowest
        if parts.count(certain) < head:
            others += parts.ids_of(lowest)
    return MostVoted(parts.ids_of(certain), [*others, *changed], enough)


def _words(term: Term) -> list[str]:
    return list(dict.fromkeys([*term.exact, *term.longer, *term.near, *term.far]))
