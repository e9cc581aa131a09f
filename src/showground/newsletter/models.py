"""Subscriptions, editions and saved searches as people and staff see them."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from showground.core.data_model import DataModel

Section = Literal["top", "new"]
Every = Literal["day", "week"]


@dataclass(frozen=True, slots=True)
class EditionItem:
    """A listing in an edition, with what readers choose by."""

    section: Section
    position: int
    listing: int
    slug: str
    name: str
    tagline: str | None
    category_ids: list[int]
    votes: int | None
    place: int | None  # of an award


class EditionListing(DataModel):
    """A listing as an edition shows it."""

    slug: str
    name: str
    tagline: str | None
    votes: int | None = None
    place: int | None = None


class Edition(DataModel):
    """What an edition says, without what is no longer public."""

    week: date
    written_at: datetime | None
    top: list[EditionListing]
    new: list[EditionListing]
    sponsor: EditionListing | None


class EditionEntry(DataModel):
    """An edition in the archive."""

    week: date
    created_at: datetime
    winner: str | None
    launches: int


class StaffEdition(DataModel):
    """A sent edition as staff see it."""

    week: date
    created_at: datetime
    written_at: datetime | None
    emails: int


class ChosenCategory(DataModel):
    slug: str
    name: str


class NewsletterRequest(DataModel):
    """What somebody asked for by email address; `listing` is null for the newsletter."""

    email: str
    categories: list[ChosenCategory]
    listing: str | None
    slug: str | None
    confirmed: bool


class Subscription(DataModel):
    """A newsletter subscription; no categories means all."""

    email: str
    categories: list[ChosenCategory]


class AwaitedLaunch(DataModel):
    """An upcoming listing whose launch is emailed to somebody who asked for that."""

    slug: str
    name: str
    launch_week: date | None


class SavedSearch(DataModel):
    """A search whose new results are emailed."""

    id: int
    search: dict[str, str]
    every: Every
    created_at: datetime


class MailReport(DataModel):
    """What became of a report about our email: the address that was blocked, if any."""

    blocked: str | None
