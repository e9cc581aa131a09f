"""The errors that an operation can return: those of the dispatcher, of its path and its own."""

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
    PreconditionFailed,
    RateLimited,
    SignInRequired,
    Unavailable,
    UnsupportedMediaType,
)
from showground.surfaces.openapi.schemas import AnyOperation

REQUEST_ID = "5f0c1e6a2b0000002a"


def errors_of(op: AnyOperation) -> list[type[ApiError]]:
    """Sorted by status; within a status, common errors first."""
    guarded = op.scope != PUBLIC
    found: list[type[ApiError]] = [InvalidInput, InvalidToken, RateLimited, Unavailable]
    found += [IdempotencyKeyReused] if op.idempotent else []
    found += [PreconditionFailed] if op.current is not None else []
    found += [SignInRequired, InsufficientScope] if guarded else []
    found += [NotFound] if _may_be_unknown(op) else []
    found += [] if op.read_only else [BodyTooSlow, BodyTooLarge, UnsupportedMediaType]
    return sorted(dict.fromkeys((*found, *op.errors)), key=lambda failure: failure.status)


def _may_be_unknown(op: AnyOperation) -> bool:
    """Whether the generic NotFound applies: an integer in the path can be too large for any id."""
    return any(op.schema["properties"][name].get("type") == "integer" for name in op.path_fields)


def all_errors(operations: Sequence[AnyOperation]) -> list[type[ApiError]]:
    """Every error that callers can meet, by status and code. Codes are unique."""
    found: Iterable[type[ApiError]] = (f for op in operations for f in errors_of(op))
    by_code: dict[str, type[ApiError]] = {}
    for failure in (NotFound, MethodNotAllowed, NotHttp, HeadTooSlow, HeadTooLarge, *found):
        if by_code.setdefault(failure.code, failure) is not failure:
            raise TypeError(f"Two errors have the code {failure.code}; callers could not tell them apart.")
    return sorted(by_code.values(), key=lambda failure: (failure.status, failure.code))


def example_problem(failure: type[ApiError]) -> dict[str, Any]:
    """An example body of such an error. The error is not instantiated, because some need arguments."""
    body: dict[str, Any] = {
        "type": f"/docs/api#{failure.code}",
        "title": failure.title,
        "status": failure.status,
        "detail": failure.sentence(),
        "code": failure.code,
        "request_id": REQUEST_ID,
    }
    if failure.status == 400:
        error = {"field": "page", "message": "Must be 1 or more."}
        body["errors"] = [error] if failure is InvalidInput else []
    if failure in (RateLimited, Unavailable):
        body["retry_after"] = 42
    return body
