"""A visit to a page: who asks, what they ask for, and what they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast, overload

from jinja2 import Environment
from pydantic import BaseModel
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from showground.core.context import Caller
from showground.core.door import Door
from showground.core.failures import InvalidInput, NotFound
from showground.core.operation import Encoded, Input, Operation
from showground.surfaces.asgi import Scope, arrival_of
from showground.surfaces.web.kept import KeptResponse, keep

I = TypeVar("I", bound=Input)  # noqa: E741
M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Visit:
    """One request for a page, and the one way from it to what the site knows."""

    door: Door
    templates: Environment
    request: Request

    @property
    def query(self) -> QueryParams:
        return self.request.query_params

    def parse(self, operation: Operation[I, Any], values: Mapping[str, str]) -> I:
        """Texts of the path or of a form as the operation's input; an address that no slug fits leads nowhere."""
        try:
            return operation.parse({name: _typed(name, text) for name, text in values.items()})
        except InvalidInput as wrong:
            if any(fault["field"] in operation.path_fields for fault in wrong.faults):
                raise NotFound from None
            raise

    @overload
    async def ask(self, operation: Operation[I, Encoded[M]], input: I) -> M: ...
    @overload
    async def ask(self, operation: Operation[I, M], input: I) -> M: ...
    async def ask(self, operation: Operation[Any, Any], input: Input) -> Any:
        answer = await self.door.call(operation, web_caller(self.request), input)
        return operation.output.model_validate_json(answer.json) if isinstance(answer, Encoded) else answer

    def show(self, template: str, *, status: int = 200, **values: Any) -> Response:
        path: str = self.request.scope["path"]
        page = self.templates.get_template(template).render(path=path, **values)
        if status != 200:
            return HTMLResponse(page, status, {"Cache-Control": "no-store"})
        return KeptResponse(keep(page.encode(), b"no-cache"))


def web_caller(request: Request) -> Caller:
    arrival = arrival_of(cast("Scope", request.scope))
    return Caller(arrival.now, "web", None, arrival.address, arrival.request_id)


def _typed(name: str, text: str) -> str | int:
    """The page's number as a number; what is none is left for the operation to refuse."""
    return int(text) if name == "page" and text.isascii() and text.isdigit() and len(text) < 10 else text
