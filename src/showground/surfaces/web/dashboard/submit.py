"""Submitting a website, which starts a draft."""

from typing import Any
from urllib.parse import quote, urlencode

from starlette.responses import Response

from showground.drafting.actions.drafts import DiscardUnread, Listed, check_url, discard_unread_drafts, find_listed
from showground.drafting.operations.create_draft import create_draft
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.visit import Visit


async def show_submit(visit: Visit) -> Response:
    """Also for visitors who are not signed in: it explains what happens, and keeps what they typed."""
    return await _show(visit, visit.query.get("url", "")[:2048])


async def begin_draft(visit: Visit) -> Response:
    url = (await visit.form()).get("url", "").strip()
    if visit.person is None:
        checked = await visit.submit(check_url, url=url)
        if checked.answer is None:
            return await _show(visit, url, checked)
        after = f"/submit?{urlencode({'url': url[:2048]})}"
        return visit.go(f"/sign-in?next={quote(after, safe='/')}")
    found = await visit.submit(find_listed, url=url)
    if found.answer is not None and found.answer.slug:
        return await _show(visit, url, listed=found.answer)
    result = await visit.submit(create_draft, url=url)
    if result.answer is None:
        return await _show(visit, url, result)
    await visit.ask(discard_unread_drafts, DiscardUnread(id=result.answer.id))
    return visit.go(f"/dashboard/drafts/{result.answer.id}")


async def _show(visit: Visit, url: str, result: FormResult[Any] = NO_RESULT, listed: Listed | None = None) -> Response:
    """`listed`: the listing that the website already has."""
    return visit.show(
        "dashboard/submit.html",
        status=400 if listed else result.status,
        private=True,
        url=url,
        result=result,
        listed=listed,
    )
