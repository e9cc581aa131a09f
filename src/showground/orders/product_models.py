"""API models of products."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from showground.core.data_model import DataModel

Supply = Literal["electronic", "service"]


class AvailableWeek(DataModel):
    """A launch week that can be chosen."""

    week: Annotated[date, Field(description="The Monday of the week.", examples=["2026-11-16"])]
    places_left: Annotated[int, Field(description="How many launches the week has room for.", examples=[18])]


class ProductOption(DataModel):
    """An option of a product."""

    type: Annotated[
        Literal["text", "choice"], Field(description="`text`, or `choice` for one of `choices`.", examples=["text"])
    ]
    required: Annotated[bool, Field(description="Whether the option is required.", examples=[False])]
    max_length: Annotated[
        int | None, Field(description="For `text`: maximum number of characters.", examples=[2000])
    ] = None
    values: Annotated[list[str] | None, Field(description="For `choice`: the allowed values.", examples=[None])] = None
    description: Annotated[str, Field(description="What the option is for.", examples=["What we should know first."])]


class Product(DataModel):
    """A product."""

    code: Annotated[str, Field(description="Code to use in orders.", examples=["launch"])]
    name: Annotated[str, Field(description="The product's name.", examples=["Launch"])]
    description: Annotated[str, Field(description="What you get.", examples=["Your listing goes live at once."])]
    needs_listing: Annotated[bool, Field(description="Whether it is bought for one of your listings.", examples=[True])]
    price_cents: Annotated[
        int,
        Field(
            description="Price in USD cents, excluding VAT. If the buyer chooses the amount, this is the minimum.",
            examples=[4900],
        ),
    ]
    week: Annotated[
        Literal["none", "optional", "required"],
        Field(
            description="Whether an order takes a launch week: required, optional, or not at all.",
            examples=["optional"],
        ),
    ]
    weeks: Annotated[
        list[AvailableWeek], Field(description="The weeks to choose from; empty if the product takes none.")
    ]
    min_amount_cents: Annotated[
        int | None, Field(description="Minimum amount if the buyer chooses it; otherwise null.", examples=[None])
    ]
    max_categories: Annotated[
        int | None, Field(description="Maximum number of categories; null if the product takes none.", examples=[None])
    ]
    includes: Annotated[list[str], Field(description="Codes of the products included in this one.", examples=[[]])]
    options: Annotated[
        dict[str, ProductOption] | None,
        Field(description="Options to send with an order, by key; null if there are none."),
    ]
    supply: Annotated[
        Supply,
        Field(
            description="`electronic`: delivered by the software; `service`: done by people. They may be taxed"
            " differently.",
            examples=["electronic"],
        ),
    ] = "electronic"
    left_this_week: Annotated[
        int | None,
        Field(description="How many can still be bought this week; null if there is no limit.", examples=[None]),
    ] = None


class Products(DataModel):
    """All products."""

    currency: Annotated[Literal["USD"], Field(description="Currency of all prices.", examples=["USD"])] = "USD"
    items: Annotated[list[Product], Field(description="The products.")]
