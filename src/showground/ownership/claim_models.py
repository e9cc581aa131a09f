"""API models of claims."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from showground.core.calls.models import ShownText
from showground.core.data_model import DataModel

Method = Literal["dns", "meta", "file", "email"]
ClaimStatus = Literal["pending", "verified", "expired"]
Ownership = Literal["granted", "in_review", "refused"]


class ClaimInstructions(DataModel):
    """What to publish, ready to copy. Fields of other methods are null."""

    summary: Annotated[
        ShownText,
        Field(description="Step-by-step instructions.", examples=["Add this TXT record, then verify the claim."]),
    ]
    name: Annotated[
        str | None,
        Field(description="dns: name of the record.", examples=["_listing-verification.tidewater.example"]),
    ] = None
    value: Annotated[
        str | None, Field(description="dns: value of the record.", examples=["listing-verification=4f1c"])
    ] = None
    tag: Annotated[
        str | None,
        Field(
            description="meta: the tag to put in the homepage's head.",
            examples=['<meta name="listing-verification" content="4f1c">'],
        ),
    ] = None
    path: Annotated[
        str | None,
        Field(
            description="file: URL at which to publish it.",
            examples=["https://tidewater.example/.well-known/listing-verification.txt"],
        ),
    ] = None
    content: Annotated[str | None, Field(description="file: its content.", examples=["listing-verification=4f1c"])] = (
        None
    )


class ClaimCheck(DataModel):
    """One check of the proof."""

    at: Annotated[datetime, Field(description="When we checked.", examples=["2026-11-15T09:00:00Z"])]
    asked: Annotated[str, Field(description="What we checked for.", examples=["listing-verification=4f1c"])]
    where: Annotated[
        str, Field(description="Where.", examples=["TXT records of _listing-verification.tidewater.example"])
    ]
    found: Annotated[bool, Field(description="Whether we found it.", examples=[False])]
    seen: Annotated[list[str], Field(description="What we found instead, shortened.", examples=[["v=spf1 -all"]])]
    detail: Annotated[str, Field(description="What the result means.", examples=["There is no such record yet."])]


class Claim(DataModel):
    """Your claim to own a listing. Verified means that you control its website; it is not the same as paid."""

    id: Annotated[int, Field(description="The claim's id.", examples=[5])]
    slug: Annotated[str, Field(description="Slug of the listing.", examples=["tidewater"])]
    method: Annotated[Method, Field(description="How ownership is proven.", examples=["dns"])]
    status: Annotated[
        ClaimStatus,
        Field(description="`pending`, `verified`, or `expired` after 30 days.", examples=["pending"]),
    ]
    ownership: Annotated[
        Ownership | None,
        Field(
            description="After verification: `granted`, or `in_review` if the listing has another owner and the site"
            " team decides. They can grant or refuse it.",
            examples=[None],
        ),
    ]
    instructions: Annotated[ClaimInstructions, Field(description="What to publish.")]
    last_check: Annotated[ClaimCheck | None, Field(description="The last check; null if there was none.")]
    created_at: Annotated[datetime, Field(description="When the claim was created.", examples=["2026-11-15T09:00:00Z"])]
    expires_at: Annotated[
        datetime, Field(description="When the claim expires if it is not verified.", examples=["2026-12-15T09:00:00Z"])
    ]
    verified_at: Annotated[
        datetime | None,
        Field(description="When the claim was verified; null until then.", examples=["2026-11-15T09:30:00Z"]),
    ]
