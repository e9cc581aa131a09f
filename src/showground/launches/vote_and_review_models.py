"""Models of votes, follows, reviews and reports, as people see them."""

from datetime import datetime
from typing import Literal

from showground.core.calls.paging import Page
from showground.core.data_model import DataModel

ReviewState = Literal["visible", "hidden"]
ReviewSort = Literal["newest", "highest", "lowest"]


class Vote(DataModel):
    """Whether a person has voted for a listing, and how many people have."""

    slug: str
    voted: bool
    votes: int


class Following(DataModel):
    """Whether a person follows a listing, and how many people do."""

    slug: str
    following: bool
    followers: int


class Review(DataModel):
    """A person's review of a listing."""

    id: int
    slug: str
    stars: int
    body: str
    state: ReviewState
    at: datetime


class DeletedReview(DataModel):
    """A review was deleted."""

    slug: str
    deleted: bool


class PublicReview(DataModel):
    """A review as shown to the public."""

    id: int
    stars: int
    body: str
    at: datetime
    by: str
    reply: str | None  # by the listing's makers
    replied_at: datetime | None


class Reviews(Page[PublicReview]):
    """The visible reviews of a listing."""

    by_stars: list[int]  # counts by rating, from five stars down
    maker: bool  # whether the reader is one of the listing's makers


class ReviewReply(DataModel):
    """The makers' reply to a review; null if it was deleted."""

    review_id: int
    slug: str
    reply: str | None


class Opinions(DataModel):
    """What a person has voted for, followed and reviewed, and which listings are their own."""

    voted: list[str]
    followed: list[str]
    reviews: list[int]  # ids of their own reviews
    own: dict[str, int]  # ids of the listings they belong to, for which they can't vote


class ListingReport(DataModel):
    """A report to the site team."""

    id: int
    slug: str


class MyOpinion(DataModel):
    """A listing that a person voted for, follows or reviewed; stars and text only of a review."""

    slug: str
    name: str
    at: datetime
    stars: int | None = None
    body: str | None = None


class MyOpinions(DataModel):
    """A person's votes, follows and reviews, newest first."""

    votes: list[MyOpinion]
    follows: list[MyOpinion]
    reviews: list[MyOpinion]
