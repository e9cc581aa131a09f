"""API models of badges."""

from typing import Annotated

from pydantic import Field

from showground.core.data_model import DataModel
from showground.launches.badges.kinds import Kind, Mode, Shape, Size


class BadgeStyle(DataModel):
    """One style of a badge."""

    shape: Annotated[Shape, Field(description="Shape of the badge.", examples=["standard"])]
    mode: Annotated[
        Mode,
        Field(
            description="For light pages, for dark pages, or `auto` to follow the visitor's theme.", examples=["auto"]
        ),
    ]
    size: Annotated[Size, Field(description="Small, medium or large.", examples=["m"])]
    svg_url: Annotated[
        str,
        Field(
            description="URL of the SVG image.",
            examples=["http://localhost:8000/badges/tidewater/listed-standard-auto-m.svg"],
        ),
    ]


class ListingBadge(DataModel):
    """A badge that a listing has earned."""

    kind: Annotated[Kind, Field(description="What the badge is for.", examples=["listed"])]
    label: Annotated[
        str, Field(description="Text of the badge. A paid badge says so: `Featured (Paid)`.", examples=["Listed"])
    ]
    html: Annotated[
        str,
        Field(
            description="HTML to embed, in the requested shape, mode and size.",
            examples=[
                (
                    '<a href="http://localhost:8000/listings/tidewater"><img'
                    ' src="http://localhost:8000/badges/tidewater/listed-standard-auto-m.svg" width="212" height="56"'
                    ' alt="Tidewater: Listed on Launch Directory"></a>'
                )
            ],
        ),
    ]
    svg_url: Annotated[
        str,
        Field(
            description="URL of the SVG image in the requested shape, mode and size.",
            examples=["http://localhost:8000/badges/tidewater/listed-standard-auto-m.svg"],
        ),
    ]
    styles: Annotated[list[BadgeStyle], Field(description="All styles of the badge; in brief, the requested one.")]


class ListingBadges(DataModel):
    """The badges of a listing."""

    items: Annotated[list[ListingBadge], Field(description="One badge for each kind that the listing has earned.")]


class BadgePicture(DataModel):
    """The image of a badge."""

    svg: str
