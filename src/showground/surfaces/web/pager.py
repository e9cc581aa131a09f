"""From one page of a list to those beside it."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from showground.core.calls.paging import Page
from showground.surfaces.web.visit import Visit

MAX_PAGES = 1_000  # what an operation takes


@dataclass(frozen=True, slots=True)
class Pager:
    """Which page this is, of how many, and the addresses of the first, the one before and the one after."""

    page: int
    pages: int
    total: int
    first: str
    before: str | None
    after: str | None


def make_pager(visit: Visit, found: Page[Any]) -> Pager:
    pages = min(-(-found.total // found.per_page), MAX_PAGES)

    def address(page: int) -> str:
        kept = [(name, value) for name, value in visit.query.known_items() if name != "page" and value]
        query = urlencode([*kept, ("page", page)] if page > 1 else kept)
        path: str = visit.request.scope["path"]
        return f"{path}?{query}" if query else path

    return Pager(
        page=found.page,
        pages=pages,
        total=found.total,
        first=address(1),
        before=address(min(found.page - 1, pages)) if found.page > 1 and pages else None,
        after=address(found.page + 1) if found.page < pages else None,
    )
