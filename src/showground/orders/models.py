"""What callers see of products."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, Field


class WeekOnOffer(BaseModel):
    """A launch week that can still be chosen."""

    week: Annotated[date, Field(description="Its Monday.", examples=["2026-11-16"])]
    places_left: Annotated[int, Field(description="How many launches it still takes.", examples=[18])]


class Option(BaseModel):
    """Something to say along with an order."""

    type: Annotated[
        Literal["text", "choice"], Field(description="`text`, or `choice` of one of the values.", examples=["text"])
    ]
    required: Annotated[bool, Field(description="Whether it must be sent.", examples=[False])]
    max_length: Annotated[int | None, Field(description="Of a text: most characters.", examples=[2000])] = None
    values: Annotated[list[str] | None, Field(description="Of a choice: what may be chosen.", examples=[None])] = None
    description: Annotated[str, Field(description="What it is for.", examples=["What we should know first."])]


class Product(BaseModel):
    """Something that can be bought."""

    code: Annotated[str, Field(description="What an order names it by.", examples=["launch"])]
    name: Annotated[str, Field(description="Its name.", examples=["Launch"])]
    description: Annotated[str, Field(description="What you get.", examples=["Your listing goes live at once."])]
    needs_listing: Annotated[bool, Field(description="Whether it is bought for one of your listings.", examples=[True])]
    price_cents: Annotated[
        int,
        Field(description="USD cents without VAT; the least where the buyer chooses the amount.", examples=[4900]),
    ]
    week: Annotated[
        Literal["none", "optional", "required"],
        Field(description="Whether an order of it names a launch week.", examples=["optional"]),
    ]
    weeks: Annotated[list[WeekOnOffer], Field(description="The weeks to choose from; empty where none is named.")]
    min_amount_cents: Annotated[
        int | None, Field(description="The least amount, where the buyer chooses it; else null.", examples=[None])
    ]
    max_categories: Annotated[
        int | None, Field(description="How many categories it takes; null where it takes none.", examples=[None])
    ]
    includes: Annotated[list[str], Field(description="Codes of the products that it holds.", examples=[[]])]
    options: Annotated[
        dict[str, Option] | None, Field(description="What to say along with an order, by key; null for nothing.")
    ]


class Products(BaseModel):
    """Everything that can be bought."""

    currency: Annotated[Literal["USD"], Field(description="What all prices are in.", examples=["USD"])] = "USD"
    items: Annotated[list[Product], Field(description="The products.")]
