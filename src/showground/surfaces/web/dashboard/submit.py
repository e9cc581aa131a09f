"""Submitting a website, which starts a draft."""

from urllib.parse import quote, urlencode

from starlette.responses import Response

from showground.drafting.operations.create_draft import create_draft
from showground.surfaces.web.forms import NOT_TRIED
from showground.surfaces.web.visit import Visit


async def show_submit(visit: Visit) -> Response:
    """Also for visitors who are not signed in: it explains what happens, and keeps what they typed."""
    return visit.show("dashboard/submit.html", private=True, url=visit.query.get("url", "")[:2048], tried=NOT_TRIED)


async def begin_draft(visit: Visit) -> Response:
    url = (await visit.form()).get("url", "").strip()
    if visit.person is None:
        after = f"/submit?{urlencode({'url': url[:2048]})}"
        return visit.go(f"/sign-in?next={quote(after, safe='/')}")
    tried = await visit.attempt(create_draft, url=url)
    if tried.answer is None:
        return visit.show("dashboard/submit.html", status=tried.status, private=True, url=url, tried=tried)
    return visit.go(f"/dashboard/drafts/{tried.answer.id}")
