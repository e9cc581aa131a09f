"""Operations as HTTP routes below /api/v1."""

import logging
import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import parse_qsl, unquote

from showground.core.cache import Cache, CachedAnswer
from showground.core.calls.action import Operation
from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import (
    ApiError,
    FieldError,
    InvalidInput,
    MethodNotAllowed,
    NotFound,
    RateLimited,
    Unavailable,
    UnsupportedMediaType,
)
from showground.core.calls.execute import Answer
from showground.core.calls.field_errors import printable
from showground.core.languages import EnglishText
from showground.surfaces.asgi import (
    NO_PAGE,
    OPERATION,
    Headers,
    Message,
    Receive,
    Scope,
    Send,
    arrival_of,
    header,
    joined_header,
    problem_headers,
    problem_of,
    read_body,
    read_json,
    respond,
)
from showground.surfaces.conditional_get import PRIVATE_READ, PUBLIC_READ, pack, send_cached, send_packed
from showground.surfaces.rest.answer_headers import describe_write, page_links
from showground.surfaces.rest.routing import Routes
from showground.surfaces.site_names import SiteNames, SiteNamesFinder

PREFIX = ["", "api", "v1"]
DESCRIPTION = ["openapi.json"]
CALLER = "showground.caller"  # key in the scope for the caller, once known
LIMITS = "showground.limits"  # key in the scope for the RateLimit headers, once the call is counted
MAX_PARAMETERS = 100

EXPOSED = (
    b"ETag",
    b"Idempotency-Replayed",
    b"Link",
    b"Location",
    b"RateLimit",
    b"RateLimit-Policy",
    b"Retry-After",
    b"WWW-Authenticate",
    b"X-Request-Id",
)
COMMON: Headers = [
    (b"vary", b"Accept-Encoding, Authorization"),
    *NO_PAGE,
    (b"access-control-allow-origin", b"*"),
    (
        b"access-control-expose-headers",
        b", ".join(EXPOSED),
    ),
]
PREFLIGHT: Headers = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-headers", b"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"),
    (b"access-control-max-age", b"86400"),
]

log = logging.getLogger(__name__)


class Rest:
    """The ASGI application of the API."""

    def __init__(
        self,
        operations: Iterable[Operation[Any, Any]],
        dispatcher: Dispatcher,
        cache: Cache,
        names: SiteNamesFinder,
        describe: Callable[[SiteNames], bytes],
    ) -> None:
        self._routes = Routes(operations)
        self._kinds: dict[str, dict[str, str]] = {}
        self._dispatcher = dispatcher
        self._cache = cache
        self._names = names
        self._describe_all = describe
        self._description: tuple[SiteNames, str, CachedAnswer] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        parts, method = _parts_of(scope), scope["method"]
        if method == "HEAD":
            send = _without_body(send)
        try:
            if parts == DESCRIPTION:
                await self._describe(scope, send)
            elif method == "OPTIONS":
                await self._say_what_is_allowed(self._routes.methods(parts), send)
            else:
                await self._answer(scope, receive, send, parts)
        except ConnectionResetError:
            return  # the client is gone
        except NotFound as failure:
            await self._refuse(scope, send, self._lead_on(failure, parts))
        except ApiError as failure:
            await self._refuse(scope, send, failure)
        except Exception:
            log.exception("request %s failed", arrival_of(scope).request_id)
            await self._refuse(
                scope, send, Unavailable(EnglishText("Something went wrong on our side. We have logged it."))
            )

    async def _answer(self, scope: Scope, receive: Receive, send: Send, parts: list[str]) -> None:
        arrival, dispatcher = arrival_of(scope), self._dispatcher
        operation, values = self._routes.find(scope["method"], parts)
        scope[OPERATION] = operation.name
        access = await dispatcher.identify(header(scope, b"authorization"), arrival.now, arrival.address)
        caller = scope[CALLER] = Caller(arrival.now, "rest", access, arrival.address, arrival.request_id, arrival.agent)
        admitted = await dispatcher.admit(operation, caller)
        limits = scope[LIMITS] = admitted.allowance.headers()
        raw, errors = await self._collect(operation, values, scope, receive)
        if operation.current is not None:
            admitted.if_match = joined_header(scope, b"if-match") or None
        begun = self._cache.begin()
        key = header(scope, b"idempotency-key") if operation.idempotent else None
        parsed, answer = await admitted.answer(raw, key, errors)
        if not operation.read_only:
            described = describe_write(operation, parsed, answer, dispatcher.site)
            await _send_write(send, answer, described + admitted.allowance.headers())
            return
        tags = operation.tags_of(parsed)
        control = PRIVATE_READ if access else PUBLIC_READ
        links = page_links(scope, parsed, answer.body, dispatcher.site)
        kept = pack(answer.body, control, COMMON + links, operation=operation.name, tags=tags)
        if operation.counts_reads_of:
            kept.viewed = getattr(parsed, operation.counts_reads_of)
        if tags and access is None:
            self._cache.store((scope["path"], scope["query_string"]), kept, begun, arrival.now.timestamp())
        await send_packed(scope, send, kept, limits)

    def _kinds_of(self, operation: Operation[Any, Any]) -> dict[str, str]:
        """The JSON type of each field. Found on the operation's first call, because building all schemas is slow."""
        kinds = self._kinds.get(operation.name)
        if kinds is None:
            kinds = {name: _kind(schema) for name, schema in operation.schema["properties"].items()}
            self._kinds[operation.name] = kinds
        return kinds

    async def _collect(
        self, operation: Operation[Any, Any], values: dict[str, str], scope: Scope, receive: Receive
    ) -> tuple[dict[str, Any], list[FieldError]]:
        """Path, query and body merged into one flat object, and the field errors found so far."""
        kinds, errors = self._kinds_of(operation), list[FieldError]()
        if operation.read_only:
            sent: dict[str, Any] = {}
            for name, texts in _read_query(scope["query_string"]).items():
                sent[name] = _typed(kinds.get(name, "string"), texts)
                if len(texts) > 1 and kinds.get(name) != "array":
                    errors.append(FieldError(field=printable(name), message=EnglishText("Given more than once.")))
                    sent[name] = _typed(kinds.get(name, "string"), texts[:1])
        else:
            sent = await _read_object(scope, receive)
            for name in _read_query(scope["query_string"]):
                errors.append(
                    FieldError(
                        field=printable(name),
                        message=EnglishText("This operation takes no query parameters. Send this in the body."),
                    )
                )
        for name in sent.keys() & values.keys():
            errors.append(FieldError(field=name, message=EnglishText("This belongs in the path only.")))
        return sent | {name: _typed(kinds[name], [value]) for name, value in values.items()}, errors

    async def _describe(self, scope: Scope, send: Send) -> None:
        if scope["method"] == "OPTIONS":
            await self._say_what_is_allowed({"GET", "HEAD", "OPTIONS"}, send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            raise MethodNotAllowed(["GET", "HEAD", "OPTIONS"])
        scope[LIMITS] = (await self._dispatcher.count(self._caller(scope))).headers()
        names, site = await self._names.find(), self._dispatcher.site.name
        if self._description is None or self._description[:2] != (names, site):  # built on first request
            self._description = names, site, pack(self._describe_all(names), PUBLIC_READ, COMMON)
        await send_cached(scope, send, self._description[2], scope[LIMITS])

    async def _say_what_is_allowed(self, methods: set[str], send: Send) -> None:
        if not methods:
            raise NotFound
        allowed = ", ".join(sorted(methods)).encode()
        await respond(send, 204, [*PREFLIGHT, (b"allow", allowed), (b"access-control-allow-methods", allowed)], b"")

    def _lead_on(self, failure: NotFound, parts: list[str]) -> NotFound:
        """For an unknown URL, add a hint where to find the right one. Operations' own errors say enough."""
        if type(failure) is not NotFound or self._routes.methods(parts):
            return failure
        if parts[-1:] == [""] and self._routes.methods(parts[:-1]):
            return NotFound(EnglishText(f"{failure.detail} Remove the trailing slash."))
        return NotFound(
            EnglishText(f"{failure.detail} All API URLs are listed in {self._dispatcher.site.api_url}/openapi.json.")
        )

    async def _refuse(self, scope: Scope, send: Send, failure: ApiError) -> None:
        limits: Headers = [] if isinstance(failure, RateLimited) else scope.get(LIMITS) or []
        if LIMITS not in scope and not isinstance(failure, RateLimited):
            limits = (await self._dispatcher.count_refused(self._caller(scope))).headers()
        headers = [*problem_headers(failure), *COMMON, *limits]
        await respond(send, failure.status, headers, problem_of(failure, arrival_of(scope).request_id))

    def _caller(self, scope: Scope) -> Caller:
        """The caller of a request that reached no operation: anonymous, unless credentials were already checked."""
        arrival = arrival_of(scope)
        return scope.get(CALLER) or Caller(arrival.now, "rest", None, arrival.address, arrival.request_id)


async def _send_write(send: Send, answer: Answer, limits: Headers) -> None:
    headers: Headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), *COMMON, *limits]
    if answer.replayed:
        headers.append((b"idempotency-replayed", b"true"))
    await respond(send, answer.status, headers, answer.body)


