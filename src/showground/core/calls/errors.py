"""Errors that callers can cause or meet. The docstring is the sentence that the caller reads."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypedDict

from showground.core.english_names import title_of, words_of
from showground.core.languages import EnglishText, Text, counted_text, docstring_text


class FieldError(TypedDict):
    """One invalid input value: where it is, and what is wrong, which forms show in the visitor's language."""

    field: str
    message: Text


class InvalidValue(ValueError):
    """A value that can't be used. The message says why, and forms show it in the visitor's language."""

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message


class ApiError(Exception):
    """The request could not be completed."""

    status: ClassVar[int] = 400
    code: ClassVar[str] = "failure"
    title: ClassVar[str] = "ApiError"

    def __init_subclass__(cls) -> None:
        cls.code = "_".join(words_of(cls.__name__))
        cls.title = title_of(cls.code)

    def __init__(
        self,
        detail: Text | None = None,
        *,
        errors: Iterable[FieldError] = (),
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        self.detail = detail or self.sentence()
        super().__init__(self.detail)
        self.errors = list(errors)
        self.headers = dict(headers or {})
        self.more = more

    @classmethod
    def sentence(cls) -> Text:
        return docstring_text(cls)

    def problem(self, request_id: str) -> dict[str, Any]:
        """The body according to RFC 9457, with our own members."""
        body: dict[str, Any] = {
            "type": f"/docs/api#{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "request_id": request_id,
        }
        if self.status == 400:
            body["errors"] = self.errors
        if wait := self.headers.get("Retry-After"):
            body["retry_after"] = int(wait)  # MCP clients see no headers
        return body | self.more


class InvalidInput(ApiError):
    """The request is invalid. `errors` lists every problem; fix them and send it again."""


class IdempotencyKeyReused(ApiError):
    """This Idempotency-Key was already used for a different request. Use a new key for a new request."""


class NotHttp(ApiError):
    """The request could not be parsed. Send HTTP/1.1, and percent-encode non-ASCII characters in the URL, such as
    `%C3%A9` for `é`."""


class SignInRequired(ApiError):
    """You need to sign in. Send an access token or an API key as `Authorization: Bearer ...`."""

    status = 401


class SignInAgain(ApiError):
    """This needs a recent sign-in. Nothing was changed. Sign in again, then repeat the action."""

    status = 401


class InvalidToken(ApiError):
    """The token is invalid, expired or revoked. Send a valid one as `Authorization: Bearer ...`, or none for public
    operations."""

    status = 401


class InsufficientScope(ApiError):
    """Your access does not include the scope that this operation requires."""

    status = 403


class NotFound(ApiError):
    """Nothing exists at this address."""

    status = 404


class MethodNotAllowed(ApiError):
    """This URL does not support the request method. The Allow header lists the supported methods."""

    status = 405

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        methods = ", ".join(sorted(allowed))
        if methods:
            super().__init__(EnglishText(f"This URL supports only {methods}."), headers={"Allow": methods})
        else:
            super().__init__()


class HeadTooSlow(ApiError):
    """The request headers took too long to arrive. Send the request again."""

    status = 408


class BodyTooSlow(ApiError):
    """The request body took too long to arrive. Send it again over a faster connection."""

    status = 408

    def __init__(self) -> None:
        super().__init__(headers={"Connection": "close"})  # the rest of the body must not be read as the next request


class PreconditionFailed(ApiError):
    """It has changed since you read it, so nothing was changed. Read it again, and send its new ETag as `If-Match`."""

    status = 412


class ChangedSinceOpened(PreconditionFailed):
    """Someone saved this after you opened it, so what you typed is not saved yet. Compare it with what is saved now,
    then save again to replace that."""


class BodyTooLarge(ApiError):
    """The request body is larger than 1 MB. Send a smaller one."""

    status = 413

    def __init__(self) -> None:
        super().__init__(headers={"Connection": "close"})


class UnsupportedMediaType(ApiError):
    """The request body must be JSON, sent with `Content-Type: application/json`."""

    status = 415


class RateLimited(ApiError):
    """Too many requests. Wait the number of seconds in `retry_after`, then try again."""

    status = 429

    def __init__(self, retry_after: int, limits: Mapping[str, str] | None = None) -> None:
        detail = counted_text(
            "Too many requests. Try again in %(num)s second.",
            "Too many requests. Try again in %(num)s seconds.",
            retry_after,
        )
        super().__init__(detail, headers={"Retry-After": str(retry_after), **(limits or {})})


class HeadTooLarge(ApiError):
    """The URL and headers together are larger than 32 KiB. Send shorter ones."""

    status = 431


class Unavailable(ApiError):
    """The service is temporarily unavailable. Wait the number of seconds in `retry_after`, then try again."""

    status = 503

    def __init__(self, detail: Text | None = None, *, retry_after: int = 5) -> None:
        detail = detail or counted_text(
            "The service is temporarily unavailable. Try again in %(num)s second.",
            "The service is temporarily unavailable. Try again in %(num)s seconds.",
            retry_after,
        )
        super().__init__(detail, headers={"Retry-After": str(retry_after)})


# For a file that was not processed because the machine is overloaded, and that may be fine.
TOO_BUSY = Text("The server is too busy for this file. Try again in a minute.")
