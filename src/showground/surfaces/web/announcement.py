"""The announcement that pages show: read once, and again when it has changed or after half a minute."""

from datetime import datetime

from showground.blog.actions.announcements import AnnouncementFound, get_announcement, is_shown
from showground.core.cache import Cache, CachedAnswer
from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import ApiError
from showground.core.calls.models import NoInput

TAG = "announcement"
NOTHING = AnnouncementFound(announcement=None)
NOTHING_STORED = NOTHING.model_dump_json().encode()
KEY = ("announcement", b"")  # in the cache of answers; no request has a path without a slash


async def find_announcement(dispatcher: Dispatcher, cache: Cache, now: datetime) -> AnnouncementFound:
    """What to show now. A change drops it from the cache of every process, with all pages that showed it."""
    at, begun = now.timestamp(), cache.begin()
    kept = cache.answers.get(KEY)
    if kept is not None and at < kept.until:
        if kept.plain.body == NOTHING_STORED:  # as on most sites
            return NOTHING
        found = AnnouncementFound.model_validate_json(kept.plain.body)
    else:
        try:
            found = await dispatcher.call(get_announcement, Caller(now, "job"), NoInput())
        except ApiError:  # the database is away; the page says so itself, if it needs it
            return NOTHING
        body = found.model_dump_json().encode()
        cache.store(KEY, CachedAnswer(b"", [], body, operation="", tags=(TAG,)), begun, at)
    shown = found.announcement is not None and is_shown(found.announcement, now)
    return found if shown else NOTHING
