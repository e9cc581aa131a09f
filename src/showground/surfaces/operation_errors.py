"""Which failures an operation may be answered with: those of the dispatcher, of its address and its own."""

from collections.abc import Iterable, Sequence
from typing import Any

from showground.core.calls.declare import PUBLIC
from showground.core.calls.errors import (
    ApiError,
    BodyTooLarge,
    BodyTooSlow,
    HeadTooLarge,
    HeadTooSlow,
    IdempotencyKeyReused,
    InsufficientScope,
    InvalidInput,
    InvalidToken,
    MethodNotAllowed,
    NotFound,
    NotHttp,
    RateLimited,
    SignInRequired,
    Unavailable,
    UnsupportedMediaType,
)
from showground.surfaces.openapi.schemas import AnyOperation

REQUEST_ID = "5f0c1e6a2b0000002a"


def errors_of(op: AnyOperation) -> list[type[ApiError]]:
    """By status; within one, the common ones first."""
    guarded = op.scope != PUBLIC
    found: list[type[ApiError]] = [InvalidInput, InvalidToken, RateLimited, Unavailable]
    found += [IdempotencyKeyReused] if op.idempotent else []
    found += [SignInRequired, InsufficientScope] if guarded else []
    found += [NotFound] if _may_be_unknown(op) else []
    found += [] if op.read_only else [BodyTooSlow, BodyTooLarge, UnsupportedMediaType]
    return sorted(dict.fromkeys((*found, *op.errors)), key=lambda failure: failure.status)


def _may_be_unknown(op: AnyOperation) -> bool:
    """Whether a path leads to nothing in the common words: for a number that is too large for any."""
    return any(op.schema["properties"][name].get("type") == "integer" for name in op.path_fields)


def all_errors(operations: Sequence[AnyOperation]) -> list[type[ApiError]]:
    """Every failure a caller can meet, by status and code; each code stands for one."""
    found: Iterable[type[ApiError]] = (f for op in operations for f in errors_of(op))
    by_code: dict[str, type[ApiError]] = {}
    for failure in (NotFound, MethodNotAllowed, NotHttp, HeadTooSlow, HeadTooLarge, *found):
        if by_code.setdefault(failure.code, failure) is not failure:
            raise TypeError(f"Two failures have the code {failure.code}; a caller could not tell them apart.")
    return sorted(by_code.values(), key=lambda failure: (failure.status, failure.code))


def example_problem(failure: type[ApiError]) -> dict[str, Any]:
    """The body of such a failure. It is not raised here: some need facts to be made."""
    body: dict[str, Any] = {
        "type": f"/docs/api#{failure.code}",
        "title": failure.title,
        "status": failure.status,
        "detail": failure.sentence(),
        "code": failure.code,
        "request_id": REQUEST_ID,
    }
    if failure.status == 400:
        fault = {"field": "page", "message": "Must be 1 or more."}
        body["errors"] = [fault] if failure is InvalidInput else []
    if failure in (RateLimited, Unavailable):
        body["retry_after"] = 42
    return body
