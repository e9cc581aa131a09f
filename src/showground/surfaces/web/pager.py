"""Links between the pages of a list."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from showground.core.calls.paging import Page
from showground.surfaces.web.visit import Visit

MAX_PAGES = 1_000  # the most that operations accept


@dataclass(frozen=True, slots=True)
class Pager:
    """The page number, the number of pages, and links to the last, previous and next page."""

    page: int
    pages: int
    total: int
    last: str
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
        last=address(pages),
        before=address(min(found.page - 1, pages)) if found.page > 1 and pages else None,
        after=address(found.page + 1) if found.page < pages else None,
    )
