"""The announcement on all pages, and saved replies."""

from datetime import UTC, datetime
from typing import Any

from starlette.responses import Response

from showground.blog.actions.announcements import get_announcement, remove_announcement, write_announcement
from showground.core.calls.models import NoInput
from showground.core.languages import Text
from showground.surfaces.web.admin.common import button, field_refused
from showground.surfaces.web.dashboard.common import number_of
from showground.surfaces.web.edited_values import EditedValues
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit
from showground.upkeep.actions.saved_replies import list_saved_replies, remove_saved_reply, write_saved_reply

FIELDS = ("body", "url", "begins_at", "ends_at")
EDITED = EditedValues(
    get_announcement, NoInput(), lambda found: found.announcement and found.announcement.model_dump(include={*FIELDS})
)


@for_staff
async def show_announcement(visit: Visit) -> Response:
    found = (await visit.ask(get_announcement, NoInput())).announcement
    if found is None:
        return await _show(visit, dict.fromkeys(FIELDS, ""), there=False)
    given = {"body": found.body, "url": found.url or "", "begins_at": _minute(found.begins_at)}
    return await _show(visit, given | {"ends_at": _minute(found.ends_at)}, there=True)


@for_staff
async def save_announcement(visit: Visit) -> Response:
    form = await visit.form()
    given = {name: form.get(name, "").strip() for name in FIELDS}
    times = {name: _read_time(given[name]) for name in ("begins_at", "ends_at") if given[name]}
    wrong = next((name for name, at in times.items() if at is None), None)
    if wrong:
        return await _show(visit, given, field_refused(wrong, Text("Enter a date and time.")), there=True)
    begins = times.get("begins_at") or visit.now
    ends = times.get("ends_at")
    result = await visit.submit_with(
        write_announcement,
        EDITED,
        body=given["body"],
        url=given["url"] or None,
        begins_at=begins.isoformat(),
        ends_at=ends.isoformat() if ends else None,
    )
    return visit.go("/admin/announcement") if result.failure is None else await _show(visit, given, result, there=True)


async def _show(visit: Visit, given: dict[str, str], result: FormResult[Any] = NO_RESULT, *, there: bool) -> Response:
    found = await visit.ask(get_announcement, NoInput())
    return visit.show(
        "admin/announcement.html",
        status=result.status,
        private=True,
        given=given,
        there=there,
        version=await visit.version(EDITED, found, result),
        result=result,
    )


def _minute(at: datetime | None) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M") if at else ""


def _read_time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        return None


@for_staff
async def show_replies(visit: Visit) -> Response:
    return await _show_replies(visit)


@for_staff
async def add_reply(visit: Visit) -> Response:
    return await _save(visit, None)


@for_staff
async def save_reply(visit: Visit) -> Response:
    return await _save(visit, number_of(visit, "reply_id"))


async def _save(visit: Visit, number: int | None) -> Response:
    form = await visit.form()
    title, body = form.get("title", ""), form.get("body", "").replace("\r\n", "\n")
    result = await visit.submit_with(write_saved_reply, reply_id=number, title=title, body=body)
    if result.failure is None:
        return visit.go("/admin/replies")
    return await _show_replies(visit, result, title, body, number)


async def _show_replies(
    visit: Visit, result: FormResult[Any] = NO_RESULT, title: str = "", body: str = "", number: int | None = None
) -> Response:
    """`number`: the reply that was being changed, which the form still changes."""
    replies = (await visit.ask(list_saved_replies, NoInput())).items
    chosen = visit.query.get("edit", "")
    edited = next((reply for reply in replies if str(reply.id) == chosen and result is NO_RESULT), None)
    if edited is not None:
        title, body, number = edited.title, edited.body, edited.id
    return visit.show(
        "admin/replies.html",
        status=result.status,
        private=True,
        replies=replies,
        title=title,
        body=body,
        number=number,
        result=result,
    )


remove = button(remove_announcement, "/admin/announcement")
remove_reply = button(remove_saved_reply, "/admin/replies")
