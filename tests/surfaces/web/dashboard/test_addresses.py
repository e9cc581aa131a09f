"""Whatever address we write into a mail or an answer has a page."""

import re
from pathlib import Path

from starlette.routing import compile_path

import showground
from showground.surfaces.web.routes import PAGES

SOURCES = Path(showground.__file__).parent
WRITTEN = re.compile(r"site\.url\}(/(?:\{[^}]*\}|[^\"'\s{])+)")
# Read by programs, and tested with them; or put together from two names, as the tests of events check.
NOT_PAGES = ("/.well-known/", "/badges/", "/api/", "/1/1")


def test_every_address_that_is_mailed_or_answered_has_a_page() -> None:
    routes = [compile_path(path)[0] for path, _ in PAGES]
    found: dict[str, str] = {}
    for file in sorted(SOURCES.rglob("*.py")):
        if "surfaces" not in file.parts:
            for address in WRITTEN.findall(file.read_text()):
                found[re.sub(r"\{[^}]*\}", "1", address).partition("?")[0]] = file.name
    known = {"/invites/1", "/claims/1", "/unsubscribe/1", "/sign-in/1", "/dashboard/listings/1", "/orders/1"}
    assert known <= found.keys()
    lost = {
        address: file
        for address, file in found.items()
        if not address.startswith(NOT_PAGES) and not any(route.match(address) for route in routes)
    }
    assert lost == {}
