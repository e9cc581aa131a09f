"""Pages of items: what a caller sends, and what comes back."""

from typing import Annotated, Generic, TypeVar

from pydantic import BaseModel, Field

from showground.core.calls.models import Input

Item = TypeVar("Item")


class Paged(Input):
    """The two parameters of every paged operation."""

    page: Annotated[int, Field(ge=1, le=1000, description="Which page, from 1.", examples=[1])] = 1
    per_page: Annotated[int, Field(ge=1, le=100, description="How many items a page holds.", examples=[20])] = 20

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.per_page


def none_if_blank(words: str | None) -> str | None:
    """What is looked for, if anything is: programs fill in what they have nothing for with an empty text."""
    return words if words and not words.isspace() else None


class Page(BaseModel, Generic[Item]):
    """One page of a list. A page past the end holds no items."""

    items: Annotated[list[Item], Field(description="The items of this page, in order.")]
    page: Annotated[int, Field(description="Which page this is, from 1.", examples=[1])]
    per_page: Annotated[int, Field(description="How many items a page holds.", examples=[20])]
    total: Annotated[int, Field(description="How many items there are on all pages.", examples=[57])]
