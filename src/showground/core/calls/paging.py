"""Pagination: the parameters and the response."""

from typing import Annotated, Generic, TypeVar

from pydantic import Field

from showground.core.calls.models import Input
from showground.core.data_model import DataModel

Item = TypeVar("Item")
MAX_PAGE = 1000


class Paged(Input):
    """The two parameters of every paginated operation."""

    page: Annotated[int, Field(ge=1, le=MAX_PAGE, description="Starts at 1.", examples=[1])] = 1
    per_page: Annotated[int, Field(ge=1, le=100, description="Items per page.", examples=[20])] = 20

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.per_page


def none_if_blank(words: str | None) -> str | None:
    """The search words, or None if there are none: programs often send an empty string for a missing value."""
    return words if words and not words.isspace() else None


class Page(DataModel, Generic[Item]):
    """One page of a list. A page past the end has no items."""

    items: Annotated[list[Item], Field(description="Items of this page, in order.")]
    page: Annotated[int, Field(description="Starts at 1.", examples=[1])]
    per_page: Annotated[int, Field(description="Items per page.", examples=[20])]
    total: Annotated[int, Field(description="Number of items on all pages.", examples=[57])]
