"""The few pieces of ASGI that every surface uses: who has arrived, bodies, answers."""

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from typing import Any, NamedTuple, cast

from pydantic_core import to_json

from showground.core.calls.errors import ApiError, BodyTooLarge, FieldError, InvalidInput
from showground.core.calls.field_errors import printable
from showground.core.languages import EnglishText
from showground.core.regex import repeated

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

ARRIVAL = "showground.arrival"
OPERATION = "showground.operation"  # where the scope says which operation answers, for log and metrics
SEND_WHOLE = "showground.send_whole"  # where the scope has a function that sends a packed answer in one piece
LOGGED_PATH = "showground.logged_path"  # where the scope names the path for the log, if it holds a secret
# For what is no page: no browser takes it for one, runs anything in it, or shows it inside another site.
NO_PAGE: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
MAX_BODY = 1_000_000
MAX_DEPTH = 32
# Also one that never ends, so that no text is searched twice.
STRING = re.compile(('"' + repeated(r'[^"\\]++|\\.') + '"?').encode(), re.DOTALL)


class Arrival(NamedTuple):
    """What the edge knows about a request; stored in the scope for all surfaces."""

    request_id: str
    now: datetime
    address: str
    country: str | None = None
    """Country of the caller's address, as reported by our proxy."""
    agent: str = ""
    """The user agent."""


def arrival_of(scope: Scope) -> Arrival:
    return scope[ARRIVAL]


def header(scope: Scope, name: bytes) -> str | None:
    for key, value in scope["headers"]:
        if key == name:
            return value.decode("latin-1").strip()
    return None


def joined_header(scope: Scope, name: bytes) -> str:
    """A header that is a list and may be split over several lines; empty if absent."""
    return ", ".join([value.decode("latin-1").strip() for key, value in scope["headers"] if key == name])


class ClientGone(ConnectionResetError):
    """The client disconnected before its request had arrived. There is nobody to answer."""


async def read_body(scope: Scope, receive: Receive) -> bytes:
    """The whole body, up to 1 MB. Larger ones are rejected without reading them."""
    declared = header(scope, b"content-length")
    if declared is not None and re.fullmatch("[0-9]{1,18}", declared) and int(declared) > MAX_BODY:
        raise BodyTooLarge
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        part: bytes = message.get("body", b"")
        parts.append(part)
        size += len(part)
        more = message.get("more_body", False)
        if size > MAX_BODY:
            raise BodyTooLarge
    return b"".join(parts)


def read_json(body: bytes) -> dict[str, Any]:
    """A JSON object without duplicate properties, NaN, or deeper nesting than any operation needs."""
    if body.count(b"[") + body.count(b"{") > MAX_DEPTH and _depth(body) > MAX_DEPTH:
        raise _unreadable("The JSON is nested too deeply.")
    try:
        value = json.loads(body.decode(), object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise _unreadable("The body is not UTF-8 text.") from None
    except json.JSONDecodeError as error:
        raise _unreadable(f"The body is not valid JSON (line {error.lineno}, column {error.colno}).") from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise _unreadable("A number in the body has too many digits.") from None
    if not isinstance(value, dict):
        raise _unreadable("The body must be a JSON object.")
    return cast("dict[str, Any]", value)


def _depth(body: bytes) -> int:
    """How deeply objects and lists are nested, ignoring brackets inside strings."""
    depth = deepest = 0
    for bracket in re.findall(rb"[\[\]{}]", STRING.sub(b"", body)):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise InvalidInput(
            errors=[
                FieldError(field=printable(twice), message=EnglishText("This property appears twice in one object."))
            ]
        )
    return found


def _refuse_constant(name: str) -> Any:
    raise InvalidInput(errors=[FieldError(field="body", message=EnglishText(f"{name} is not valid JSON."))])


def _unreadable(message: str) -> InvalidInput:
    return InvalidInput(errors=[FieldError(field="body", message=EnglishText(message))])


async def respond(send: Send, status: int, headers: Headers, body: bytes) -> None:
    """Send a complete response with its Content-Length."""
    await send(
        {"type": "http.response.start", "status": status, "headers": [*headers, (b"content-length", b"%d" % len(body))]}
    )
    await send({"type": "http.response.body", "body": body})


def problem_of(failure: ApiError, request_id: str) -> bytes:
    return to_json(failure.problem(request_id))


def problem_headers(failure: ApiError) -> Headers:
    return [
        (b"content-type", b"application/problem+json"),
        (b"cache-control", b"no-store"),
        *encode_headers(failure.headers.items()),
    ]


def encode_headers(headers: Iterable[tuple[str, str]]) -> Headers:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
