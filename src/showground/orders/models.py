"""API models of products and orders."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from showground.core.calls.field_errors import in_words
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.orders.product_models import Supply
from showground.ownership import NextSteps, PendingOrder

OrderStatus = Literal["pending", "paid", "expired", "cancelled", "refunded"]
OrderNumber = Annotated[str, Field(max_length=32, description="The order number.", examples=["SG-2026-000123"])]
MAX_AMOUNT_CENTS = 100_000_000
VatKind = Literal["standard", "reverse_charge", "exempt", "outside_eu", "seller_outside_eu"]


class OrderItem(Input):
    """An item to order."""

    product: Annotated[str, Field(max_length=60, description="A product code from list_products.", examples=["launch"])]
    listing_id: Annotated[
        int | None,
        Field(
            ge=1,
            description="Id of your listing that the item is for, from list_my_listings. Required for products with"
            " `needs_listing`.",
            examples=[12],
        ),
    ] = None
    week: Annotated[
        str | None,
        Field(
            max_length=10,
            description="Monday of a launch week that list_products shows for the product, YYYY-MM-DD. Optional for"
            " launch: without it, the listing goes live as soon as the order is paid.",
            examples=["2026-11-16"],
        ),
    ] = None
    amount_cents: Annotated[
        int | None,
        Field(
            ge=1,
            le=MAX_AMOUNT_CENTS,
            description="Only for billboard_min: amount in USD cents, at least the minimum. Defaults to the minimum.",
            examples=[5000],
        ),
    ] = None
    categories: Annotated[
        list[str] | None,
        Field(
            max_length=10,
            description="Only for extra_categories: slugs of up to 3 categories besides the primary one. They replace"
            " the listing's current extra categories.",
            examples=[["databases"]],
        ),
    ] = None
    options: Annotated[
        dict[str, Annotated[str, MULTI_LINE]] | None,
        Field(
            max_length=20,
            description="Values for the product's `options` in list_products, by key.",
            examples=[{"focus": "pricing"}],
        ),
    ] = None


class OrderBody(Input):
    """The request body of quote and checkout."""

    items: Annotated[
        list[OrderItem],
        Field(
            min_length=1,
            max_length=20,
            description="The items to order.",
            examples=[[{"product": "ai_review", "listing_id": 12}]],
        ),
    ]
    billing_country: Annotated[
        str | None,
        Field(
            pattern="^[A-Za-z]{2}$",
            description="The buyer's two-letter country code, for the VAT preview.",
            examples=["AT"],
        ),
    ] = None
    vat_number: Annotated[
        str | None,
        Field(
            max_length=32,
            description="EU VAT number of a business. If it is valid, the reverse charge applies, except in the"
            " seller's own country.",
            examples=["ATU13585627"],
        ),
    ] = None


class VatPart(DataModel):
    """Tax on the part of an order that is taxed at one rate."""

    kind: Annotated[VatKind, Field(description="How this part is taxed.", examples=["standard"])]
    tax: Annotated[str, Field(description="Local name of the tax.", examples=["VAT"])] = "VAT"
    rule: Annotated[str, Field(description="The rule that decides it.", examples=["Article 58"])]
    rate: Annotated[float, Field(description="Percent.", examples=[20.0])]
    rate_of: Annotated[
        str | None,
        Field(description="Country or territory whose rate applies; null if no tax is charged.", examples=["AT"]),
    ]
    net_cents: Annotated[int, Field(description="The taxed amount, in USD cents.", examples=[4900])]
    cents: Annotated[int, Field(description="The tax in USD cents, rounded half up.", examples=[980])]


class Vat(DataModel):
    """VAT on an order."""

    country: Annotated[str, Field(description="ISO 3166 code of the buyer's country.", examples=["AT"])]
    place: Annotated[
        str | None,
        Field(description="The buyer's country, or the territory in it that has its own tax rules.", examples=["AT"]),
    ] = None
    rate: Annotated[
        float | None, Field(description="Rate in percent; null if `parts` have different rates.", examples=[20.0])
    ]
    cents: Annotated[int, Field(description="The tax in USD cents: the sum of the parts.", examples=[980])]
    kind: Annotated[
        VatKind,
        Field(
            description="`standard`: VAT is charged; `reverse_charge`: the buyer accounts for it; `exempt`: the seller"
            " is a small business that charges none; `outside_eu`: the buyer is outside the EU, so none is"
            " charged; `seller_outside_eu`: the seller charges none.",
            examples=["standard"],
        ),
    ]
    number_valid: Annotated[
        bool | None,
        Field(
            description="Whether the VAT number is valid. Null if there is none, if it makes no difference, or if the"
            " register does not respond.",
            examples=[None],
        ),
    ]
    rates_of: Annotated[date | None, Field(description="Date of the rates used.", examples=["2026-09-29"])] = None
    parts: Annotated[
        list[VatPart], Field(description="The tax by rate. Services done by people may have a different rate.")
    ] = Field(default=[])


class QuoteLine(DataModel):
    """One line of an order, with its price."""

    product: Annotated[str, Field(description="The product's code.", examples=["launch"])]
    listing_id: Annotated[int | None, Field(description="Id of the listing that the line is for.", examples=[12])]
    week: Annotated[date | None, Field(description="Monday of the chosen launch week.", examples=["2026-11-16"])]
    launch_week: Annotated[
        date | None,
        Field(
            description="Monday of the week in which the listing launches: the chosen one or, without one, the current"
            " week at the time of payment. Null if the line launches nothing.",
            examples=["2026-11-16"],
        ),
    ]
    voting_ends_at: Annotated[
        datetime | None,
        Field(
            description="When voting in `launch_week` ends. A launch in the current week has only the time until then.",
            examples=["2026-11-23T00:00:00Z"],
        ),
    ]
    amount_cents: Annotated[int | None, Field(description="The amount the buyer chose, in USD cents.", examples=[None])]
    categories: Annotated[list[str] | None, Field(description="Slugs of the extra categories.", examples=[None])]
    options: Annotated[dict[str, Any] | None, Field(description="The options sent with the order.", examples=[None])]
    price_cents: Annotated[int, Field(description="Price in USD cents, excluding VAT.", examples=[4900])]
    supply: Annotated[
        Supply,
        Field(
            description="`electronic`, or `service` if it is done by people. They may be taxed differently.",
            examples=["electronic"],
        ),
    ] = "electronic"


class Totals(DataModel):
    """Totals of an order."""

    currency: Annotated[Literal["USD"], Field(description="Currency of all amounts.", examples=["USD"])] = "USD"
    net_cents: Annotated[int, Field(description="Sum of the lines in USD cents, excluding VAT.", examples=[4900])]
    vat: Annotated[Vat | None, Field(description="VAT on the order; null until the country is known.")]
    total_cents: Annotated[int, Field(description="Amount to pay, in USD cents.", examples=[5880])]


class PricedItems(Totals):
    """Items with their prices."""

    lines: Annotated[list[QuoteLine], Field(description="One line for each item, in the same order.")]


class OrderQuote(PricedItems):
    """What an order would cost now."""

    next_steps: NextSteps


class OrderLine(QuoteLine):
    """One line of an order, and whether it was fulfilled."""

    discount_cents: Annotated[
        int, Field(description="What a coupon took off; `price_cents` is the price after it.", examples=[0])
    ] = 0
    name: Annotated[str, Field(description="The product's name at the time of the order.", examples=["Launch"])]
    fulfilled: Annotated[bool, Field(description="Whether the line was fulfilled.", examples=[True])]
    fulfilled_at: Annotated[
        datetime | None,
        Field(description="When the line was fulfilled; null until then.", examples=["2026-11-12T15:21:04Z"]),
    ]


class OrderSummary(Totals):
    """An order as shown in lists."""

    number: Annotated[str, Field(description="The order number.", examples=["SG-2026-000123"])]
    status: Annotated[
        OrderStatus,
        Field(description="`pending` until it is paid, expires or is cancelled. A paid order can become `refunded`."),
    ]
    test: Annotated[
        bool,
        Field(description="Made with a test key: no money moves and nothing is published.", examples=[False]),
    ] = False
    created_at: Annotated[datetime, Field(description="When the order was created.", examples=["2026-11-12T15:20:00Z"])]
    expires_at: Annotated[
        datetime, Field(description="When the order expires if it is not paid.", examples=["2026-11-19T15:20:00Z"])
    ]
    paid_at: Annotated[
        datetime | None, Field(description="When the order was paid.", examples=["2026-11-12T15:21:00Z"])
    ]
    coupon: Annotated[str | None, Field(description="Code of the order's coupon.", examples=[None])] = None
    discount_cents: Annotated[
        int, Field(description="What the coupon took off, in USD cents; `net_cents` is after it.", examples=[0])
    ] = 0
    refunded_cents: Annotated[int, Field(description="Amount refunded so far, in USD cents.", examples=[0])] = 0
    checkout_url: Annotated[
        str,
        Field(
            description="Secure page where a person reviews the order, enters billing details and pays. Anyone with"
            " this link can pay or cancel the order.",
            examples=["http://localhost:8000/checkout/SG-2026-000123.Jx0cR8n2wq5TtB6VdYkz4g"],
        ),
    ]


class Order(OrderSummary):
    """An order with its lines."""

    lines: Annotated[list[OrderLine], Field(description="The lines of the order.")]
    pending_orders: Annotated[
        list[PendingOrder],
        Field(description="Of an unpaid order: your other unpaid orders with the same items. Have one paid."),
    ]
    next_steps: NextSteps


COUPON_CODE = in_words(
    "^[A-Z0-9][A-Z0-9-]{2,39}$",
    Text("Must be 3 to 40 letters from A to Z, digits and hyphens, not starting with a hyphen."),
)
CouponCode = Annotated[str, Field(min_length=3, max_length=40, pattern=COUPON_CODE)]


class Coupon(DataModel):
    """A coupon: a percentage or an amount off, and what it is for."""

    code: str
    percent: int | None
    amount_cents: int | None
    products: list[str]
    """Codes of the products that it is for; all with a fixed price if there are none."""
    first_day: date | None
    last_day: date | None
    max_uses: int | None
    once_per_account: bool
    active: bool
    note: str
