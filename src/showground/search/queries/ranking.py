"""The score of a listing for a query, as an SQL expression over a row of SCORED, which selects from `listing_search s`.

The score adds up, for each term of the query: weight (rare words weigh more) * kind of match (exact 1.0, one typo 0.6,
...) * field (name and tagline count most). Then it adds a bonus if the name consists of the words, a large bonus if the
name is exactly the query, and a small one for votes, so that votes decide only between similar matches.

For example, for `backup` the listing named "Backup" gets the 20-point bonus and comes first, a listing with "backup" in
its tagline comes next, and one that only mentions it in the description last.

The words of a listing are stored out of line, and fetching them takes most of the time. So BEST first computes for each
match the score that it can reach at most, from its narrow row. That has the words of name, tagline, keywords and tags;
only words of the description are missing, which add little. The most promising matches are scored in full, and then
those others that could still reach the page. Example: the 20th best of the most promising has a score of 1.9. Of 900
other matches, 30 could reach that; only the words of these are fetched. The page is the same as if all were scored,
unless a description has more words that are alike than MAX_IN_DESCRIPTION.
"""

from dataclasses import dataclass
from typing import Any, LiteralString

from psycopg import sql

from showground.search.interpretation import NOTHING, Interpretation, Term

FIELDS = "{0.15,0.3,0.9,0.8}"  # weight of a match in the description, keywords, tagline and name
MAX_IN_FIELDS = 0.55  # the ts_rank of one match in the heaviest field
WORTH = {"exact": 1.0, "beginning": 0.7, "near": 0.6, "far": 0.4}  # by kind of match
NAME = 1.0  # bonus if the name consists of the query's words and nothing else
SAME_NAME = 20.0
VOTES = 0.012  # bonus each time the votes grow by a factor of e, relative to the best score of the words
STEPS = 10  # steps of `standing` (the logarithm of the votes) per factor of e

# The ts_rank of a word in the description, rounded up.
IN_DESCRIPTION = 0.0912
# Words of one kind that a description may have in addition, such as two words with one typo; more are unlikely.
MAX_IN_DESCRIPTION = {"exact": 99, "beginning": 2, "near": 2, "far": 2}
MORE_SCORED = 20  # matches that are scored at first, in addition to those of the page and the pages before it

# What the score reads of the rows that match. The words of a listing are stored out of line, and PostgreSQL would fetch
# them again for each function that looks into them, 4 µs each time. An array holds them in memory, so that each row
# fetches them once; `offset 0` keeps the planner from putting the column back in place of the array.
SCORED = sql.SQL(
    "select s.listing_id, s.name, s.name_length, s.names, s.standing, array[s.words] as fetched_words {rows} offset 0"
)
# ts_rank adds up the words that match a prefix, and divides by the number of alternatives. `least` and `count` undo
# both. Only the first kind that matches counts: checking the others would take most of the time.
IN_FIELDS = sql.SQL(
    "nullif({worth} * least({most}, {count}::float8"
    " * ts_rank({fields}::real[], s.fetched_words[1], {query}::tsquery)), 0)"
)
BEST_IN_FIELDS = sql.SQL("{weight}::float8 * coalesce({kinds}, 0)")
IN_NAME = sql.SQL("when s.names @@ {query}::tsquery then {worth}")
BEST_IN_NAME = sql.SQL("{weight}::float8 * case {kinds} else 0 end")
# At most this. If a word as typed is in `top_words`, that kind of match counts; other spellings of it may be in
# the description too. If it is not, the first of the other kinds may count, or the description.
MOST_IN_FIELDS = sql.SQL(
    "{weight}::float8 * coalesce(nullif(least({most}, {rank}), 0) + ({count}::float8 - 1) * {in_description},"
    " greatest({kinds}))"
)
MOST_OF_KIND = sql.SQL("{worth} * least({most}, {rank} + {in_description} * least({count}::float8, {more}))")
RANK_OF_TOP_WORDS = sql.SQL("{count}::float8 * ts_rank({fields}::real[], s.top_words, {query}::tsquery)")
BOUNDED = sql.SQL(
    "select s.listing_id as id, case when s.top_words is null then 'infinity' else {most_score} end as most {rows}"
)
BEST = sql.SQL(
    """
    bounded as materialized ({bounded}), promising as materialized (
        select s.listing_id as id, {score} as score from ({promising}) s
    ), needed as materialized (
        select score from promising order by score desc offset greatest({count} - 1, 0) limit 1
    ), ranked as materialized (
        select id, score from promising
        union all
        select s.listing_id, {score} from ({others}) s
    )
    """
)
PROMISING_ROWS = sql.SQL(
    "from listing_search s where s.listing_id = any((select array("
    "select id from bounded order by most desc, id limit {count} + {more}))::bigint[])"
)
OTHER_ROWS = sql.SQL(
    "from listing_search s where s.listing_id = any((select array(select id from bounded"
    " where most >= coalesce((select score from needed), '-infinity') except select id from promising))::bigint[])"
)
SCORE = sql.SQL(
    "{in_fields}"
    " + {name} * power({in_name}, 2) / %(all_weights)s::float8 / greatest(1, s.name_length - %(asked_length)s::int + 1)"
    " + case when s.name = %(asked_name)s then {same_name} else 0 end"
    " + {votes} * %(all_weights)s::float8 * s.standing"
)


