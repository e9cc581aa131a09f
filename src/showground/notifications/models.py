"""Notifications as their reader sees them."""

from datetime import datetime
from typing import Literal

from showground.core.data_model import DataModel

NotificationKind = Literal["answer", "review_reply", "award", "launch", "question", "review"]


class Notification(DataModel):
    """Something that happened to a listing that the reader cares about."""

    id: int
    kind: NotificationKind
    slug: str
    listing: str
    question_id: int | None
    place: int | None
    at: datetime
    read: bool


class Notifications(DataModel):
    """The latest ones, newest first, and how many are not read."""

    items: list[Notification]
    unread: int
