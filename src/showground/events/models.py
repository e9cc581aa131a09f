"""API models of events."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from showground.core.data_model import DataModel

Format = Literal["standard", "slack", "discord"]
About = Literal["mine", "public"]
PublicSubject = Literal["listing", "category", "founder", "post", "award"]
Subject = Literal["listing", "category", "founder", "post", "award", "draft", "order", "claim"]


class ListedEvent(DataModel):
    """Something that happened."""

    id: Annotated[int, Field(description="Higher than that of every earlier event.", examples=[4711])]
    kind: Annotated[str, Field(description="What happened; `*.removed` is a tombstone.", examples=["listing.updated"])]
    at: Annotated[datetime, Field(description="When it happened.", examples=["2026-11-09T08:00:00Z"])]
    subject: Annotated[Subject, Field(description="What it is about.", examples=["listing"])]
    key: Annotated[
        str, Field(description="Its slug, id or number; of an award its week and place.", examples=["tidewater"])
    ]
    previous_key: Annotated[
        str | None, Field(description="The slug before, if this event changed it.", examples=[None])
    ]
    test: Annotated[
        bool,
        Field(
            description="Whether it is about an order made with a test key, for which no money moves.", examples=[False]
        ),
    ]
    item: Annotated[
        dict[str, Any] | None,
        Field(
            description="What it is about, as it is now. Null if it is not public any more, in the brief form, and for"
            " your own events.",
            examples=[{"slug": "tidewater", "name": "Tidewater"}],
        ),
    ]


class EventPage(DataModel):
    """Events in order."""

    items: Annotated[list[ListedEvent], Field(description="The events, oldest first.")]
    after: Annotated[int, Field(description="Send it as `after` to go on.", examples=[4711])]
    more: Annotated[bool, Field(description="Whether there are further events.", examples=[False])]


class Webhook(DataModel):
    """An address that events are sent to."""

    id: int
    url: str
    format: Format
    about: About
    kinds: list[str]
    created_at: datetime
    disabled_at: datetime | None
    former_until: datetime | None


class Delivery(DataModel):
    """A message to a webhook, and how sending it went."""

    id: int
    kind: str
    key: str
    stored: bool  # whether its event still is
    test: bool  # whether it is about an order made with a test key
    state: Literal["waiting", "delivered", "failed"]
    attempts: int
    outcome: str | None
    attempted_at: datetime | None
    next_at: datetime | None
    created_at: datetime
