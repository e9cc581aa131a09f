"""Declares operations and actions. Every surface (REST, OpenAPI, MCP, reference) is derived from the declaration."""

import inspect
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints, overload

from pydantic import BaseModel

from showground.core.calls.action import Action, I, O, Operation, ReadCurrent
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.errors import ApiError, FieldError
from showground.core.calls.handlers import BatchedHandler, Handler, HandlerWithoutInput, Prepare, PreparedHandler
from showground.core.calls.models import Encoded, Input, NoInput
from showground.core.calls.rate_limits import Limit

PUBLIC = "public"  # anyone may call it; every operation names its scope explicitly
PERSON = "person"  # only people signed in on the website; no key or token has this scope
MODERATOR = "moderator"  # only people with a role on the site, on the website or by a command
STAFF = "staff"  # only staff and owners of the site
SITE_OWNER = "owner"  # only owners of the site
STAFF_SCOPES = (MODERATOR, STAFF, SITE_OWNER)  # what is done with these is in the audit log

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

F = TypeVar("F")


class DeclareOperation(Protocol):
    @overload
    def __call__(self, handler: Handler[I, O], /) -> Operation[I, O]: ...
    @overload
    def __call__(self, handler: HandlerWithoutInput[O], /) -> Operation[NoInput, O]: ...


class DeclareAction(Protocol):
    @overload
    def __call__(self, handler: Handler[I, O], /) -> Action[I, O]: ...
    @overload
    def __call__(self, handler: HandlerWithoutInput[O], /) -> Action[NoInput, O]: ...


@overload
def operation(
    route: str,
    *,
    scope: str,
    status: int = 200,
    idempotent: bool = False,
    snapshot: bool = False,
    quick: bool = False,
    cache_tags: tuple[str, ...] = (),
    limit: Limit | None = None,
    limit_if: tuple[Limit, str, str] | None = None,
    current: ReadCurrent | None = None,
    location: str = "",
    emails: bool = False,
    destructive: bool = False,
    extension: bool = False,
    counts_reads_of: str = "",
    errors: tuple[type[ApiError], ...] = (),
) -> DeclareOperation: ...
@overload
def operation(
    route: str,
    *,
    scope: str,
    judge: Callable[[Context, I], Awaitable[Sequence[FieldError]]],
    status: int = 200,
    idempotent: bool = False,
    snapshot: bool = False,
    cache_tags: tuple[str, ...] = (),
    limit: Limit | None = None,
    limit_if: tuple[Limit, str, str] | None = None,
    current: ReadCurrent | None = None,
    location: str = "",
    emails: bool = False,
    fetches: bool = False,
    extension: bool = False,
    errors: tuple[type[ApiError], ...] = (),
) -> Callable[[Handler[I, O]], Operation[I, O]]: ...
@overload
def operation(
    route: str,
    *,
    scope: str,
    wait: Prepare[I, None],
    snapshot: bool = False,
    errors: tuple[type[ApiError], ...] = (),
) -> Callable[[Handler[I, O]], Operation[I, O]]: ...
@overload
def operation(
    route: str,
    *,
    scope: str,
    prepare: Prepare[I, F],
    judge: Callable[[Context, I], Awaitable[Sequence[FieldError]]] | None = None,
    status: int = 200,
    idempotent: bool = False,
    snapshot: bool = False,
    current: ReadCurrent | None = None,
    limit: Limit | None = None,
    location: str = "",
    errors: tuple[type[ApiError], ...] = (),
) -> Callable[[PreparedHandler[I, F, O]], Operation[I, O]]: ...
def operation(
    route: str,
    *,
    scope: str,
    prepare: Callable[..., Awaitable[Any]] | None = None,
    wait: Callable[..., Awaitable[None]] | None = None,
    status: int = 200,
    idempotent: bool = False,
    snapshot: bool = False,
    quick: bool = False,
    cache_tags: tuple[str, ...] = (),
    judge: Callable[..., Awaitable[Sequence[FieldError]]] | None = None,
    current: ReadCurrent | None = None,
    limit: Limit | None = None,
    limit_if: tuple[Limit, str, str] | None = None,
    location: str = "",
    emails: bool = False,
    fetches: bool = False,
    destructive: bool = False,
    extension: bool = False,
    counts_reads_of: str = "",
    errors: tuple[type[ApiError], ...] = (),
) -> Callable[[Any], Operation[Any, Any]]:
    """Declare a handler: `@operation("POST /claims/{claim_id}/verify", scope=..., prepare=check_proof)`.

    `snapshot`: the read runs several statements that must see the same state.
    `quick`: its statements find a few rows by an index, so it reads on the connection that such operations share.
    `cache_tags`: an anonymous answer may be cached until one of these changes; `{field}` is the input's value.
    `judge`: finds errors in well-formed input, such as a category that does not exist. An operation that raises such
    errors names the function here, so that they are reported together with malformed fields and what `prepare` refuses.
    `wait`: runs before a read, without a connection, and returns once the answer is worth giving.
    `current`: reads what the operation changes, as a read would return it; a caller's `If-Match` is compared with it.
    `location`: where to read what a 201 created; `{field}` is a value of the answer, or else of the input.
    `limit_if`: a limit for calls whose field of this name has this value.
    `emails`: people other than the caller get an email. `fetches`: it starts a job that reads a website.
    `destructive`: a POST that ends, removes or overwrites something. `extension`: beyond the contract's 41.
    `counts_reads_of`: the field that names what is read; its reads by programs are counted.
    """
    method, _, path = route.partition(" ")
    if method not in METHODS or not path.startswith("/"):
        raise TypeError(f'"{route}" is no route: write one of {", ".join(METHODS)}, a space and a path, as "GET /blog"')

    def declare(handler: Callable[..., Awaitable[Any]]) -> Operation[Any, Any]:
        taken, given = _read_signature(handler)
        path_fields = tuple(re.findall(r"{(\w+)}", path))
        if unknown := set(path_fields) - set(taken.model_fields):
            raise TypeError(f"{handler.__name__}: its path has {unknown}, but its input does not")
        return Operation(
            name=handler.__name__,
            scope=scope,
            description=_docstring(handler),
            input=taken,
            output=given,
            handler=handler,
            prepare=prepare,
            wait=wait,
            errors=errors,
            limit=limit,
            limit_if=limit_if,
            read_only=method == "GET",
            snapshot=snapshot,
            quick=quick,
            idempotent=idempotent,
            method=method,
            path=path,
            status=status,
            cache_tags=cache_tags,
            judge=judge,
            current=current,
            location=location,
            emails=emails,
            fetches=fetches,
            destructive=destructive,
            extension=extension,
            counts_reads_of=counts_reads_of,
            path_fields=path_fields,
            domain=handler.__module__.split(".")[1],
        )

    return declare


