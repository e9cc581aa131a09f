"""A visit to a page: who asks, what they ask for, and what they are shown."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar, cast, overload

from jinja2 import Environment
from pydantic import BaseModel
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from showground.accounts import SignedInPerson
from showground.core.cache import HORIZON, Cache, Headers
from showground.core.calls.context import Access, Caller, Site
from showground.core.calls.declare import Action, Operation
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import ApiError, InvalidInput, NotFound
from showground.core.calls.models import Encoded, Input
from showground.launches import Views
from showground.surfaces.asgi import OPERATION, Scope, arrival_of
from showground.surfaces.edge import is_stranger
from showground.surfaces.web.forms import Form, Tried, read_form, values_for
from showground.surfaces.web.page_cache import HTML, SAFETY, KeptResponse, keep_page
from showground.surfaces.web.syndication.image_queue import Drawings

PERSON = "showground.person"  # where the scope says who is signed in
TOLD_BESIDE_THE_FORM = (400, 404)

I = TypeVar("I", bound=Input)  # noqa: E741
M = TypeVar("M", bound=BaseModel)
O = TypeVar("O", bound="BaseModel | Encoded[Any]")  # noqa: E741


@dataclass(frozen=True, slots=True)
class PageServices:
    """What every page is made with."""

    dispatcher: Dispatcher
    templates: Environment
    cache: Cache
    views: Views
    drawings: Drawings = field(default_factory=Drawings)


@dataclass(frozen=True, slots=True)
class Query:
    """What stands behind the `?`; a page knows those names that it has asked for."""

    given: QueryParams
    known: set[str]

    def get(self, name: str, otherwise: str = "") -> str:
        self.known.add(name)
        return self.given.get(name, otherwise)

    def __contains__(self, name: str) -> bool:
        self.known.add(name)
        return name in self.given

    def known_items(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value in self.given.multi_items() if name in self.known]

    def is_plain(self) -> bool:
        """Whether it is written as a form or a link of the page writes it: each known name at most once, no others."""
        names = [name for name, _ in self.given.multi_items()]
        return len(names) == len(set(names)) and self.known.issuperset(names)


@dataclass(frozen=True, slots=True)
class Visit:
    """One request for a page, and the one way from it to what the site knows."""

    services: PageServices
    request: Request
    begun: int  # the cache's mark from before anything was read
    tags: set[str] = field(default_factory=set[str])  # what the page depends on
    known: set[str] = field(default_factory=set[str])  # the names in the query that the page asks for
    by_path: bool = False  # whether the path alone decides what is shown

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
    def given(self) -> dict[str, str]:
        """What stands in the path."""
        return self.request.path_params

    @property
    def network_country(self) -> str | None:
        """Where the visitor's network address is, if a proxy of ours told."""
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
    def access(self) -> Access | None:
        """What the person who is signed in may do."""
        return self.person.access if self.person else None

    def parse(self, operation: Action[I, Any], values: Mapping[str, str]) -> I:
        """Texts of the path or of a form as the operation's input; an address that no slug fits leads nowhere."""
        try:
            return operation.parse({name: _typed(name, text) for name, text in values.items()})
        except InvalidInput as wrong:
            if any(fault["field"] in (*operation.path_fields, "slug") for fault in wrong.faults):
                raise NotFound from None
            raise

    def parse_page(self, operation: Action[I, Any], **values: str) -> I:
        """The same, with the page that the address asks for."""
        return self.parse(operation, {**values, "page": self.query.get("page") or "1"})

    @overload
    async def ask(self, action: Action[I, Encoded[M]], input: I, *tags: str) -> M: ...
    @overload
    async def ask(self, action: Action[I, M], input: I, *tags: str) -> M: ...
    async def ask(self, action: Action[Any, Any], input: Input, *tags: str) -> Any:
        """Ask through the dispatcher. Of an action that is no operation, `tags` say what its answer depends on."""
        self.tags.update(action.tags_of(input) if isinstance(action, Operation) else tags)
        answer = await self.dispatcher.call(action, web_caller(self.request), input)
        return action.output.model_validate_json(answer.json) if isinstance(answer, Encoded) else answer

    async def form(self) -> Form:
        """What the visitor filled in."""
        return await read_form(self.request)

    async def attempt(self, action: Action[I, O], **given: Any) -> Tried[O]:
        """Do what the form asks for. `given` are values that the page knows better than the form.

        What is wrong with the input, and what the action refuses, is in the answer, to be shown beside the fields;
        anything else that fails becomes a page of its own.
        """
        return await self._try(action, lambda form: values_for(action, form, given))

    async def attempt_with(self, action: Action[I, O], **values: Any) -> Tried[O]:
        """The same with these values alone, for a form whose fields are not the action's own."""
        return await self._try(action, lambda _: values)

    async def _try(self, action: Action[I, O], values_of: Callable[[Form], dict[str, Any]]) -> Tried[O]:
        try:
            admitted = await self.dispatcher.admit(action, web_caller(self.request))
            return Tried(await admitted.run(action.parse(values_of(await self.form()))))
        except ApiError as failure:
            if failure.status not in TOLD_BESIDE_THE_FORM:
                raise
            return Tried(None, failure)

    def show(
        self,
        template: str,
        *,
        status: int = 200,
        private: bool = False,
        headers: Mapping[str, str] | None = None,
        viewed: str = "",
        **values: Any,
    ) -> Response:
        """`private`: no browser or proxy keeps a copy, as for what is shown once. `viewed`: whose page it is."""
        page = self.render(template, refused=status == InvalidInput.status, **values)
        if status != 200 or private or headers:
            return HTMLResponse(page, status, {"Cache-Control": "no-store", **(headers or {})})
        return self.send(page.encode(), HTML, viewed=viewed)

    def render(self, template: str, **values: Any) -> str:
        return self.services.templates.get_template(template).render(
            {"path": self.path, "person": self.person, "mine": None, **values}
        )

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
        """Send it; what a stranger is shown is kept for the next one, until something that it depends on changes.

        `shared`: whether the next one gets the same; not where it depends on more than the address.
        """
        own = {name for name, _ in headers or ()}
        all_headers = [*(headers or ()), *(pair for pair in SAFETY if pair[0] not in own)]
        stranger = is_stranger(dict(self._scope["headers"]))
        if self.person is not None:
            control = b"private, no-cache"
        kept = keep_page(body, control, kind, headers=all_headers, tags=tuple(self.tags), viewed=viewed)
        kept.operation = self._scope.get(OPERATION, "")
        if self.request.method == "GET":
            if viewed:
                self._count_view(viewed)
            if shared and stranger and self.tags and (self.by_path or self.query.is_plain()):
                key = (self.path, b"" if self.by_path else self.request.scope["query_string"])
                self.services.cache.keep(key, kept, self.begun, self.now.timestamp())
        return KeptResponse(kept)

    def find_kept(self) -> Response | None:
        """What a stranger was shown for the path alone, while it still holds."""
        kept = self.services.cache.kept.get((self.path, b""))
        at = self.now.timestamp()
        if kept is None or self.request.method != "GET" or not at < kept.until < at + HORIZON:
            return None
        return KeptResponse(kept) if is_stranger(dict(self._scope["headers"])) else None

    def _count_view(self, slug: str) -> None:
        agent = self.request.headers.get("user-agent", "")
        self.services.views.note(slug, arrival_of(self._scope).address, agent, self.now.timestamp())

    def go(self, path: str) -> RedirectResponse:
        """Send the visitor to another page of this site, as after every form that did its work."""
        return RedirectResponse(path, 303, {"Cache-Control": "no-store"})


def by_path(show: Callable[[Visit], Awaitable[Response]]) -> Callable[[Visit], Awaitable[Response]]:
    """For what takes no query: whatever an address has behind a `?` is ignored, so that nobody can have the same thing
    made again and again by adding to it."""

    async def shown(visit: Visit) -> Response:
        return visit.find_kept() or await show(replace(visit, by_path=True))

    return shown


def web_caller(request: Request) -> Caller:
    arrival = arrival_of(cast("Scope", request.scope))
    person: SignedInPerson | None = request.scope.get(PERSON)
    return Caller(arrival.now, "web", person.access if person else None, arrival.address, arrival.request_id)


def _typed(name: str, text: str) -> str | int:
    """The page's number as a number; what is none is left for the operation to refuse."""
    return int(text) if name == "page" and text.isascii() and text.isdigit() and len(text) < 10 else text
