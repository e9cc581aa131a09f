"""What callers see of products and orders."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from showground.core.calls.models import Input

OrderStatus = Literal["pending", "paid", "expired", "cancelled", "refunded"]
Supply = Literal["electronic", "service"]
VatKind = Literal["standard", "reverse_charge", "exempt", "outside_eu", "seller_outside_eu"]


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
    supply: Annotated[
        Supply,
        Field(
            description="`electronic`: delivered by the software; `service`: done by people. Tax may differ.",
            examples=["electronic"],
        ),
    ] = "electronic"


class Products(BaseModel):
    """Everything that can be bought."""

    currency: Annotated[Literal["USD"], Field(description="What all prices are in.", examples=["USD"])] = "USD"
    items: Annotated[list[Product], Field(description="The products.")]


class OrderItem(Input):
    """Something to be bought."""

    product: Annotated[str, Field(max_length=60, description="A code from list_products.", examples=["launch"])]
    listing_id: Annotated[
        int | None,
        Field(ge=1, description="Which of your listings it is for, where the product needs one.", examples=[12]),
    ] = None
    week: Annotated[
        str | None,
        Field(
            max_length=10,
            description="Monday of a launch week that list_products shows for the product, YYYY-MM-DD. Optional for"
            " launch: without it the listing goes live when the order is paid.",
            examples=["2026-11-16"],
        ),
    ] = None
    amount_cents: Annotated[
        int | None,
        Field(
            ge=1,
            le=100_000_000,
            description="billboard_min only: USD cents, at least the minimum; without it the minimum.",
            examples=[5000],
        ),
    ] = None
    categories: Annotated[
        list[str] | None,
        Field(
            max_length=10,
            description="extra_categories only: slugs of up to 3 categories besides the primary one. They take the"
            " place of extra categories that the listing has.",
            examples=[["databases"]],
        ),
    ] = None
    options: Annotated[
        dict[str, Any] | None,
        Field(
            max_length=20,
            description="What list_products lists under the product's `options`, by key.",
            examples=[{"focus": "pricing"}],
        ),
    ] = None


class OrderBody(Input):
    """What quote and checkout take."""

    items: Annotated[
        list[OrderItem],
        Field(
            min_length=1,
            max_length=20,
            description="What to buy.",
            examples=[[{"product": "ai_review", "listing_id": 12}]],
        ),
    ]
    billing_country: Annotated[
        str | None,
        Field(pattern="^[A-Za-z]{2}$", description="The buyer's country, for the VAT preview.", examples=["AT"]),
    ] = None
    vat_number: Annotated[
        str | None,
        Field(
            max_length=32,
            description="VAT number of a business in the EU; a valid one means reverse charge, except in the seller's"
            " own country.",
            examples=["ATU13585627"],
        ),
    ] = None


class VatPart(BaseModel):
    """Tax on the part of an order that has one rate."""

    kind: Annotated[VatKind, Field(description="How this part is taxed.", examples=["standard"])]
    tax: Annotated[str, Field(description="What the tax is called there.", examples=["VAT"])] = "VAT"
    rule: Annotated[str, Field(description="The rule that decides it.", examples=["Article 58"])]
    rate: Annotated[float, Field(description="Percent.", examples=[20.0])]
    rate_of: Annotated[str | None, Field(description="Whose rate it is; null where none is charged.", examples=["AT"])]
    net_cents: Annotated[int, Field(description="What is taxed, in USD cents.", examples=[4900])]
    cents: Annotated[int, Field(description="The tax in USD cents, rounded half up.", examples=[980])]


class Vat(BaseModel):
    """Value-added tax on an order."""

    country: Annotated[str, Field(description="ISO 3166 code of the buyer's country.", examples=["AT"])]
    place: Annotated[
        str | None,
        Field(description="The buyer's country, or the territory in it that has rules of its own.", examples=["AT"]),
    ] = None
    rate: Annotated[
        float | None, Field(description="Percent; null where `parts` have different rates.", examples=[20.0])
    ]
    cents: Annotated[int, Field(description="The tax in USD cents: the sum of the parts.", examples=[980])]
    kind: Annotated[
        VatKind,
        Field(
            description="`standard`: tax is charged; `reverse_charge`: the buyer accounts for it; `exempt`: the seller"
            " is a small business that charges none; `outside_eu`: the buyer is outside the EU and we charge none;"
            " `seller_outside_eu`: the seller charges none.",
            examples=["standard"],
        ),
    ]
    number_valid: Annotated[
        bool | None,
        Field(
            description="Whether the VAT number is valid; null without one, where none matters, and while the"
            " register does not answer.",
            examples=[None],
        ),
    ]
    rates_of: Annotated[date | None, Field(description="The day of the rates used.", examples=["2026-09-29"])] = None
    parts: Annotated[
        list[VatPart], Field(description="The tax by rate. Services done by people may have another rate.")
    ] = []


class Line(BaseModel):
    """One thing in an order, with its price."""

    product: Annotated[str, Field(description="The product's code.", examples=["launch"])]
    listing_id: Annotated[int | None, Field(description="The listing it is for.", examples=[12])]
    week: Annotated[date | None, Field(description="Monday of the chosen launch week.", examples=["2026-11-16"])]
    amount_cents: Annotated[int | None, Field(description="The amount that the buyer chose.", examples=[None])]
    categories: Annotated[list[str] | None, Field(description="The extra categories.", examples=[None])]
    options: Annotated[dict[str, Any] | None, Field(description="What was said along with it.", examples=[None])]
    price_cents: Annotated[int, Field(description="USD cents without VAT.", examples=[4900])]
    supply: Annotated[
        Supply,
        Field(description="`electronic`, or `service` if people do it. Tax may differ.", examples=["electronic"]),
    ] = "electronic"


class Totals(BaseModel):
    """What an order comes to."""

    currency: Annotated[Literal["USD"], Field(description="What all amounts are in.", examples=["USD"])] = "USD"
    net_cents: Annotated[int, Field(description="The sum of the lines, without VAT.", examples=[4900])]
    vat: Annotated[Vat | None, Field(description="Value-added tax; null while the country is not known.")]
    total_cents: Annotated[int, Field(description="What is to be paid.", examples=[5880])]


class Quote(Totals):
    """What an order would cost now."""

    lines: Annotated[list[Line], Field(description="One for each item, in order.")]


class OrderLine(Line):
    """One thing in an order, and whether it was done."""

    name: Annotated[str, Field(description="The product's name when it was ordered.", examples=["Launch"])]
    fulfilled: Annotated[bool, Field(description="Whether it was done.", examples=[True])]
    fulfilled_at: Annotated[datetime | None, Field(description="When it was done.", examples=["2026-11-12T15:21:04Z"])]


class OrderSummary(Totals):
    """An order, as it stands in lists."""

    number: Annotated[str, Field(description="The order's number.", examples=["SG-2026-000123"])]
    status: Annotated[
        OrderStatus,
        Field(description="`pending` until it is paid, expired or cancelled; a paid one may be `refunded`."),
    ]
    created_at: Annotated[datetime, Field(description="When it was made.", examples=["2026-11-12T15:20:00Z"])]
    expires_at: Annotated[datetime, Field(description="Until when it can be paid.", examples=["2026-11-19T15:20:00Z"])]
    paid_at: Annotated[datetime | None, Field(description="When it was paid.", examples=["2026-11-12T15:21:00Z"])]
    refunded_cents: Annotated[
        int, Field(description="How much of the payment was refunded so far, in USD cents.", examples=[0])
    ] = 0
    checkout_url: Annotated[
        str,
        Field(
            description="The page where a person reviews the order, enters billing details and pays. Anyone with"
            " this link may pay or cancel the order.",
            examples=["http://localhost:8000/checkout/SG-2026-000123.Jx0cR8n2wq5TtB6VdYkz4g"],
        ),
    ]


class Order(OrderSummary):
    """An order with its lines."""

    lines: Annotated[list[OrderLine], Field(description="What was ordered.")]
