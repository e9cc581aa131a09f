"""The filters and sort orders of search. Filters can be combined."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from showground.core import domain_names, text_folding

Filter = Literal["category", "stage", "country", "pricing_model", "domain", "updated_since"]
Sort = Literal["relevance", "newest", "votes", "trending", "most_viewed", "most_followed"]

STATUS = {"live": "live", "upcoming": "scheduled"}


@dataclass(frozen=True)
class SortPosition:
    """A place in a sort order: the sort values and the id of the listing there. `FIRST` is before all of them."""

    values: tuple[Any, ...]
    id: int


FIRST = SortPosition((), 0)


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
    updated_since: datetime | None = None
    page: int
    per_page: int

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.per_page

    @cached_property
    def filtered(self) -> dict[Filter, Any]:
        """The filters that are set, with values in the form that is stored."""
        asked: dict[Filter, Any] = {
            "category": self.category,
            "stage": self.stage and (text_folding.slugify(self.stage) or self.stage),
            "country": self.country and self.country.upper(),
            "pricing_model": self.pricing_model and (text_folding.slugify(self.pricing_model) or self.pricing_model),
            "domain": self.domain and domain_names.domain_of(self.domain),
            "updated_since": self.updated_since,
        }
        return {name: value for name, value in asked.items() if value is not None}

    @property
    def filters(self) -> frozenset[Filter]:
        return frozenset(self.filtered)

    def values(self) -> dict[str, Any]:
        """The parameters that every statement uses."""
        return {"status": STATUS[self.status], "limit": self.per_page, "offset": self.offset} | self.filtered
