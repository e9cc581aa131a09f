"""The score of a listing for a query, as an SQL expression over a row of SCORED, which selects from `listing_search s`.

The score adds up, for each term of the query: weight (rare words weigh more) * kind of match (exact 1.0, one typo 0.6,
...) * field (name and tagline count most). Then it adds a bonus if the name consists of the words, a large bonus if the
name is exactly the query, and a small one for votes, so that votes decide only between similar matches.

For example, for `backup` the listing named "Backup" gets the 20-point bonus and comes first, a listing with "backup" in
its tagline comes next, and one that only mentions it in the description last.
"""

from dataclasses import dataclass
from typing import Any, LiteralString

from psycopg import sql

from showground.search.interpretation import Interpretation

FIELDS = "{0.15,0.3,0.9,0.8}"  # weight of a match in the description, keywords, tagline and name
MAX_IN_FIELDS = 0.55  # the ts_rank of one match in the heaviest field
WORTH = {"exact": 1.0, "beginning": 0.7, "near": 0.6, "far": 0.4}  # by kind of match
NAME = 1.0  # bonus if the name consists of the query's words and nothing else
SAME_NAME = 20.0
VOTES = 0.012  # bonus each time the votes grow by a factor of e, relative to the best score of the words
STEPS = 10  # steps of `standing` (the logarithm of the votes) per factor of e

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
    numbers = range(shape.terms)
    in_fields = [_best(BEST_IN_FIELDS, n, IN_FIELDS, ", ", shape.kinds(n)) for n in numbers]
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
    return found


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
