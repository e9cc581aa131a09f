"""What callers see of badges."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.launches.badges.kinds import Kind, Mode, Shape, Size


class BadgeStyle(BaseModel):
    """One of the ways in which a badge is drawn."""

    shape: Annotated[Shape, Field(description="Its shape.", examples=["standard"])]
    mode: Annotated[
        Mode, Field(description="For light pages, for dark ones, or as the reader's system prefers.", examples=["auto"])
    ]
    size: Annotated[Size, Field(description="Small, medium or large.", examples=["m"])]
    svg_url: Annotated[
        str,
        Field(
            description="Address of the picture, an SVG.",
            examples=["http://localhost:8000/badges/tidewater/listed-standard-auto-m.svg"],
        ),
    ]


class ListingBadge(BaseModel):
    """A badge that a listing has earned."""

    kind: Annotated[Kind, Field(description="What it is for.", examples=["listed"])]
    label: Annotated[
        str, Field(description="What it says. What was paid for says so: `Featured (Paid)`.", examples=["Listed"])
    ]
    html: Annotated[
        str,
        Field(
            description="What to put into a page, in the shape, mode and size asked for.",
            examples=[
                (
                    '<a href="http://localhost:8000/listings/tidewater"><img'
                    ' src="http://localhost:8000/badges/tidewater/listed-standard-auto-m.svg" width="212" height="56"'
                    ' alt="Tidewater: Listed on Showground"></a>'
                )
            ],
        ),
    ]
    svg_url: Annotated[
        str,
        Field(
            description="Address of the picture in the shape, mode and size asked for.",
            examples=["http://localhost:8000/badges/tidewater/listed-standard-auto-m.svg"],
        ),
    ]
    styles: Annotated[list[BadgeStyle], Field(description="Every style in which it is drawn.")]


class ListingBadges(BaseModel):
    """The badges of a listing."""

    items: Annotated[list[ListingBadge], Field(description="One for each kind that the listing has earned.")]


class BadgePicture(BaseModel):
    """A drawn badge."""

    svg: str
