"""One request for a page: the visitor, the query, the calls to the dispatcher, and the response."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar, cast, overload
from urllib.parse import quote, urlencode

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from showground.accounts import SignedInPerson
from showground.core.cache import HORIZON, Headers
from showground.core.calls.action import Action, Operation
from showground.core.calls.context import Access, Site
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import ApiError, InvalidInput, NotFound
from showground.core.calls.models import Encoded, Input
from showground.core.languages import Language, current_language
from showground.surfaces.asgi import OPERATION, Scope, arrival_of
from showground.surfaces.edge import may_use_cached_page
from showground.surfaces.visitor_language import PARAMETER, cached_path
from showground.surfaces.web import done_notice
from showground.surfaces.web.announcement import TAG as ANNOUNCEMENT_TAG
from showground.surfaces.web.edited_values import EditedValues
from showground.surfaces.web.forms import EMPTY_FORM, NO_RESULT, Form, FormResult, is_form, read_form, values_for
from showground.surfaces.web.page_cache import HTML, SAFETY, CachedResponse, pack_page
from showground.surfaces.web.page_services import PageServices
from showground.surfaces.web.query import Query
from showground.surfaces.web.sales import TAG as SALES_TAG
from showground.surfaces.web.syndication.html_to_markdown import page_to_markdown
from showground.surfaces.web.syndication.markdown import MARKDOWN, prefers_markdown
from showground.surfaces.web.web_caller import PERSON, web_caller

ANNOUNCEMENT = "showground.announcement"  # key of the announcement to show, if any
TOLD_BESIDE_THE_FORM = (400, 404, 412)

AnyEdited = EditedValues[Any, Any]
ReadValues = Callable[[], Awaitable[dict[str, Any]]]
I = TypeVar("I", bound=Input)  # noqa: E741
M = TypeVar("M", bound=BaseModel)
O = TypeVar("O", bound="BaseModel | Encoded[Any]")  # noqa: E741


@dataclass(frozen=True, slots=True)
class Visit:
    """One request for a page. Pages reach the dispatcher only through it."""

    services: PageServices
    request: Request
    begun: int  # the cache's mark, taken before anything was read
    tags: set[str] = field(default_factory=set[str])  # cache tags of what the page depends on
    known: set[str] = field(default_factory=set[str])  # the names in the query that the page reads
    by_path: bool = False  # whether the page depends on the path alone
    done: list[str] = field(default_factory=list[str])  # the names of the actions by which the form changed something

    @property
    def dispatcher(self) -> Dispatcher:
        return self.services.dispatcher

    @property
    def site(self) -> Site:
        return self.services.dispatcher.site

    @property
    def now(self) -> datetime:
        return arrival_of(self._scope).now

    @property
    def path(self) -> str:
        return self.request.scope["path"]

    @property
    def path_params(self) -> dict[str, str]:
        return self.request.path_params

    @property
    def network_country(self) -> str | None:
        """The country of the visitor's network address, if our proxy sent it."""
        return arrival_of(self._scope).country

    @property
    def _scope(self) -> Scope:
        return cast("Scope", self.request.scope)

    @property
    def query(self) -> Query:
        return Query(self.request.query_params, self.known)

    @property
    def person(self) -> SignedInPerson | None:
        """Who is signed in."""
        return self.request.scope.get(PERSON)

    @property
    def prefers_markdown(self) -> bool:
        return prefers_markdown(self.request.headers.get("accept", ""))

    @property
    def access(self) -> Access | None:
        """What the signed-in person is allowed to do."""
        return self.person.access if self.person else None

    def parse(self, operation: Action[I, Any], values: Mapping[str, str]) -> I:
        """Parse path parameters or form fields as the operation's input. An invalid slug in the path is a 404."""
        try:
            return operation.parse({name: _typed(name, text) for name, text in values.items()})
        except InvalidInput as wrong:
            if any(error["field"] in (*operation.path_fields, "slug") for error in wrong.errors):
                raise NotFound from None
            raise

    def parse_page(self, operation: Action[I, Any], **values: str) -> I:
        """Like `parse`, with the page number from the query."""
        return self.parse(operation, {**values, "page": self.query.get("page") or "1"})

    @overload
    async def ask(self, action: Action[I, Encoded[M]], input: I, *tags: str) -> M: ...
    @overload
    async def ask(self, action: Action[I, M], input: I, *tags: str) -> M: ...
    async def ask(self, action: Action[Any, Any], input: Input, *tags: str) -> Any:
        """Call an action through the dispatcher. `tags` say what the answer of a non-operation depends on."""
        self.tags.update(action.tags_of(input) if isinstance(action, Operation) else tags)
        answer = await self.dispatcher.call(action, web_caller(self.request), input)
        return action.output.model_validate_json(answer.json) if isinstance(answer, Encoded) else answer

    async def form(self) -> Form:
        """The fields of the submitted form."""
        return await read_form(self.request)

    async def submit(self, action: Action[I, O], edited: AnyEdited | None = None, /, **extra: Any) -> FormResult[O]:
        """Run the action with the form's fields, and with `extra`: values that the page sets itself. If someone changed
        the `edited` values since the form was opened, it is refused.

        Invalid input and refusals by the action are in the result, to be shown with the fields. Other errors are raised
        and become an error page.
        """

        async def read() -> dict[str, Any]:
            return values_for(action, await self.form(), extra)

        return await self._submit(action, read, edited)

    async def submit_with(
        self, action: Action[I, O], edited: AnyEdited | None = None, /, **values: Any
    ) -> FormResult[O]:
        """Like `submit`, but with these values only: for forms whose fields are not the action's input."""

        async def read() -> dict[str, Any]:
            return values

        return await self._submit(action, read, edited)

    async def version(self, edited: EditedValues[Any, M], stored: M, result: FormResult[Any] = NO_RESULT) -> str:
        """The version of stored values, for the form that changes them."""
        form = await self.form() if is_form(self.request) else EMPTY_FORM  # else it is an upload, read elsewhere
        return edited.version(stored, form, result)

    async def _submit(self, action: Action[I, O], read: ReadValues, edited: AnyEdited | None) -> FormResult[O]:
        try:
            admitted = await self.dispatcher.admit(action, web_caller(self.request))
            admitted.expected = edited.expected_by(await self.form()) if edited else None
            answer = await admitted.run(action.parse(await read()))
        except ApiError as failure:
            if failure.status not in TOLD_BESIDE_THE_FORM:
                raise
            return FormResult(None, failure)
        if not action.read_only:
            self.done.append(action.name)
        return FormResult(answer)

    def show(
        self,
        template: str,
        *,
        status: int = 200,
        private: bool = False,
        headers: Mapping[str, str] | None = None,
        viewed: str = "",
        links: str = "",
        **values: Any,
    ) -> Response:
        """`private`: no browser or proxy stores a copy. Extra `headers` disable caching as well. `viewed`: the listing
        whose page view to count. `links`: the Link header.
        """
        page = self.render(template, refused=status == InvalidInput.status, **values)
        markdown = status == 200 and self.prefers_markdown
        body, kind = (page_to_markdown(page, self.site.url), MARKDOWN) if markdown else (page, HTML)
        if status != 200 or private or headers:
            told = {"Cache-Control": "no-store", "Vary": "Accept, Cookie", **(headers or {})}
            response = Response(body, status, {**told, "Content-Type": kind.decode()})
            done_notice.forget(self.request, response)
            return response
        linked = [(b"link", links.encode())] if links else []
        return self.send(body.encode(), kind, headers=linked, viewed=viewed, shared=not markdown)

    def render(self, template: str, **values: Any) -> str:
        return self.services.templates.get_template(template).render(
            {
                "in_other_languages": self._in_other_languages(),
                "path": self.path,
                "person": self.person,
                "mine": None,
                "announcement": self.request.scope.get(ANNOUNCEMENT),
                "was_done": done_notice.is_remembered(self.request),
                **values,
            }
        )

    def _in_other_languages(self) -> list[tuple[Language, str]]:
        """This page in every language of the site, if there are several."""
        if not self.site.languages.several or self.request.method != "GET":
            return []
        query = [] if self.by_path else [pair for pair in self.query.known_items() if pair[0] != PARAMETER]
        return [
            (language, f"{quote(self.path)}?{urlencode([*query, (PARAMETER, language.code)])}")
            for language in self.site.languages.all
        ]

    def send(
        self,
        body: bytes,
        kind: bytes,
        *,
        control: bytes = b"no-cache",
        headers: Headers | None = None,
        viewed: str = "",
        shared: bool = True,
    ) -> Response:
        """Send the body. Anonymous visitors' responses are cached until something they depend on changes.

        `shared`: whether the next visitor may get the same; false if it depends on more than the address.
        """
        own = {name for name, _ in headers or ()}
        all_headers = [*(headers or ()), *(pair for pair in SAFETY if pair[0] not in own)]
        if self.person is not None:
            control = b"private, no-cache"
        tags = (*self.tags, ANNOUNCEMENT_TAG, SALES_TAG) if self.tags else ()
        several = self.site.languages.several
        kept = pack_page(body, control, kind, headers=all_headers, tags=tags, viewed=viewed, by_language=several)
        kept.operation = self._scope.get(OPERATION, "")
        if self.request.method == "GET":
            if viewed:
                self._count_view(viewed, markdown=kind == MARKDOWN)
            if shared and self._may_use_cached_page() and self.tags and (self.by_path or self.query.is_plain()):
                key = (self._cached_path(), b"" if self.by_path else self.request.scope["query_string"])
                self.services.cache.store(key, kept, self.begun, self.now.timestamp())
        return CachedResponse(kept)

    def find_cached(self) -> Response | None:
        """The cached response for the path alone, if it is still valid and the visitor is anonymous."""
        kept = self.services.cache.answers.get((self._cached_path(), b""))
        at = self.now.timestamp()
        if kept is None or self.request.method != "GET" or not at < kept.until < at + HORIZON:
            return None
        return CachedResponse(kept) if self._may_use_cached_page() else None

    def _may_use_cached_page(self) -> bool:
        """Whether the visitor may get a cached page, and theirs be cached for others."""
        languages = self.site.languages
        headers = dict(self._scope["headers"])
        return self.person is None and may_use_cached_page(
            self._scope, headers, languages if languages.several else None
        )

    def _cached_path(self) -> str:
        languages = self.site.languages
        return cached_path(languages, current_language(), self.path) if languages.several else self.path

    def _count_view(self, slug: str, *, markdown: bool) -> None:
        """A client that asks for Markdown is a program, whatever its User-Agent."""
        views, arrival = self.services.views, arrival_of(self._scope)
        if markdown:
            views.note_read(slug, "page", arrival.agent, self.now.timestamp())
            return
        referrer = self.request.headers.get("referer", "")
        at, country = self.now.timestamp(), arrival.country
        views.note(slug, arrival.address, arrival.agent, at, referrer=referrer, country=country)

    def go(self, path: str, *, told: bool = False) -> RedirectResponse:
        """Redirect to another page of this site, as after every successful form; `told`: it says what was done."""
        response = RedirectResponse(path, 303, {"Cache-Control": "no-store"})
        if self.done and not told:
            done_notice.remember(response, self.site, path)
        return response


def by_path(show: Callable[[Visit], Awaitable[Response]]) -> Callable[[Visit], Awaitable[Response]]:
    """For pages without a query: ignore any query string, so that nobody can bypass the cache by adding one."""

    async def shown(visit: Visit) -> Response:
        return visit.find_cached() or await show(replace(visit, by_path=True))

    return shown


def _typed(name: str, text: str) -> str | int:
    """`page` and `account` as integers if they are; anything else stays text, for the operation to refuse."""
    return int(text) if name in ("page", "account") and text.isascii() and text.isdigit() and len(text) < 10 else text