@overload
def action(
    *,
    scope: str,
    read_only: bool = False,
    recent: bool = False,
    log_commands: bool = False,
    limit: Limit | None = None,
    errors: tuple[type[ApiError], ...] = (),
) -> DeclareAction: ...
@overload
def action(
    *,
    scope: str,
    read_only: bool = False,
    recent: bool = False,
    limit: Limit | None = None,
    limit_each: tuple[tuple[Limit, Callable[[I], str | None]], ...],
    errors: tuple[type[ApiError], ...] = (),
) -> Callable[[Handler[I, O]], Action[I, O]]: ...
@overload
def action(
    *,
    scope: str,
    batched: Literal[True],
    limit: Limit | None = None,
    errors: tuple[type[ApiError], ...] = (),
) -> Callable[[BatchedHandler[I, O]], Action[I, O]]: ...
@overload
def action(
    *,
    scope: str,
    prepare: Callable[[PrepareContext], Awaitable[F]],
    read_only: bool = False,
    limit: Limit | None = None,
    errors: tuple[type[ApiError], ...] = (),
) -> Callable[[Callable[[Context, F], Awaitable[O]]], Action[NoInput, O]]: ...
@overload
def action(
    *,
    scope: str,
    prepare: Prepare[I, F],
    read_only: bool = False,
    recent: bool = False,
    limit: Limit | None = None,
    limit_each: tuple[tuple[Limit, Callable[[I], str | None]], ...] = (),
    errors: tuple[type[ApiError], ...] = (),
) -> Callable[[PreparedHandler[I, F, O]], Action[I, O]]: ...
def action(
    *,
    scope: str,
    prepare: Callable[..., Awaitable[Any]] | None = None,
    batched: bool = False,
    read_only: bool = False,
    recent: bool = False,
    log_commands: bool = False,
    limit: Limit | None = None,
    limit_each: tuple[tuple[Limit, Callable[[Any], str | None]], ...] = (),
    errors: tuple[type[ApiError], ...] = (),
) -> Callable[[Any], Action[Any, Any]]:
    """Declare a handler that only pages, jobs and commands may call.

    `batched`: the handler gets no transaction of its own; it writes together with others, through `core/batches.py`.
    `recent`: on the website, the person must have signed in recently. `log_commands`: the audit log also has it when a
    command did it. `limit_each`: limits that depend on the input, each with a function that returns the key an input
    counts under, or None.
    """

    def declare(handler: Callable[..., Awaitable[Any]]) -> Action[Any, Any]:
        taken, given = _read_signature(handler)
        return Action(
            name=handler.__name__,
            scope=scope,
            description=_docstring(handler),
            input=taken,
            output=given,
            handler=handler,
            prepare=prepare,
            errors=errors,
            limit=limit,
            limit_each=limit_each,
            read_only=read_only,
            batched=batched,
            recent=recent,
            log_commands=log_commands,
            snapshot=read_only,
        )

    return declare


def _docstring(handler: Callable[..., Any]) -> str:
    text = inspect.getdoc(handler)
    if not text:
        raise TypeError(f"{handler.__name__} needs a docstring: callers read it")
    return text


def _read_signature(handler: Callable[..., Any]) -> tuple[type[Input], type[BaseModel]]:
    """The input model (the first `Input` among the parameters) and the output model."""
    name = handler.__name__
    if not inspect.iscoroutinefunction(handler):
        raise TypeError(f"{name} must be an async function: write `async def {name}(ctx: Context, ...)`")
    hints = get_type_hints(handler)
    output = hints.pop("return", None)
    if get_origin(output) is Encoded:
        (output,) = get_args(output)
    if not (isinstance(output, type) and issubclass(output, BaseModel)):
        raise TypeError(f"{name} must say which model it returns: write `-> SomeModel`, a class based on DataModel")
    taken = next((hint for hint in hints.values() if isinstance(hint, type) and issubclass(hint, Input)), NoInput)
    if taken is NoInput and "input" in inspect.signature(handler).parameters:
        raise TypeError(f"{name}: write `input: SomeInput` with a class based on Input")
    return taken, output
