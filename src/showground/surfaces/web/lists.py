"""Lists that visitors filter with query parameters: the parameters, their errors, and the results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from starlette.responses import Response

from showground.core.calls.action import Action
from showground.core.calls.errors import InvalidInput
from showground.core.calls.models import Encoded
from showground.core.calls.paging import Page, Paged
from showground.core.languages import translated
from showground.surfaces.web.pager import Pager, make_pager
from showground.surfaces.web.visit import Visit

P = TypeVar("P", bound=Page[Any])


@dataclass(frozen=True, slots=True)
class Narrowed(Generic[P]):
    """What a filtered list shows: one page of results, or the field errors to fix."""

    given: dict[str, str]
    errors: Mapping[str, str]
    found: P | None
    pager: Pager | None
    status: int = 200

    def show(self, visit: Visit, template: str, **more: Any) -> Response:
        shown = {"given": self.given, "errors": self.errors, "found": self.found, "pager": self.pager}
        return visit.show(template, status=self.status, **shown, **more)


async def narrow_down(
    visit: Visit, action: Action[Any, P] | Action[Any, Encoded[P]], fields: Sequence[str], *tags: str
) -> Narrowed[P]:
    """Run the action with the query parameters; blank ones are ignored. `tags` are as in `Visit.ask`."""
    given = {name: text for name in fields if (text := visit.query.get(name, "").strip())}
    try:
        asked: Paged = visit.parse(action, given)
        found: P = await visit.ask(action, asked, *tags)
    except InvalidInput as wrong:
        errors = {error["field"]: translated(error["message"]) for error in wrong.errors}
        return Narrowed(given, errors, None, None, wrong.status)
    return Narrowed(given, {}, found, make_pager(visit, found))
