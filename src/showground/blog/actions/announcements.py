"""The announcement that all pages show."""

from datetime import datetime
from typing import Annotated

from pydantic import AwareDatetime, Field, StringConstraints

from showground.blog.models import Announcement
from showground.blog.queries import announcements
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.field_errors import in_words
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text


class AnnouncementFound(DataModel):
    """Null if there is none. Its time may be still to come, or over."""

    announcement: Announcement | None


@action(scope=PUBLIC, read_only=True)
async def get_announcement(ctx: Context) -> AnnouncementFound:
    """Get the announcement that pages show while its time is."""
    return AnnouncementFound(announcement=await announcements.find(ctx.db))


LINK = in_words(
    r"^(/|https?://)\S+$", Text("Must be a path such as /pricing, or a URL that starts with https:// or http://.")
)


class WriteAnnouncement(Input):
    body: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
    url: Annotated[str, Field(max_length=500, pattern=LINK)] | None = None
    begins_at: AwareDatetime
    ends_at: AwareDatetime | None = None


@action(scope=STAFF)
async def write_announcement(ctx: Context, input: WriteAnnouncement) -> AnnouncementFound:
    """Show an announcement on all pages, from a time until another or until it is removed."""
    if input.ends_at is not None and input.ends_at <= input.begins_at:
        message = Text("The announcement ends before it begins. Choose a later end.")
        raise InvalidInput(errors=[FieldError(field="ends_at", message=message)])
    await announcements.write(ctx.db, input.body, input.url, input.begins_at, input.ends_at)
    return AnnouncementFound(announcement=await announcements.find(ctx.db))


@action(scope=STAFF)
async def remove_announcement(ctx: Context) -> AnnouncementFound:
    """Remove the announcement."""
    await announcements.remove(ctx.db)
    return AnnouncementFound(announcement=None)


def is_shown(announcement: Announcement, now: datetime) -> bool:
    return announcement.begins_at <= now and (announcement.ends_at is None or now < announcement.ends_at)
