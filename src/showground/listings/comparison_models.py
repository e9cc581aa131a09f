"""What callers see when they choose between listings."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.listings.models import ListingSummary


class Alternative(BaseModel):
    """A listing to choose instead."""

    approved: Annotated[
        bool,
        Field(description="Whether the listing's owner named it; else it is in the same category.", examples=[True]),
    ]
    listing: Annotated[ListingSummary, Field(description="The listing.")]


class Alternatives(BaseModel):
    """What to choose instead of a listing."""

    items: Annotated[
        list[Alternative],
        Field(description="At most 20: those that the owner named, then the rest, each the most voted first."),
    ]


Cell = Annotated[
    bool | int | float | str | list[str] | None,
    Field(description="What the listing states; null where it states nothing.", examples=["freemium"]),
]


class ComparisonRow(BaseModel):
    """One attribute of both listings."""

    key: Annotated[str, Field(description="The attribute.", examples=["pricing_model"])]
    label: Annotated[str, Field(description="The attribute in words.", examples=["Pricing model"])]
    kind: Annotated[str, Field(description="What its values are: text, number, yes_no or list.", examples=["text"])]
    a: Cell
    b: Cell
    differs: Annotated[bool, Field(description="Whether both state it and do not state the same.", examples=[False])]


class Comparison(BaseModel):
    """Two live listings side by side."""

    a: Annotated[ListingSummary, Field(description="The first listing.")]
    b: Annotated[ListingSummary, Field(description="The second listing.")]
    rows: Annotated[
        list[ComparisonRow],
        Field(
            description="Attributes common to all listings, then those of both primary categories, each once."
            " A row with two empty cells is an attribute that neither listing states."
        ),
    ]
