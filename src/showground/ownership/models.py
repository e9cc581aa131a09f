"""API models of owned listings."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from showground.core.calls.models import ShownText
from showground.core.data_model import DataModel
from showground.listings import Listing, ListingSummary, new_listings

ListingId = Annotated[int, Field(ge=1, description="The listing's id.", examples=[12])]


class NextStep(DataModel):
    """A step that the owner can or must take next."""

    code: Annotated[str, Field(description="A stable code for the step.", examples=["choose_free_plan"])]
    sentence: Annotated[
        ShownText,
        Field(
            description="What to do.",
            examples=["Launch for free with our badge."],
        ),
    ]
    link: Annotated[str, Field(description="Where.", examples=["http://localhost:8000/dashboard/listings/12"])]
    tool: Annotated[
        str | None,
        Field(
            description="The tool or operation that does it; null if it is done on the website only.",
            examples=["choose_free_plan"],
        ),
    ]
    arguments: Annotated[
        dict[str, Any],
        Field(description="What to call the tool with, as far as we know it.", examples=[{"listing_id": 12}]),
    ]
    needs: Annotated[
        list[str],
        Field(
            description="Arguments to add that we can't know, such as `fields.categories`. If it is empty, call the"
            " tool with `arguments` as they are.",
            examples=[[]],
        ),
    ]


class QueuePosition(DataModel):
    """Position of a listing that waits for its launch week."""

    week: Annotated[date, Field(description="Monday of the launch week.", examples=["2027-01-04"])]
    place: Annotated[int, Field(description="Position among the free-plan listings of that week.", examples=[3])]
    waiting: Annotated[int, Field(description="Number of listings waiting for that week.", examples=[11])]


class HomepageBadge(DataModel):
    """The badge to put on the homepage."""

    html: Annotated[
        str,
        Field(
            description="HTML to paste into the homepage unchanged.",
            examples=['<a href="http://localhost:8000/listings/tidewater"><img src="..." alt="..."></a>'],
        ),
    ]
    svg_url: Annotated[
        str,
        Field(
            description="URL of the badge image.",
            examples=["http://localhost:8000/badges/tidewater/listed-standard-auto-m.svg"],
        ),
    ]
    link: Annotated[
        str, Field(description="URL the badge links to.", examples=["http://localhost:8000/listings/tidewater"])
    ]


class BadgeCheck(DataModel):
    """One check for the badge on the homepage."""

    at: Annotated[datetime, Field(description="When we checked.", examples=["2026-11-15T09:00:00Z"])]
    url: Annotated[str, Field(description="URL we checked.", examples=["https://tidewater.example/"])]
    found: Annotated[bool, Field(description="Whether we found the badge.", examples=[False])]
    detail: Annotated[
        str, Field(description="What we found.", examples=["The page has no link to the listing around our badge."])
    ]


class PendingOrder(DataModel):
    """An order of yours that is not paid yet."""

    number: Annotated[str, Field(description="The order number.", examples=["SG-2026-000123"])]
    checkout_url: Annotated[
        str,
        Field(
            description="Secure page where a person pays.",
            examples=["http://localhost:8000/checkout/SG-2026-000123.Jx0cR8n2wq5TtB6VdYkz4g"],
        ),
    ]
    expires_at: Annotated[
        datetime, Field(description="When the order expires if it is not paid.", examples=["2026-11-19T15:20:00Z"])
    ]


OwnListingId = Annotated[int, Field(description="The listing's id.", examples=[12])]
OwnStatus = Annotated[
    new_listings.Status | Literal["in_review"],
    Field(
        description="`draft` (submitted, not published), `awaiting_badge`, `scheduled`, `live`, `in_review` (published"
        " once the site team approves it, on sites that review new listings), `suspended` (by the site team) or"
        " `withdrawn`.",
        examples=["awaiting_badge"],
    ),
]
OwnPlan = Annotated[new_listings.Plan, Field(description="The plan; `none` until one is chosen.", examples=["free"])]
NextSteps = Annotated[list[NextStep], Field(description="What to do next, most important first.")]
OwnPendingOrder = Annotated[
    PendingOrder | None, Field(description="Your newest unpaid order for this listing; null if there is none.")
]


class OwnedListingSummary(ListingSummary):
    """One of your listings in brief."""

    listing_id: OwnListingId
    status: OwnStatus  # pyright: ignore[reportIncompatibleVariableOverride]
    plan: OwnPlan
    next_steps: NextSteps
    pending_order: OwnPendingOrder


class OwnedListing(Listing):
    """One of your listings: its profile, status and next steps.

    Unlike the public profile, it includes story, milestones and media even if they are locked.
    """

    listing_id: OwnListingId
    # Owners see every status; the public sees only two.
    status: OwnStatus  # pyright: ignore[reportIncompatibleVariableOverride]
    plan: OwnPlan
    unlocked: Annotated[
        list[str],
        Field(
            description="Paid sections that are unlocked, so that the public sees them.",
            examples=[["milestones", "story"]],
        ),
    ]
    retired_at: Annotated[
        datetime | None,
        Field(description="When you retired it on the website; null otherwise.", examples=["2026-11-16T09:00:00Z"]),
    ]
    next_steps: NextSteps
    pending_order: OwnPendingOrder
    queue: Annotated[
        QueuePosition | None, Field(description="Position in the free queue; null if the listing is not waiting in it.")
    ]
    badge: Annotated[HomepageBadge | None, Field(description="The badge to embed; null until a plan is chosen.")]
    badge_check: Annotated[
        BadgeCheck | None, Field(description="The last check for the badge; null if there was none.")
    ]
