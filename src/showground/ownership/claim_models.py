"""What people see of their claims."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

Method = Literal["dns", "meta", "file", "email"]
ClaimStatus = Literal["pending", "verified", "expired"]
Ownership = Literal["granted", "in_review", "refused"]


class Instructions(BaseModel):
    """What to publish, ready to copy; what does not belong to the method is null."""

    summary: Annotated[str, Field(description="What to do.", examples=["Add this TXT record, then verify the claim."])]
    name: Annotated[
        str | None,
        Field(description="dns: the record's name.", examples=["_listing-verification.tidewater.example"]),
    ] = None
    value: Annotated[
        str | None, Field(description="dns: the record's value.", examples=["listing-verification=4f1c"])
    ] = None
    tag: Annotated[
        str | None,
        Field(
            description="meta: the tag for the homepage's head.",
            examples=['<meta name="listing-verification" content="4f1c">'],
        ),
    ] = None
    path: Annotated[
        str | None,
        Field(
            description="file: its address.",
            examples=["https://tidewater.example/.well-known/listing-verification.txt"],
        ),
    ] = None
    content: Annotated[
        str | None, Field(description="file: what is in it.", examples=["listing-verification=4f1c"])
    ] = None


class ClaimCheck(BaseModel):
    """A look for what was to be published."""

    at: Annotated[datetime, Field(description="When we looked.", examples=["2026-11-15T09:00:00Z"])]
    asked: Annotated[str, Field(description="What was looked for.", examples=["listing-verification=4f1c"])]
    where: Annotated[
        str, Field(description="Where.", examples=["TXT records of _listing-verification.tidewater.example"])
    ]
    found: Annotated[bool, Field(description="Whether it was there.", examples=[False])]
    seen: Annotated[list[str], Field(description="What was there instead, shortened.", examples=[["v=spf1 -all"]])]
    detail: Annotated[str, Field(description="What that means.", examples=["There is no such record yet."])]


class Claim(BaseModel):
    """Your claim that a listing is yours. Verified says that you control its website; it is not the same as paid."""

    id: Annotated[int, Field(description="The claim's number.", examples=[5])]
    slug: Annotated[str, Field(description="The listing.", examples=["tidewater"])]
    method: Annotated[Method, Field(description="How it is proven.", examples=["dns"])]
    status: Annotated[
        ClaimStatus,
        Field(description="`pending`, `verified`, or `expired` after 30 days.", examples=["pending"]),
    ]
    ownership: Annotated[
        Ownership | None,
        Field(
            description="Once verified: `granted`, or `in_review` where the listing has another owner and the site's"
            " team decides; they may grant or refuse it.",
            examples=[None],
        ),
    ]
    instructions: Annotated[Instructions, Field(description="What to publish.")]
    last_check: Annotated[ClaimCheck | None, Field(description="The last look; null before any.")]
    created_at: Annotated[datetime, Field(description="When it was made.", examples=["2026-11-15T09:00:00Z"])]
    expires_at: Annotated[
        datetime, Field(description="Until when it can be verified.", examples=["2026-12-15T09:00:00Z"])
    ]
    verified_at: Annotated[
        datetime | None, Field(description="When it was verified; null before.", examples=["2026-11-15T09:30:00Z"])
    ]
