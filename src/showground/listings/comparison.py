"""Two listings side by side: pure, made of the rows that the store reads."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from showground.core.calls.context import Site
from showground.listings.comparison_models import Cell, Comparison, ComparisonRow
from showground.listings.models import ListingSummary
from showground.listings.queries import public_profiles

COMMON = (
    ("pricing_model", "Pricing model", "text"),
    ("pricing_summary", "Pricing", "text"),
    ("stage", "Stage", "text"),
    ("country", "Country", "text"),
    ("founded_year", "Founded", "number"),
    ("features", "Features", "list"),
    ("rating", "Community rating", "number"),
    ("domain_rating", "Domain Rating", "number"),
    ("votes", "Votes", "number"),
)

Row = Mapping[str, Any]


def compare(a: Row, b: Row, site: Site) -> Comparison:
    """The fields that every listing has, then the attributes of their categories, each key once."""
    facts = _facts(a), _facts(b)
    rows: dict[str, ComparisonRow] = {}
    for key, label, kind in (*COMMON, *_attributes(a), *_attributes(b)):
        left, right = (_cell(known.get(key)) for known in facts)
        differs = left is not None and right is not None and _comparable(left) != _comparable(right)
        rows.setdefault(key, ComparisonRow(key=key, label=label, kind=kind, a=left, b=right, differs=differs))
    return Comparison(a=_summary(a, site), b=_summary(b, site), rows=list(rows.values()))


def _facts(row: Row) -> Row:
    """What a listing states, by key; the common facts are not hidden by a category's attribute of the same name."""
    rating = round(row["rating_average"], 2) if row["rating_count"] else None
    return {**row["facts"], **{key: row.get(key) for key, *_ in COMMON}, "rating": rating}


def _attributes(row: Row) -> Iterator[tuple[str, str, str]]:
    return ((attribute["key"], attribute["label"], attribute["kind"]) for attribute in row["attributes"])


def _cell(value: Any) -> Cell:
    return [str(item) for item in cast("list[Any]", value)] if isinstance(value, list) else value


def _comparable(value: Cell) -> Any:
    """The order of a list says nothing."""
    return sorted(value) if isinstance(value, list) else value


def _summary(row: Row, site: Site) -> ListingSummary:
    return ListingSummary.model_validate_json(public_profiles.present(row["document"], site))
