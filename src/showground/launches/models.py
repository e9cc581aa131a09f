"""API models of launches, leaderboards and awards."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from showground.core.calls.paging import Page
from showground.core.data_model import DataModel
from showground.listings import ListingSummary

Section = Literal["today", "this-week", "trending", "most-voted", "recent", "most-viewed", "most-followed", "upcoming"]
BoardName = Literal["community-weekly", "community-all-time", "billboard", "domain-rating", "revenue"]

Ranked = Annotated[
    int,
    Field(
        description="Rank in that week, by votes. Ties go to the launch that reached that count first.", examples=[1]
    ),
]


class LaunchWeekItem(DataModel):
    """A live launch of a week."""

    rank: Ranked
    votes: Annotated[int, Field(description="Votes cast in that week.", examples=[62])]
    listing: Annotated[ListingSummary, Field(description="The listing. Its own `votes` are all-time votes.")]


class Week(DataModel):
    """A launch week, Monday to Sunday in UTC."""

    week: Annotated[date, Field(description="The Monday of the week.", examples=["2026-11-09"])]
    ends: Annotated[
        date, Field(description="The Sunday of the week, the last day on which votes count.", examples=["2026-11-15"])
    ]
    phase: Annotated[
        Literal["past", "current", "future"],
        Field(
            description="`past`, `current` or `future`. The ranks of a past week never change.", examples=["current"]
        ),
    ]
    total: Annotated[
        int,
        Field(
            description="Number of live launches in the week. `items` has the first 1,000; the `community-weekly`"
            " leaderboard has all of them, paginated.",
            examples=[14],
        ),
    ]


class LaunchWeek(Week):
    """A launch week with its launches."""

    items: Annotated[
        list[LaunchWeekItem],
        Field(
            description="The live launches, ranked. If a listing of a past week is no longer public, its rank is left"
            " out. Empty for a future week."
        ),
    ]
    scheduled: Annotated[
        list[ListingSummary],
        Field(
            description="Launches that are not live yet, in the order they were scheduled: all of a future week, the"
            " remaining ones of the current week, none of a past week."
        ),
    ]


class LaunchPlace(DataModel):
    """A launch and its position in the requested section."""

    rank: Annotated[
        int | None,
        Field(
            description="Rank in this section, across all pages. Launches with the same number of votes, views or"
            " followers share a rank, except in `this-week` and `today`, where ties go to the one that"
            " reached the count first. Null in `recent` and `upcoming`, which are not rankings.",
            examples=[1],
        ),
    ]
    votes: Annotated[
        int | None,
        Field(description="Votes cast in its launch week; null before that week, and if it has none.", examples=[62]),
    ]
    week: Annotated[date | None, Field(description="Monday of the launch week.", examples=["2026-11-09"])]
    live_at: Annotated[
        datetime | None, Field(description="When it went live; null until then.", examples=["2026-11-09T00:00:00Z"])
    ]


class Launch(LaunchPlace):
    """A launch as shown in lists."""

    listing: Annotated[ListingSummary, Field(description="The listing. Its own `votes` are all-time votes.")]


class LaunchPage(Page[Launch]):
    """A page of launches."""


class BoardMetric(DataModel):
    """What a leaderboard ranks by."""

    kind: Annotated[
        Literal["votes_in_week", "votes", "contributed", "domain_rating", "monthly_revenue"],
        Field(description="What is measured.", examples=["votes_in_week"]),
    ]
    value: Annotated[int, Field(description="The value.", examples=[62])]
    unit: Annotated[
        Literal["votes", "USD cents", "of 100", "USD cents a month"],
        Field(description="Unit of `value`.", examples=["votes"]),
    ]
    verified: Annotated[
        bool | None,
        Field(
            description="For revenue, which owners state themselves: whether the site team has verified it. Otherwise"
            " null.",
            examples=[None],
        ),
    ]
    as_of: Annotated[
        date | None,
        Field(
            description="Date on which the value was measured or stated; null if it is a live count.",
            examples=[None],
        ),
    ]


class BoardPlace(DataModel):
    """A place on a leaderboard."""

    rank: Annotated[
        int,
        Field(
            description="Rank across all pages. Listings with the same value share a rank; in `community-weekly`, ties"
            " go to the one that reached the count first.",
            examples=[1],
        ),
    ]
    metric: Annotated[BoardMetric, Field(description="What the listing is ranked by.")]
    paid: Annotated[
        bool,
        Field(description="Whether the place was paid for. True for everything on the billboard.", examples=[False]),
    ]


class BoardItem(BoardPlace):
    """A listing on a leaderboard."""

    listing: Annotated[ListingSummary, Field(description="The listing.")]


class BoardHead(DataModel):
    """Which leaderboard this is."""

    board: Annotated[BoardName, Field(description="Name of the leaderboard.", examples=["community-weekly"])]
    week: Annotated[
        date | None,
        Field(description="For community-weekly, the Monday of its week; otherwise null.", examples=["2026-11-09"]),
    ]
    disclosure: Annotated[
        str | None,
        Field(
            description="For the billboard, the notice to show with it: its places are paid for. Otherwise null.",
            examples=[None],
        ),
    ]


class Leaderboard(BoardHead, Page[BoardItem]):
    """A page of a leaderboard."""


class AwardHead(DataModel):
    """An award of a launch week."""

    week: Annotated[date, Field(description="Monday of the week.", examples=["2026-11-02"])]
    place: Annotated[Literal[1, 2, 3], Field(description="1, 2 or 3.", examples=[1])]
    title: Annotated[str, Field(description="Name of the award.", examples=["Launch of the Week #1"])]
    votes: Annotated[int, Field(description="Votes cast in that week.", examples=[71])]
    name: Annotated[str, Field(description="The winner's name at that time.", examples=["Tidewater"])]


class Award(AwardHead):
    """Launch of the Week #1, #2 or #3, decided by community votes only and fixed when the week ended."""

    listing: Annotated[ListingSummary | None, Field(description="The winning listing; null if it is no longer public.")]


class AwardPage(Page[Award]):
    """A page of awards."""


class PastWeek(DataModel):
    """A week with launches, and its winner."""

    week: date
    launches: int
    winner: str | None
    winner_slug: str | None  # None if the winner is no longer public
