"""Finds a page of listings and the total number of matches.

`plans.py` chooses how, from estimates; here each plan is run. Every run remembers its steps, which
`showground search explain` prints.
"""

from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from showground.core.database.pool import Connection
from showground.search import plans
from showground.search.english_words import is_english
from showground.search.filters import Search
from showground.search.interpretation import Interpretation, Term, interpret
from showground.search.plans import ChosenPlan, Estimate, SearchPlan
from showground.search.queries import arrays, ranking, statements, totals

if TYPE_CHECKING:
    from showground.search.queries.bitmap_matches import BitmapMatches
    from showground.search.queries.fills import Ahead, Fills


@dataclass(frozen=True)
class SearchResults:
    """The stored summaries of one page, and the number of matches on all pages."""

    summaries: list[str]
    total: int
    few: Sequence[int] | None = None  # the ids of all matches, if others may follow them
    named: bool | None = None  # whether the name of one of these few has all the words


@dataclass(frozen=True)
class SearchStep:
    """One statement of a search: for which interpretation of the words (a tsquery), by which plan, and why."""

    match: str | None
    chosen: ChosenPlan
    statement: bytes
    values: Mapping[str, Any]


async def find(db: Connection, search: Search) -> SearchResults:
    """Find a page of listings.

    The statements need no common snapshot, which would cost three more round trips: each one is consistent in itself,
    and what an earlier one tells a later one are estimates, or ids that the later one leaves out.
    """
    return await SearchRun(db, search).find()


