"""Serves the pages of the API reference, each rendered once."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from showground.blog import Announcement
from showground.core.brand import Brand
from showground.core.cache import CachedAnswer
from showground.core.calls.errors import NotFound
from showground.core.languages import current_language
from showground.orders.actions.offers import Sales
from showground.surfaces.site_names import MADE_UP, SiteNames, SiteNamesFinder
from showground.surfaces.web.page_cache import HTML, VARY_BY_LANGUAGE, VARY_BY_READER, CachedResponse, pack_answer
from showground.surfaces.web.sales import current_sales
from showground.surfaces.web.syndication.html_to_markdown import page_to_markdown
from showground.surfaces.web.syndication.markdown import MARKDOWN, prefers_markdown
from showground.surfaces.web.visitors.api_reference import ApiReference, PageFrame
from showground.surfaces.web.web_caller import PERSON

MAX_WORDS = 200  # characters
Shown = tuple[SiteNames, Brand, PageFrame, Sales]


class ReferencePages:
    """Renders a page on its first request, so that the process starts faster, and again when what it shows changes."""

    def __init__(
        self,
        reference: ApiReference,
        names: SiteNamesFinder,
        announced: Callable[[Request], Awaitable[Announcement | None]],
    ) -> None:
        self._reference = reference
        self._names = names
        self._announced = announced
        # By path, whether someone is signed in, whether it is Markdown, and the language of the frame.
        self._rendered: dict[tuple[str, bool, bool, str], tuple[Shown, CachedAnswer]] = {}

    async def show_overview(self, request: Request) -> Response:
        words, frame = " ".join(request.query_params.get("q", "")[:MAX_WORDS].split()), await self._frame(request)
        if words:  # not stored: there is no end of them
            return CachedResponse(self._pack(request, self._reference.render_overview(words, frame)))
        return self._show(request, MADE_UP, frame, lambda: self._reference.render_overview(frame=frame))

    async def show_chapter(self, request: Request) -> Response:
        chapter = self._reference.chapters.get(request.path_params["chapter"])
        if chapter is None:
            raise NotFound
        names, frame = await self._names.find(), await self._frame(request)
        return self._show(request, names, frame, lambda: self._reference.render_chapter(chapter, names, frame))

    async def _frame(self, request: Request) -> PageFrame:
        return PageFrame(request.scope.get(PERSON) is not None, await self._announced(request))

    def _show(self, request: Request, names: SiteNames, frame: PageFrame, render: Callable[[], str]) -> Response:
        key = (request.scope["path"], frame.signed_in, _wants_markdown(request), current_language().code)
        shown = (names, self._reference.site.brand, frame, current_sales())
        made_for, kept = self._rendered.get(key, (None, None))
        if kept is None or made_for != shown:
            kept = self._pack(request, render())
            self._rendered[key] = shown, kept
        return CachedResponse(kept)

    def _pack(self, request: Request, page: str) -> CachedAnswer:
        body, kind = (
            (page_to_markdown(page, self._reference.site.url), MARKDOWN) if _wants_markdown(request) else (page, HTML)
        )
        several = self._reference.site.languages.several
        _, vary = VARY_BY_LANGUAGE if several else VARY_BY_READER
        return pack_answer(body.encode(), b"no-cache", kind, vary=vary)


def _wants_markdown(request: Request) -> bool:
    return prefers_markdown(request.headers.get("accept", ""))
