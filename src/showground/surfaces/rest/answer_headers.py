"""Headers that tell a client where to go on: the pages around this one, what was created, and its version."""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from showground.core.calls import entity_tags
from showground.core.calls.action import Operation
from showground.core.calls.context import Site
from showground.core.calls.execute import Answer
from showground.core.calls.models import Input
from showground.core.calls.paging import MAX_PAGE, Paged
from showground.surfaces.asgi import Headers, Scope

NEXT_CURSOR = re.compile(rb'"next_cursor":"([\w-]+)","total":\d+}$')
TOTAL = re.compile(rb'"total":(\d+)}$')  # how the body of every page ends


def page_links(scope: Scope, input: Input, body: bytes, site: Site) -> Headers:
    """The `Link` header (RFC 8288) of one page of a list; other answers have none."""
    if not isinstance(input, Paged) or (found := TOTAL.search(body)) is None:
        return []
    if getattr(input, "cursor", None) is not None:
        following = NEXT_CURSOR.search(body)
        cursors = {"first": "start"} | ({"next": following[1].decode()} if following else {})
        return _links(scope, "cursor", cursors, site)
    last = min(max(-(-int(found[1]) // input.per_page), 1), MAX_PAGE)
    pages = {"first": 1, "prev": min(input.page - 1, last), "next": input.page + 1, "last": last}
    return _links(scope, "page", {name: page for name, page in pages.items() if 1 <= page <= last}, site)


def _links(scope: Scope, parameter: str, places: Mapping[str, str | int], site: Site) -> Headers:
    query = [(name, value) for name, value in parse_qsl(scope["query_string"].decode()) if name != parameter]
    url = f"{site.url}{quote(scope['path'])}"
    links = [f'<{url}?{urlencode([*query, (parameter, place)])}>; rel="{name}"' for name, place in places.items()]
    return [(b"link", ", ".join(links).encode())]


def describe_write(operation: Operation[Any, Any], input: Input, answer: Answer, site: Site) -> Headers:
    """The version of what was changed, if the answer shows it, and where to read what was created."""
    headers: Headers = []
    if operation.returns_current and not answer.replayed:  # a replayed answer shows an earlier version
        headers.append((b"etag", entity_tags.tag_of(answer.body).encode()))
    if operation.location:
        named = dict(input) | json.loads(answer.body)
        headers.append((b"location", f"{site.api_url}{operation.location.format_map(named)}".encode()))
    return headers
