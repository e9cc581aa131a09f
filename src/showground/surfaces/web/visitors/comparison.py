"""Two listings side by side, with their differences highlighted."""

import re

from starlette.responses import Response

from showground.core.calls.errors import InvalidInput
from showground.listings.operations.compare_listings import compare_listings
from showground.surfaces.web.visit import Visit

FIELDS = ("a", "b")


async def show_comparison(visit: Visit) -> Response:
    given = {name: text for name in FIELDS if (text := visit.query.get(name, "").strip())}
    faults: dict[str, str] = {}
    found = None
    if given:
        slugs = {name: _as_slug(text) for name, text in given.items()}
        try:
            found = await visit.ask(compare_listings, compare_listings.parse(slugs))
        except InvalidInput as wrong:
            faults = {fault["field"]: _say(fault["message"], fault["field"] in given) for fault in wrong.faults}
    else:
        visit.tags.add("categories")
    return visit.show("compare.html", status=400 if faults else 200, given=given, faults=faults, found=found)


def _as_slug(text: str) -> str:
    """People type names, or paste the address of a listing; turn either into a slug."""
    last = text.rstrip("/").rpartition("/")[2]
    return re.sub(r"[^a-z0-9]+", "-", last.lower()).strip("-")


def _say(message: str, given: bool) -> str:
    return message if given else "Choose a listing to compare."
