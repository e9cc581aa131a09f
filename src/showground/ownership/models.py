"""What owners see of their listings."""

from datetime import date, datetime
from typing import Annotated

from pydantic import BaseModel, Field

from showground.listings import Listing, new_listings

ListingId = Annotated[int, Field(ge=1, description="The listing's number.", examples=[12])]


class NextStep(BaseModel):
    """Something that the owner may or must do next."""

    code: Annotated[str, Field(description="A stable name for it.", examples=["choose_plan"])]
    sentence: Annotated[str, Field(description="What to do.", examples=["Choose the free plan, or order a launch."])]
    link: Annotated[str, Field(description="Where.", examples=["http://localhost:8000/dashboard/listings/12"])]


class Queue(BaseModel):
    """The place of a listing that waits for its week."""

    week: Annotated[date, Field(description="Monday of the week.", examples=["2027-01-04"])]
    place: Annotated[int, Field(description="Its place among those of the free plan in that week.", examples=[3])]
    waiting: Annotated[int, Field(description="How many wait in that week.", examples=[11])]


class WaitingBadge(BaseModel):
    """The badge to put on the homepage."""

    html: Annotated[
        str,
        Field(
            description="To paste into the homepage as it is.",
            examples=['<a href="http://localhost:8000/listings/tidewater"><img src="..." alt="..."></a>'],
        ),
    ]
    svg_url: Annotated[
        str,
        Field(
            description="The picture.", examples=["http://localhost:8000/badges/tidewater/listed-standard-auto-m.svg"]
        ),
    ]
    link: Annotated[
        str, Field(description="Where the badge leads.", examples=["http://localhost:8000/listings/tidewater"])
    ]


class BadgeCheck(BaseModel):
    """A look for the badge on the homepage."""

    at: Annotated[datetime, Field(description="When we looked.", examples=["2026-11-15T09:00:00Z"])]
    url: Annotated[str, Field(description="Where we looked.", examples=["https://tidewater.example/"])]
    found: Annotated[bool, Field(description="Whether it was there.", examples=[False])]
    detail: Annotated[
        str, Field(description="What was seen.", examples=["The page has no link to the listing around our badge."])
    ]


class OwnedListing(Listing):
    """A listing of yours: its profile, where it stands, and what comes next.

    Unlike on the public profile, story, milestones and media are here whether unlocked or not.
    """

    listing_id: Annotated[int, Field(description="The listing's number.", examples=[12])]
    # Owners see every status, the public only two.
    status: Annotated[  # pyright: ignore[reportIncompatibleVariableOverride]
        new_listings.Status,
        Field(
            description="`draft` (submitted, not published), `awaiting_badge`, `scheduled`, `live`, `suspended` by"
            " staff, or `withdrawn`.",
            examples=["awaiting_badge"],
        ),
    ]
    plan: Annotated[new_listings.Plan, Field(description="`none` until one is chosen.", examples=["free"])]
    unlocked: Annotated[
        list[str], Field(description="Sections that are shown to the public.", examples=[["milestones", "story"]])
    ]
    next_steps: Annotated[list[NextStep], Field(description="What to do next, the most important first.")]
    queue: Annotated[Queue | None, Field(description="Its place while it waits on the free plan, else null.")]
    badge: Annotated[WaitingBadge | None, Field(description="The badge to embed; null before a plan is chosen.")]
    badge_check: Annotated[BadgeCheck | None, Field(description="The last look for the badge; null before any.")]