class SearchRun:
    """One search, with the steps that it took.

    `interpretation` is the one that found something, or else the one that was tried last. `following` are the ids of
    the listings that follow those that match it.
    """

    def __init__(self, db: Connection, search: Search) -> None:
        self.db = db
        self.search = search
        self.steps: list[SearchStep] = []
        self.interpretation: Interpretation | None = None
        self.following: Sequence[int] = ()
        self._ahead: Ahead | None = None

    async def find(self) -> SearchResults:
        if self.search.q is None:
            return await self._find_by_filters()
        # Closed at once: asyncio would close what is left of a generator in a task of its own, which takes 0.1 ms.
        async with aclosing(interpret(self.db, self.search.q)) as interpretations:
            if self.search.sort != "relevance":
                async for interpretation in interpretations:
                    self.interpretation = interpretation
                    found = await self._find_by_words(interpretation)
                    if found.total:
                        return found
                return SearchResults([], 0)
            looser: list[Interpretation] = []
            async for interpretation in interpretations:
                if not interpretation.complete:
                    looser.append(interpretation)
                    continue
                self.interpretation = interpretation
                found = await self._find_by_words(interpretation)
                if found.total:
                    return await self._continue(found, interpretation)
        return await self._find_instead(looser)

    async def _continue(self, found: SearchResults, complete: Interpretation) -> SearchResults:
        """The matches of all words; if they are few, followed by listings that match most words or mean the same.

        Nothing follows if somebody looks for a listing by its name. A name has a word that is not English, unlike
        `photo editor`, even if a listing is named that.
        """
        if found.few is None or (found.named and any(not is_english(term.word) for term in complete.terms)):
            return found
        from showground.search.queries import fills  # noqa: PLC0415  numpy takes a tenth of a second to import

        return await self._append(found, await fills.find_after(self.db, self.search, complete, found.few, self._ahead))

    async def _find_instead(self, looser: Sequence[Interpretation]) -> SearchResults:
        """Nothing matches all words, so find listings that match most of them or mean the same."""
        from showground.search.queries import fills  # noqa: PLC0415  as above

        if looser:
            self.interpretation = looser[0]
        return await self._append(SearchResults([], 0), await fills.find_instead(self.db, self.search, looser))

    async def _append(self, found: SearchResults, fills: "Fills") -> SearchResults:
        from showground.search.queries.fills import fetch_summaries  # noqa: PLC0415  as above

        self.following = fills.ids
        first, count = max(0, self.search.offset - found.total), self.search.per_page - len(found.summaries)
        added = await fetch_summaries(self.db, fills, first, count)
        return SearchResults([*found.summaries, *added], found.total + len(fills.ids), found.few)

    async def _find_by_filters(self) -> SearchResults:
        search, values = self.search, self.search.values()
        size = await self._size_of_category(values) if "category" in search.filters else None
        chosen = plans.plan_filters(search.offset + search.per_page, size)
        if chosen.plan is SearchPlan.NOTHING:
            return SearchResults([], 0)
        few = chosen.plan is SearchPlan.READ_AND_SORT
        combined = None if few else await plan_filter_bitmaps(self.db, search, search.offset + search.per_page)
        most = plans.MAX_SCORED[False]
        if combined and (known := await self._combine(combined, None, 0, 0, most)):
            return await self._sort(combined, values, known, most)
        return await self._fetch(chosen, statements.without_words(search.sort, search.filters, few=few), values)

    async def _sort(
        self, chosen: ChosenPlan, values: Mapping[str, Any], known: "BitmapMatches", most: int
    ) -> SearchResults:
        """A page of known matches. If they are at most `most`, they are fetched and sorted; if there are more, a walk
        along the sort index meets them soon."""
        if known.total <= most:
            with_ids = {**values, "ids": arrays.of_numbers(known.most_voted.certain)}
            return await self._fetch(chosen, statements.sorted_ids(self.search.sort), with_ids)
        row = await self._run(chosen, statements.sorted_bits(self.search.sort), {**values, **known.values()})
        return SearchResults(row[0] if row else [], known.total)

    async def _size_of_category(self, values: Mapping[str, Any]) -> tuple[int, int]:
        return await (await self.db.execute(statements.SIZE_OF_CATEGORY, values)).fetchone() or (0, 0)

    async def _find_by_words(self, interpretation: Interpretation) -> SearchResults:
        search, shape = self.search, ranking.Shape.of(interpretation)
        self._ahead = None
        values = search.values() | {"match": interpretation.match}
        estimate = Estimate(
            interpretation.most,
            interpretation.likely,
            interpretation.listings,
            shape.typos,
            shape.terms,
            interpretation.tests,
        )
        if search.sort != "relevance":
            chosen = plans.plan_sorted(estimate)
            if chosen.plan is SearchPlan.SORT_MATCHES:
                return await self._fetch(chosen, statements.sorted_matches(search.sort, search.filters), values)
            by_bitmaps = await self._find_by_bitmaps(interpretation, estimate, 0)
            if by_bitmaps:
                few = plans.MAX_SCORED[shape.typos]
                by = self.steps[-1].chosen if by_bitmaps.total <= few else chosen
                return await self._sort(by, values, by_bitmaps, few)
            total = await self._count(interpretation)
            row = await self._run(chosen, statements.sorted_many(search.sort, search.filters), values)
            return SearchResults(row[0] if row else [], total)
        few, head = plans.MAX_SCORED[shape.typos], plans.count_candidates(shape.terms, typos=shape.typos)
        values |= ranking.values(interpretation) | {"few": few, "head": head}
        by_bitmaps = await self._find_by_bitmaps(interpretation, estimate, head)
        if by_bitmaps and not by_bitmaps.total:
            return SearchResults([], 0)
        if by_bitmaps:
            known = by_bitmaps.most_voted
            certain, others = arrays.of_numbers(known.certain), arrays.of_numbers(known.others)
            values |= {"total": by_bitmaps.total, "certain": certain, "others": others}
            if by_bitmaps.total <= few:
                values["head"] = few
            head_of_ids = statements.head_of_ids(shape, search.filters)
            return await self._find_among_many(self.steps[-1].chosen, head_of_ids, values, by_bitmaps)
        chosen = plans.plan_ranked(estimate)
        if chosen.plan is SearchPlan.SCORE_CANDIDATES:
            return await self._find_among_many(chosen, statements.head_of_matches(shape, search.filters), values)
        if chosen.plan is SearchPlan.WALK_VOTES_INDEX:
            values["total"] = await self._count(interpretation)
            chosen = plans.plan_counted(estimate, values["total"])
            if chosen.plan is SearchPlan.WALK_VOTES_INDEX:
                return await self._find_among_many(chosen, statements.head_of_most(shape, search.filters), values)
        few_match = estimate.most <= plans.SCORED_AT_ONCE
        statement = statements.ranked_matches(shape, search.filters, few=few_match)
        ahead = interpretation.terms if plans.plan_ahead(estimate) else ()
        row = await self._run(chosen, statement, values, ahead=ahead)
        return SearchResults(*row) if row else SearchResults([], 0)

    async def _find_among_many(
        self, chosen: ChosenPlan, statement: bytes, values: Mapping[str, Any], known: "BitmapMatches | None" = None
    ) -> SearchResults:
        """The scored candidates first, by score; then all other matches, the most voted first. `known`: all matches."""
        search = self.search
        # With filters, or along the votes index, the best way depends on the words, so PostgreSQL plans each query
        # separately.
        one_plan = known or (chosen.plan is SearchPlan.SCORE_CANDIDATES and not search.filters)
        found = await self._run(chosen, statement, values, prepare=None if one_plan else False)
        found = found or ([], 0, None, None, None)
        summaries, total, head, few, named = found
        if head is None:
            return SearchResults(summaries, total, few, named)
        here = head[search.offset : search.offset + search.per_page]
        # Ask for exactly as many as exist: looking for one more would scan everything.
        missing = max(0, min(search.per_page - len(here), total - len(head)))
        rest = {"offset": max(0, search.offset - len(head)), "limit": missing, "head_ids": head, "page_ids": here}
        if known:
            row = await self._run(chosen, statements.REST_OF_BITS, {**values, **rest, **known.values()})
        else:
            row = await self._run(chosen, statements.rest_of_matches(search.filters), {**values, **rest})
        return SearchResults(row[0] if row else [], total)

    async def _find_by_bitmaps(
        self, interpretation: Interpretation, estimate: Estimate, head: int
    ) -> "BitmapMatches | None":
        """The number of matches and at least `head` of the most voted ones, if bitmaps are of use here."""
        chosen = plans.plan_bitmaps(estimate)
        if chosen is None or not interpretation.requires_all:
            return None
        few = plans.MAX_SCORED[estimate.typos]
        if "updated_since" in self.search.filters and await self._count_changed(few + 1) <= few:
            return None  # the index of changes leads to these at once
        # How many match the filters is not known in advance, so then the first statement only counts.
        counted = not self.search.filters and self.search.status == "live"
        top = plans.count_top(estimate.listings, estimate.likely, head) if counted else 0
        found = await self._combine(chosen, interpretation, top, head, few)
        if found and not found.complete and not counted:
            found = await self._find_top(chosen, found, plans.count_top(estimate.listings, found.total, head))
        if found and not found.complete:
            found = await self._find_top(chosen, found, plans.ALL_LISTINGS)
        return found

    async def _find_top(self, chosen: ChosenPlan, found: "BitmapMatches", top: int) -> "BitmapMatches":
        from showground.search.queries import bitmap_matches  # noqa: PLC0415  as above

        self.steps.append(SearchStep(None, chosen, bitmap_matches.FETCH_TOP, {"enough": top}))
        return await bitmap_matches.find_top(self.db, found, top)

    async def _combine(
        self, chosen: ChosenPlan, interpretation: Interpretation | None, top: int, head: int, few: int
    ) -> "BitmapMatches | None":
        """The matches by bitmaps. The most voted matches are looked for among about the `top` most voted listings."""
        from showground.search.queries import bitmap_matches  # noqa: PLC0415  as above

        filters = self.search.filters
        if filters - bitmap_matches.FILTERS:
            return None
        values = bitmap_matches.values(interpretation, self.search, top)
        statement = bitmap_matches.statement(filters)
        self.steps.append(SearchStep(interpretation.match if interpretation else None, chosen, statement, values))
        rows = await self.db.start(statement, values, binary=True)
        return bitmap_matches.combine(rows, values["all_terms"], head, few, filtered=bool(filters))

    async def _count_changed(self, most: int) -> int:
        """How many listings have changed since the time that is asked for, counted up to `most`."""
        row = await self.db.one(statements.COUNT_CHANGED, self.search.values() | {"most": most})
        return row[0] if row else 0

    async def _count(self, interpretation: Interpretation) -> int:
        return await totals.count(self.db, self.search, interpretation.match, interpretation.likely)

    async def _fetch(self, chosen: ChosenPlan, statement: bytes, values: Mapping[str, Any]) -> SearchResults:
        row = await self._run(chosen, statement, values)
        return SearchResults(*row) if row else SearchResults([], 0)

    async def _run(
        self,
        chosen: ChosenPlan,
        statement: bytes,
        values: Mapping[str, Any],
        *,
        prepare: bool | None = None,
        ahead: Sequence[Term] = (),
    ) -> tuple[Any, ...] | None:
        """`ahead`: find the listings of similar meaning if these are English and PostgreSQL works meanwhile."""
        self.steps.append(SearchStep(values.get("match"), chosen, statement, values))
        answer = self.db.start(statement, values, prepare=prepare)
        if ahead and self.db.is_answering and all(term.is_english for term in ahead):
            from showground.search.queries import fills  # noqa: PLC0415  as above

            self._ahead = fills.look_ahead(self.db, self.search, ahead)
        rows = await answer
        return rows[0] if rows else None


async def plan_filter_bitmaps(db: Connection, search: Search, last_row: int) -> ChosenPlan | None:
    """Whether to find the listings that match the filters by bitmaps, without words."""
    chosen = plans.plan_filter_bitmaps(search.filters, last_row)
    if chosen or len(search.filters) != 1 or "category" in search.filters or "domain" in search.filters:
        return chosen
    row = await (await db.execute(statements.SIZE_OF_DIRECTORY, search.values())).fetchone()
    return plans.plan_large_filter(row[0] if row else 0)
