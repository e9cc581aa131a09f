"""A visit to a page: who asks, what they ask for, and what they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast, overload

from jinja2 import Environment
from pydantic import BaseModel
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from showground.accounts import Person
from showground.core.context import Access, Caller
from showground.core.door import Door
from showground.core.failures import Failure, InvalidInput, NotFound
from showground.core.operation import Action, Encoded, Input, Operation
from showground.surfaces.asgi import Scope, arrival_of
from showground.surfaces.web.forms import Form, Tried, read_form, values_for
from showground.surfaces.web.kept import KeptResponse, keep

PERSON = "showground.person"  # where the scope says who is signed in
TOLD_BESIDE_THE_FORM = (400, 404)

I = TypeVar("I", bound=Input)  # noqa: E741
M = TypeVar("M", bound=BaseModel)
O = TypeVar("O", bound="BaseModel | Encoded[Any]")  # noqa: E741


@dataclass(frozen=True, slots=True)
class Visit:
    """One request for a page, and the one way from it to what the site knows."""

    door: Door
    templates: Environment
    request: Request

    @property
    def query(self) -> QueryParams:
        return self.request.query_params

    @property
    def person(self) -> Person | None:
        """Who is signed in."""
        return self.request.scope.get(PERSON)

    @property
    def access(self) -> Access | None:
        """What the person who is signed in may do."""
        return self.person.access if self.person else None

    def parse(self, operation: Operation[I, Any], values: Mapping[str, str]) -> I:
        """Texts of the path or of a form as the operation's input; an address that no slug fits leads nowhere."""
        try:
            return operation.parse({name: _typed(name, text) for name, text in values.items()})
        except InvalidInput as wrong:
            if any(fault["field"] in operation.path_fields for fault in wrong.faults):
                raise NotFound from None
            raise

    @overload
    async def ask(self, action: Action[I, Encoded[M]], input: I) -> M: ...
    @overload
    async def ask(self, action: Action[I, M], input: I) -> M: ...
    async def ask(self, action: Action[Any, Any], input: Input) -> Any:
        answer = await self.door.call(action, web_caller(self.request), input)
        return action.output.model_validate_json(answer.json) if isinstance(answer, Encoded) else answer

    async def form(self) -> Form:
        """What the visitor filled in."""
        return await read_form(self.request)

    async def attempt(self, action: Action[I, O], **given: Any) -> Tried[O]:
        """Do what the form asks for. `given` are values that the page knows better than the form.

        What is wrong with the input, and what the action refuses, is in the answer, to be shown beside the fields;
        anything else that fails becomes a page of its own.
        """
        try:
            admitted = await self.door.admit(action, web_caller(self.request))
            parsed = action.parse(values_for(action, await self.form(), given))
            return Tried(await admitted.run(parsed))
        except Failure as failure:
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
        **values: Any,
    ) -> Response:
        """`private`: no browser or proxy keeps a copy, as for what is shown once."""
        path: str = self.request.scope["path"]
        page = self.templates.get_template(template).render(path=path, person=self.person, **values)
        if status != 200 or private or headers:
            return HTMLResponse(page, status, {"Cache-Control": "no-store", **(headers or {})})
        control = b"private, no-cache" if self.person else b"no-cache"
        return KeptResponse(keep(page.encode(), control, vary=b"Accept-Encoding, Cookie"))

    def go(self, path: str) -> RedirectResponse:
        """Send the visitor to another page of this site, as after every form that did its work."""
        return RedirectResponse(path, 303, {"Cache-Control": "no-store"})


def web_caller(request: Request) -> Caller:
    arrival = arrival_of(cast("Scope", request.scope))
    person: Person | None = request.scope.get(PERSON)
    return Caller(arrival.now, "web", person.access if person else None, arrival.address, arrival.request_id)


def _typed(name: str, text: str) -> str | int:
    """The page's number as a number; what is none is left for the operation to refuse."""
    return int(text) if name == "page" and text.isascii() and text.isdigit() and len(text) < 10 else text
