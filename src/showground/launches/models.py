"""What callers see of launches, leaderboards and awards."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from showground.core.calls.paging import Page
from showground.listings import ListingSummary

Section = Literal["today", "this-week", "trending", "most-voted", "recent", "most-viewed", "most-followed", "upcoming"]
BoardName = Literal["community-weekly", "community-all-time", "billboard", "domain-rating", "revenue"]

Ranked = Annotated[
    int, Field(description="Its place in that week: by votes, then by who reached that count first.", examples=[1])
]


class WeekItem(BaseModel):
    """A live launch of a week."""

    rank: Ranked
    votes: Annotated[int, Field(description="Votes cast in that week.", examples=[62])]
    listing: Annotated[ListingSummary, Field(description="The listing. Its own `votes` are those of all time.")]


class Week(BaseModel):
    """A launch week, Monday to Sunday in UTC."""

    week: Annotated[date, Field(description="Its Monday.", examples=["2026-11-09"])]
    ends: Annotated[date, Field(description="Its Sunday, the last day that votes count.", examples=["2026-11-15"])]
    phase: Annotated[
        Literal["past", "current", "future"],
        Field(description="A `past` week keeps its ranks for ever.", examples=["current"]),
    ]
    total: Annotated[
        int,
        Field(
            description="How many live launches the week has. `items` holds the first 1,000; the leaderboard"
            " `community-weekly` has them all, in pages.",
            examples=[14],
        ),
    ]


class LaunchWeek(Week):
    """A launch week with its launches."""

    items: Annotated[
        list[WeekItem],
        Field(
            description="The live launches, ranked. A rank of a past week stays empty when its listing is no longer"
            " public. Empty for a week to come."
        ),
    ]
    scheduled: Annotated[
        list[ListingSummary],
        Field(
            description="The launches that are still to come, in the order in which they were scheduled: of a future"
            " week all, of the current one those not live yet, of a past one none."
        ),
    ]


class LaunchPlace(BaseModel):
    """A launch, and where it stands in the list that was asked for."""

    rank: Annotated[
        int | None,
        Field(
            description="Its place in this section, counted over all pages; who has the same number of votes, views or"
            " followers shares a place, except in `this-week` and `today`, where the earlier to reach it comes first."
            " Null in `recent` and `upcoming`, which are no ranking.",
            examples=[1],
        ),
    ]
    votes: Annotated[
        int | None,
        Field(description="Votes cast in its launch week; null before it and where there is none.", examples=[62]),
    ]
    week: Annotated[date | None, Field(description="Monday of the launch week.", examples=["2026-11-09"])]
    live_at: Annotated[
        datetime | None, Field(description="When it went live; null while it waits.", examples=["2026-11-09T00:00:00Z"])
    ]


class Launch(LaunchPlace):
    """A launch as it stands in lists."""

    listing: Annotated[ListingSummary, Field(description="The listing. Its own `votes` are those of all time.")]


class Metric(BaseModel):
    """What a leaderboard ranks by."""

    kind: Annotated[
        Literal["votes_in_week", "votes", "contributed", "domain_rating", "monthly_revenue"],
        Field(description="What is measured.", examples=["votes_in_week"]),
    ]
    value: Annotated[int, Field(description="How much of it.", examples=[62])]
    unit: Annotated[
        Literal["votes", "USD cents", "of 100", "USD cents a month"],
        Field(description="What `value` counts.", examples=["votes"]),
    ]
    verified: Annotated[
        bool | None,
        Field(
            description="Of revenue, which owners state themselves: whether the site's team has seen proof. Else null.",
            examples=[None],
        ),
    ]
    as_of: Annotated[
        date | None,
        Field(
            description="The day on which the value was measured or stated; null where it is counted now.",
            examples=[None],
        ),
    ]


class BoardPlace(BaseModel):
    """A place on a leaderboard."""

    rank: Annotated[
        int,
        Field(
            description="Its place, counted over all pages. Who has the same value shares a place; in a week the"
            " earlier to reach it comes first.",
            examples=[1],
        ),
    ]
    metric: Annotated[Metric, Field(description="What it is ranked by.")]
    paid: Annotated[
        bool, Field(description="Whether the place was bought: true for everything on the billboard.", examples=[False])
    ]


class BoardItem(BoardPlace):
    """A listing on a leaderboard."""

    listing: Annotated[ListingSummary, Field(description="The listing.")]


class BoardHead(BaseModel):
    """Which leaderboard this is."""

    board: Annotated[BoardName, Field(description="The leaderboard.", examples=["community-weekly"])]
    week: Annotated[
        date | None,
        Field(description="Of community-weekly, the Monday of its week; else null.", examples=["2026-11-09"]),
    ]
    disclosure: Annotated[
        str | None,
        Field(
            description="Of the billboard, the sentence to show with it: its places are paid for. Else null.",
            examples=[None],
        ),
    ]


class Board(BoardHead, Page[BoardItem]):
    """A page of a leaderboard."""


class AwardHead(BaseModel):
    """An award of a week."""

    week: Annotated[date, Field(description="Monday of the week.", examples=["2026-11-02"])]
    place: Annotated[Literal[1, 2, 3], Field(description="1, 2 or 3.", examples=[1])]
    title: Annotated[str, Field(description="What it is called.", examples=["Launch of the Week #1"])]
    votes: Annotated[int, Field(description="Votes cast in that week.", examples=[71])]
    name: Annotated[str, Field(description="What the winner was called then.", examples=["Tidewater"])]


class Award(AwardHead):
    """Launch of the Week #1, #2 or #3; by community votes alone, fixed when the week ended."""

    listing: Annotated[
        ListingSummary | None, Field(description="The winning listing; null when it is no longer public.")
    ]


class PastWeek(BaseModel):
    """A week that has launches, and who won it."""

    week: date
    launches: int
    winner: str | None
    winner_slug: str | None  # None where the winner is no longer public
