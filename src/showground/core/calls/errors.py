"""Failures a caller can cause or meet. The docstring is the sentence the caller reads."""

import inspect
import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypedDict


class FieldError(TypedDict):
    """One thing that is wrong with the input: where, and what."""

    field: str
    message: str


class ApiError(Exception):
    """The request could not be completed."""

    status: ClassVar[int] = 400
    code: ClassVar[str] = "failure"
    title: ClassVar[str] = "ApiError"

    def __init_subclass__(cls) -> None:
        words = re.findall(r"[A-Z][a-z]*", cls.__name__)
        cls.code = "_".join(words).lower()
        cls.title = " ".join(words).capitalize()

    def __init__(
        self,
        detail: str | None = None,
        *,
        faults: Iterable[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        self.detail = detail or self.sentence()
        super().__init__(self.detail)
        self.faults = list(faults)
        self.headers = dict(headers or {})
        self.more = more

    @classmethod
    def sentence(cls) -> str:
        return " ".join((inspect.getdoc(cls) or "").split())

    def problem(self, request_id: str) -> dict[str, Any]:
        """The body of RFC 9457, with our own members."""
        body: dict[str, Any] = {
            "type": f"/docs/api#{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "request_id": request_id,
        }
        if self.status == 400:
            body["errors"] = self.faults
        if wait := self.headers.get("Retry-After"):
            body["retry_after"] = int(wait)  # who calls a tool sees no headers
        return body | self.more


class InvalidInput(ApiError):
    """The request does not fit what this operation takes; `errors` names every fault."""


class IdempotencyKeyReused(ApiError):
    """This Idempotency-Key was used for another request; send a new key with a new request."""


class NotHttp(ApiError):
    """This is no request that can be understood. Send HTTP/1.1, and escape what is not ASCII in the address, such as
    `%C3%A9` for `é`."""


class SignInRequired(ApiError):
    """This needs an access token or an API key, sent as `Authorization: Bearer ...`."""

    status = 401


class SignInAgain(ApiError):
    """This asks for a recent sign-in, and yours is older. Nothing was done. Sign in again, and do it once more."""

    status = 401


class InvalidToken(ApiError):
    """The token is not valid: it is mistyped, expired or revoked. Send a valid one as `Authorization: Bearer ...`, or
    none for public operations."""

    status = 401


class InsufficientScope(ApiError):
    """Your access does not include the scope that this operation needs."""

    status = 403


class NotFound(ApiError):
    """Nothing exists at this address."""

    status = 404


class MethodNotAllowed(ApiError):
    """This address does not take this method; the Allow header lists those it takes."""

    status = 405

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        methods = ", ".join(sorted(allowed))
        if methods:
            super().__init__(f"This address takes {methods}, and no other method.", headers={"Allow": methods})
        else:
            super().__init__()


class HeadTooSlow(ApiError):
    """The head of the request did not arrive in time; send it again."""

    status = 408


class BodyTooSlow(ApiError):
    """The body did not arrive in time; send it again, on a connection that is fast enough for it."""

    status = 408

    def __init__(self) -> None:
        super().__init__(headers={"Connection": "close"})  # what is still to come is no request


class BodyTooLarge(ApiError):
    """The body is larger than 1 MB."""

    status = 413

    def __init__(self) -> None:
        super().__init__(headers={"Connection": "close"})


class UnsupportedMediaType(ApiError):
    """The body must be JSON, sent with `Content-Type: application/json`."""

    status = 415


class RateLimited(ApiError):
    """Too many requests; wait as many seconds as `retry_after` says."""

    status = 429

    def __init__(self, retry_after: int, limits: Mapping[str, str] | None = None) -> None:
        detail = f"Too many requests; wait {_seconds(retry_after)}."
        super().__init__(detail, headers={"Retry-After": str(retry_after), **(limits or {})})


class HeadTooLarge(ApiError):
    """Address and headers are together larger than 32 KiB; send shorter ones."""

    status = 431


class Unavailable(ApiError):
    """The service cannot answer at the moment; try again in as many seconds as `retry_after` says."""

    status = 503

    def __init__(self, detail: str | None = None, *, retry_after: int = 5) -> None:
        detail = detail or f"The service cannot answer at the moment; try again in {_seconds(retry_after)}."
        super().__init__(detail, headers={"Retry-After": str(retry_after)})


def _seconds(number: int) -> str:
    return "1 second" if number == 1 else f"{number} seconds"