def _without_body(send: Send) -> Callable[[Message], Awaitable[None]]:
    """HEAD: the same headers as GET, without a body."""

    async def send_headers(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return send_headers


def _parts_of(scope: Scope) -> list[str]:
    """The path parts below the prefix; none if the path is elsewhere. A slash sent as %2F is part of a value."""
    raw: bytes = scope.get("raw_path") or b""
    path: str = scope["path"]
    parts = [unquote(part) for part in raw.decode("latin-1").split("/")] if b"%" in raw else path.split("/")
    return parts[len(PREFIX) :] if parts[: len(PREFIX)] == PREFIX else []


def _read_query(query: bytes) -> dict[str, list[str]]:
    """All parameters with all their values. Bytes that are not UTF-8 become lone surrogates, which are rejected later
    by name."""
    try:
        pairs = parse_qsl(
            query.decode(errors="surrogateescape"),
            keep_blank_values=True,
            errors="surrogateescape",
            max_num_fields=MAX_PARAMETERS,
        )
    except ValueError:
        message = EnglishText(f"At most {MAX_PARAMETERS} parameters.")
        raise InvalidInput(errors=[FieldError(field="query", message=message)]) from None
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found


def _kind(schema: dict[str, Any]) -> str:
    """The JSON type of a property, ignoring null."""
    kinds = [_kind(option) for option in schema.get("anyOf", ())] or [schema.get("type", "string")]
    return next((kind for kind in kinds if kind != "null"), "string")


def _typed(kind: str, texts: list[str]) -> Any:
    """A parameter's text as a JSON value. Text that does not fit the type is left for validation to reject."""
    text = texts[0]
    if kind == "array":
        return texts
    if kind == "integer" and re.fullmatch(r"-?[0-9]{1,1000}", text):
        return int(text)
    if kind == "boolean" and text in ("true", "false"):
        return text == "true"
    return text


async def _read_object(scope: Scope, receive: Receive) -> dict[str, Any]:
    body = await read_body(scope, receive)
    if not body:
        return {}
    kind = (header(scope, b"content-type") or "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise UnsupportedMediaType
    return read_json(body)
