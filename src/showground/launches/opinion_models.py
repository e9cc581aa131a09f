"""What people see of their votes, follows, reviews and reports."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from showground.core.calls.paging import Page

ReviewState = Literal["visible", "hidden"]


class Vote(BaseModel):
    """Whether a person votes for a listing, and how many do."""

    slug: str
    voted: bool
    votes: int


class Following(BaseModel):
    """Whether a person follows a listing, and how many do."""

    slug: str
    following: bool
    followers: int


class Review(BaseModel):
    """A person's review of a listing."""

    id: int
    slug: str
    stars: int
    body: str
    state: ReviewState
    at: datetime


class ReviewGone(BaseModel):
    """A review was deleted."""

    slug: str
    deleted: bool


class PublicReview(BaseModel):
    """A review as everybody sees it."""

    id: int
    stars: int
    body: str
    at: datetime
    by: str


class Reviews(Page[PublicReview]):
    """The visible reviews of a listing."""

    by_stars: list[int]  # how many gave five stars, four, and so on


class Opinions(BaseModel):
    """What a person thinks of listings."""

    voted: list[str]
    followed: list[str]
    reviews: list[int]  # the numbers of their own reviews


class Report(BaseModel):
    """A report to the site's team."""

    id: int
    slug: str
