"""SQL on notifications."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from showground.accounts import rows_of
from showground.core.database.pool import Connection
from showground.notifications.models import Notification, NotificationKind


@dataclass(frozen=True, slots=True)
class NewNotification:
    """A notification to be added."""

    account: int
    kind: NotificationKind
    listing: int
    question: int | None = None
    place: int | None = None


async def add_notifications(db: Connection, new: Sequence[NewNotification], at: datetime) -> None:
    await db.copy_rows(
        "notification (account_id, kind, listing_id, question_id, place, at)",
        ((one.account, one.kind, one.listing, one.question, one.place, at) for one in new),
    )


async def list_latest(db: Connection, account: int, most: int) -> list[Notification]:
    """Of listings that are still public."""
    return await db.all_as(
        Notification,
        """
        select n.id, kind, slug, name as listing, question_id, place, at, read_at is not null as read
        from notification n join public_listing p on p.id = listing_id
        where account_id = %s order by at desc, n.id desc limit %s
        """,
        (account, most),
    )


async def count_unread(db: Connection, account: int) -> int:
    row = await db.one(
        """
        select count(*) from notification join public_listing p on p.id = listing_id
        where account_id = %s and read_at is null
        """,
        (account,),
    )
    return row[0] if row else 0


async def mark_read(db: Connection, account: int, at: datetime) -> None:
    await db.execute("update notification set read_at = %s where account_id = %s and read_at is null", (at, account))


async def export_notifications(db: Connection, account: int) -> list[dict[str, Any]]:
    return await rows_of(
        db,
        account,
        """
        select kind, slug as listing, question_id, place, at, read_at
        from notification join listing on listing.id = listing_id where account_id = %(account)s order by at
        """,
    )