@dataclass(frozen=True)
class Shape:
    """What the SQL text depends on. Queries of the same shape differ only in values and share a prepared statement."""

    terms: int
    ends_in_beginning: bool
    typos: bool

    @classmethod
    def of(cls, interpretation: Interpretation) -> "Shape":
        terms = interpretation.terms
        return cls(len(terms), terms[-1].is_beginning, any(term.near or term.far for term in terms))

    def kinds(self, number: int) -> list[str]:
        """The kinds of match that are possible for the term with this number."""
        beginning = ["beginning"] if self.ends_in_beginning and number == self.terms - 1 else []
        return ["exact", *beginning, *(("near", "far") if self.typos else ())]


def score(shape: Shape) -> sql.Composable:
    """The expression; `values` returns its parameters."""
    return _score(shape, [_best(BEST_IN_FIELDS, n, IN_FIELDS, ", ", shape.kinds(n)) for n in range(shape.terms)])


def bounded(shape: Shape, rows: sql.Composable) -> sql.Composable:
    """Selects the ids of these rows, and the score that each can reach at most."""
    return BOUNDED.format(most_score=_most_score(shape), rows=rows)


def best(shape: Shape, bounded: sql.Composable, count: sql.Composable | int) -> sql.Composable:
    """Common table expressions, of which `ranked` has at least the `count` best of these rows, with their scores."""
    return BEST.format(
        bounded=bounded,
        score=score(shape),
        promising=SCORED.format(rows=PROMISING_ROWS.format(count=count, more=MORE_SCORED)),
        others=SCORED.format(rows=OTHER_ROWS),
        count=count,
    )


def _most_score(shape: Shape) -> sql.Composable:
    return _score(
        shape,
        [
            MOST_IN_FIELDS.format(
                weight=sql.Placeholder(f"weight{number}"),
                count=sql.Placeholder(f"exact_count{number}"),
                rank=_rank_of_top_words(number, "exact"),
                kinds=sql.SQL(", ").join(_most_of_kind(number, kind) for kind in shape.kinds(number)),
                most=MAX_IN_FIELDS,
                in_description=IN_DESCRIPTION,
            )
            for number in range(shape.terms)
        ],
    )


def _most_of_kind(number: int, kind: str) -> sql.Composable:
    return MOST_OF_KIND.format(
        worth=WORTH[kind],
        most=MAX_IN_FIELDS,
        # This is computed only if no word as typed is in `top_words`.
        rank=sql.SQL("0") if kind == "exact" else _rank_of_top_words(number, kind),
        in_description=IN_DESCRIPTION,
        count=sql.Placeholder(f"{kind}_most{number}"),
        more=MAX_IN_DESCRIPTION[kind],
    )


def _rank_of_top_words(number: int, kind: str) -> sql.Composable:
    return RANK_OF_TOP_WORDS.format(
        count=sql.Placeholder(f"{kind}_count{number}"), fields=FIELDS, query=sql.Placeholder(f"{kind}{number}")
    )


def _score(shape: Shape, in_fields: list[sql.Composable]) -> sql.Composable:
    numbers = range(shape.terms)
    in_name = [_best(BEST_IN_NAME, n, IN_NAME, " ", shape.kinds(n)) for n in numbers]
    return SCORE.format(
        in_fields=sql.SQL(" + ").join(in_fields),
        in_name=sql.SQL(" + ").join(in_name),
        name=NAME,
        same_name=SAME_NAME,
        votes=VOTES / STEPS,
    )


def values(interpretation: Interpretation) -> dict[str, Any]:
    shape = Shape.of(interpretation)
    weights = [interpretation.weight(term) for term in interpretation.terms]
    found: dict[str, Any] = {
        "all_weights": sum(weights),
        "asked_name": interpretation.name,
        "asked_length": interpretation.length,
    }
    for number, (term, weight) in enumerate(zip(interpretation.terms, weights, strict=True)):
        found[f"weight{number}"] = weight
        for kind in shape.kinds(number):
            found[f"{kind}{number}"] = term.queries[kind]
            found[f"{kind}_count{number}"] = term.queries[kind].count("|") + 1.0
            found[f"{kind}_most{number}"] = _most_words(term, kind)
    return found


def _most_words(term: Term, kind: str) -> float:
    """How many words of this kind a listing may have at most."""
    if term.queries[kind] == NOTHING:
        return 0.0
    return float(len(term.longer) if kind == "beginning" else term.queries[kind].count("|") + 1)


def _best(best: sql.SQL, number: int, each: sql.SQL, sign: LiteralString, kinds: list[str]) -> sql.Composable:
    return best.format(
        weight=sql.Placeholder(f"weight{number}"),
        kinds=sql.SQL(sign).join(
            each.format(
                query=sql.Placeholder(f"{kind}{number}"),
                count=sql.Placeholder(f"{kind}_count{number}"),
                fields=FIELDS,
                worth=WORTH[kind],
                most=MAX_IN_FIELDS,
            )
            for kind in kinds
        ),
    )
