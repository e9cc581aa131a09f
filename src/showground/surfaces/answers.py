"""Which failures an operation may be answered with: those of the door, of its address and its own."""

from collections.abc import Iterable, Sequence
from typing import Any

from showground.core.failures import (
    BodyTooLarge,
    BodyTooSlow,
    Failure,
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
from showground.core.operation import PUBLIC
from showground.surfaces.schemas import AnyOperation

REQUEST_ID = "5f0c1e6a2b0000002a"


def failures_of(op: AnyOperation) -> list[type[Failure]]:
    """By status; within one, the common ones first."""
    guarded = op.scope != PUBLIC
    found: list[type[Failure]] = [InvalidInput, InvalidToken, RateLimited, Unavailable]
    found += [IdempotencyKeyReused] if op.idempotent else []
    found += [SignInRequired, InsufficientScope] if guarded else []
    found += [NotFound] if _may_be_unknown(op) else []
    found += [] if op.read_only else [BodyTooSlow, BodyTooLarge, UnsupportedMediaType]
    return sorted(dict.fromkeys((*found, *op.failures)), key=lambda failure: failure.status)


def _may_be_unknown(op: AnyOperation) -> bool:
    """Whether a path leads to nothing in the common words: for a number that is too large for any."""
    return any(op.schema["properties"][name].get("type") == "integer" for name in op.path_fields)


def all_failures(operations: Sequence[AnyOperation]) -> list[type[Failure]]:
    """Every failure a caller can meet, by status and code; each code stands for one."""
    found: Iterable[type[Failure]] = (f for op in operations for f in failures_of(op))
    by_code: dict[str, type[Failure]] = {}
    for failure in (NotFound, MethodNotAllowed, NotHttp, HeadTooSlow, HeadTooLarge, *found):
        if by_code.setdefault(failure.code, failure) is not failure:
            raise TypeError(f"Two failures have the code {failure.code}; a caller could not tell them apart.")
    return sorted(by_code.values(), key=lambda failure: (failure.status, failure.code))


def example_problem(failure: type[Failure]) -> dict[str, Any]:
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
