"""Headers that tell a client where to go on: the pages around this one, what was created, and its version."""

import json
import re
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from showground.core.calls import entity_tags
from showground.core.calls.context import Site
from showground.core.calls.declare import Operation
from showground.core.calls.execute import Answer
from showground.core.calls.models import Input
from showground.core.calls.paging import MAX_PAGE, Paged
from showground.surfaces.asgi import Headers, Scope

TOTAL = re.compile(rb'"total":(\d+)}$')  # how the body of every page ends


def page_links(scope: Scope, input: Input, body: bytes, site: Site) -> Headers:
    """The `Link` header (RFC 8288) of one page of a list; other answers have none."""
    found = TOTAL.search(body) if isinstance(input, Paged) else None
    if found is None or not isinstance(input, Paged):
        return []
    last = min(max(-(-int(found[1]) // input.per_page), 1), MAX_PAGE)
    pages = {"first": 1, "prev": min(input.page - 1, last), "next": input.page + 1, "last": last}
    links = [f'<{_page_url(scope, page, site)}>; rel="{name}"' for name, page in pages.items() if 1 <= page <= last]
    return [(b"link", ", ".join(links).encode())]


def _page_url(scope: Scope, page: int, site: Site) -> str:
    query = [(name, value) for name, value in parse_qsl(scope["query_string"].decode()) if name != "page"]
    path = quote(scope["path"])
    return f"{site.url}{path}?{urlencode([*query, ('page', page)])}"


def describe_write(operation: Operation[Any, Any], input: Input, answer: Answer, site: Site) -> Headers:
    """The version of what was changed, if the answer shows it, and where to read what was created."""
    headers: Headers = []
    if operation.returns_current and not answer.replayed:  # a replayed answer shows an earlier version
        headers.append((b"etag", entity_tags.tag_of(answer.body).encode()))
    if operation.location:
        named = dict(input) | json.loads(answer.body)
        headers.append((b"location", f"{site.api_url}{operation.location.format_map(named)}".encode()))
    return headers
