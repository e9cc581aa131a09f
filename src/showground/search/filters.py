"""The filters and sort orders of search, as SQL. Filters can be combined."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from psycopg import sql

from showground.core import domain_names, text_folding

Filter = Literal["category", "stage", "country", "pricing_model", "domain"]
Sort = Literal["relevance", "newest", "votes", "trending", "most_viewed", "most_followed"]

STATUS = {"live": "live", "upcoming": "scheduled"}
CONDITIONS: dict[Filter, sql.SQL] = {
    "category": sql.SQL(
        "l.id in (select listing_id from listing_category where category_id in"
        " (select c.id from category c left join category p on p.id = c.parent_id"
        " where %(category)s in (c.slug, p.slug)))"
    ),
    "stage": sql.SQL("l.stage = %(stage)s"),
    "country": sql.SQL("l.country = %(country)s"),
    "pricing_model": sql.SQL("l.pricing_model = %(pricing_model)s"),
    "domain": sql.SQL("l.domain = %(domain)s"),
}
# Used when we walk a sort index: the index contains the categories of each listing, so no other table is needed.
ONE_BY_ONE: dict[Filter, sql.SQL] = {
    **CONDITIONS,
    "category": sql.SQL("l.category_ids @> array[(select id from category where slug = %(category)s)]"),
}
ORDERS: dict[Sort, sql.SQL] = {
    "relevance": sql.SQL("l.votes desc, l.id"),  # used without words; with words, results are ranked
    "votes": sql.SQL("l.votes desc, l.id"),
    "newest": sql.SQL("l.live_at desc, l.launch_week desc, l.id"),
    "trending": sql.SQL("l.trending desc, l.id"),
    "most_viewed": sql.SQL("l.views desc, l.id"),
    "most_followed": sql.SQL("l.followers desc, l.id"),
}


@dataclass(frozen=True, kw_only=True)
class Search:
    """A search request: words, filters, sort order and page."""

    status: Literal["live", "upcoming"] = "live"
    sort: Sort = "relevance"
    q: str | None = None
    category: str | None = None
    stage: str | None = None
    country: str | None = None
    pricing_model: str | None = None
    domain: str | None = None
    page: int
    per_page: int

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.per_page

    @cached_property
    def filtered(self) -> dict[Filter, str]:
        """The filters that are set, with values in the form that is stored."""
        asked: dict[Filter, str | None] = {
            "category": self.category,
            "stage": self.stage and (text_folding.slugify(self.stage) or self.stage),
            "country": self.country and self.country.upper(),
            "pricing_model": self.pricing_model and (text_folding.slugify(self.pricing_model) or self.pricing_model),
            "domain": self.domain and domain_names.domain_of(self.domain),
        }
        return {name: value for name, value in asked.items() if value is not None}

    @property
    def filters(self) -> frozenset[Filter]:
        return frozenset(self.filtered)

    def values(self) -> dict[str, Any]:
        """The parameters that every statement uses."""
        return {"status": STATUS[self.status], "limit": self.per_page, "offset": self.offset} | self.filtered
