"""API models of alternatives and comparisons."""

from typing import Annotated

from pydantic import Field

from showground.core.data_model import DataModel
from showground.listings.models import ListingSummary


class Alternative(DataModel):
    """An alternative to a listing."""

    approved: Annotated[
        bool,
        Field(
            description="Whether the owner approved this alternative. If false, it is in the same category.",
            examples=[True],
        ),
    ]
    listing: Annotated[ListingSummary, Field(description="The listing.")]


class Alternatives(DataModel):
    """Alternatives to a listing."""

    items: Annotated[
        list[Alternative],
        Field(
            description="Up to 20 listings: those approved by the owner first, then the others, each most voted first."
        ),
    ]


Cell = Annotated[
    bool | int | float | str | list[str] | None,
    Field(description="The listing's value; null if it does not state one.", examples=["freemium"]),
]


class ComparisonRow(DataModel):
    """One attribute of both listings."""

    key: Annotated[str, Field(description="Key of the attribute.", examples=["pricing_model"])]
    label: Annotated[str, Field(description="Label of the attribute.", examples=["Pricing model"])]
    kind: Annotated[str, Field(description="Type of the values: text, number, yes_no or list.", examples=["text"])]
    a: Cell
    b: Cell
    differs: Annotated[
        bool, Field(description="Whether both listings state a value and the values differ.", examples=[False])
    ]


class Comparison(DataModel):
    """Two live listings side by side."""

    a: Annotated[ListingSummary, Field(description="The first listing.")]
    b: Annotated[ListingSummary, Field(description="The second listing.")]
    rows: Annotated[
        list[ComparisonRow],
        Field(
            description="Attributes that all listings have, then those of both primary categories, each once. A row"
            " with two null cells is an attribute that neither listing states."
        ),
    ]
