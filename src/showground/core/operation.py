"""One declaration of one thing the service does; every surface is derived from it."""

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar, cast, get_args, get_origin, get_type_hints, overload

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler
from pydantic_core import CoreSchema

from showground.core import texts
from showground.core.context import Context, Outside
from showground.core.failures import Failure, Fault
from showground.core.limits import Limit
from showground.core.parsing import parse

PUBLIC = "public"  # the scope of what anyone may call; written out at each operation
PERSON = "person"  # of what only a person signed in on the website may do; no key or token carries it
STAFF = "staff"  # of what only staff may do, on the website or by a command


class Input(BaseModel):
    """What a caller sends: path, query and body, flat; anything unknown is refused. `core/texts.py` checks texts."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type[BaseModel], handler: GetCoreSchemaHandler) -> CoreSchema:
        return texts.checked(handler(source), texts.check_line)


M = TypeVar("M", bound=BaseModel)
I = TypeVar("I", bound=Input)  # noqa: E741
I_contra = TypeVar("I_contra", bound=Input, contravariant=True)
F = TypeVar("F")
F_contra = TypeVar("F_contra", contravariant=True)
F_co = TypeVar("F_co", covariant=True)
O = TypeVar("O", bound="BaseModel | Encoded[Any]")  # noqa: E741
O_co = TypeVar("O_co", bound="BaseModel | Encoded[Any]", covariant=True)


@dataclass(frozen=True, slots=True)
class Encoded(Generic[M]):
    """An M that is kept as ready JSON; it is never parsed on its way out."""

    json: bytes


class Handler(Protocol[I_contra, O_co]):
    __name__: str

    def __call__(self, ctx: Context, input: I_contra, /) -> Awaitable[O_co]: ...


class PreparedHandler(Protocol[I_contra, F_contra, O_co]):
    __name__: str

    def __call__(self, ctx: Context, input: I_contra, found: F_contra, /) -> Awaitable[O_co]: ...


class Prepare(Protocol[I_contra, F_co]):
    def __call__(self, outside: Outside, input: I_contra, /) -> Awaitable[F_co]: ...


@dataclass(frozen=True, kw_only=True)
class Action(Generic[I, O]):
    """Something that may be done through the door, without an address of its own."""

    name: str
    scope: str
    description: str
    input: type[I]
    output: type[BaseModel]
    handler: Callable[..., Awaitable[O]]
    prepare: Callable[[Outside, I], Awaitable[Any]] | None
    failures: tuple[type[Failure], ...]
    limit: Limit | None
    limit_each: tuple[tuple[Limit, Callable[[I], str | None]], ...] = ()
    limit_if: tuple[Limit, str, str] | None = None
    read_only: bool
    recent: bool = False
    snapshot: bool = False
    idempotent: bool = False
    path_fields: tuple[str, ...] = ()

    @cached_property
    def fields(self) -> frozenset[str]:
        return frozenset(self.input.model_fields)

    def parse(self, raw: Mapping[str, Any], found: Sequence[Fault] = ()) -> I:
        """The typed input; or every fault of it at once, with those found before."""
        return parse(self.input, raw, found, self.path_fields)


@dataclass(frozen=True, kw_only=True)
class Operation(Action[I, O]):
    """An action with a route, an OpenAPI entry and a tool."""

    method: str
    path: str
    status: int
    cache_tags: tuple[str, ...]
    domain: str
    judge: Callable[[Context, I], Awaitable[Sequence[Fault]]] | None = None

    @cached_property
    def summary(self) -> str:
        return self.description.partition(".")[0]

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the input, flat."""
        return self.input.model_json_schema()

    @cached_property
    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema of the output."""
        return self.output.model_json_schema(mode="serialization")

    def tags_of(self, input: I) -> tuple[str, ...]:
        """What a cached answer to this input depends on."""
        return tuple(tag.format_map(input.__dict__) for tag in self.cache_tags)


@overload
def operation(
    route: str,
    *,
    scope: str,
    status: int = 200,
    idempotent: bool = False,
    snapshot: bool = False,
    cache_tags: tuple[str, ...] = (),
    limit: Limit | None = None,
    limit_if: tuple[Limit, str, str] | None = None,
    failures: tuple[type[Failure], ...] = (),
) -> Callable[[Handler[I, O]], Operation[I, O]]: ...
@overload
def operation(
    route: str,
    *,
    scope: str,
    judge: Callable[[Context, I], Awaitable[Sequence[Fault]]],
    snapshot: bool = False,
    cache_tags: tuple[str, ...] = (),
    failures: tuple[type[Failure], ...] = (),
) -> Callable[[Handler[I, O]], Operation[I, O]]: ...
@overload
def operation(
    route: str,
    *,
    scope: str,
    prepare: Prepare[I, F],
    status: int = 200,
    idempotent: bool = False,
    snapshot: bool = False,
    limit: Limit | None = None,
    failures: tuple[type[Failure], ...] = (),
) -> Callable[[PreparedHandler[I, F, O]], Operation[I, O]]: ...
def operation(
    route: str,
    *,
    scope: str,
    prepare: Callable[..., Awaitable[Any]] | None = None,
    status: int = 200,
    idempotent: bool = False,
    snapshot: bool = False,
    cache_tags: tuple[str, ...] = (),
    judge: Callable[..., Awaitable[Sequence[Fault]]] | None = None,
    limit: Limit | None = None,
    limit_if: tuple[Limit, str, str] | None = None,
    failures: tuple[type[Failure], ...] = (),
) -> Callable[[Any], Operation[Any, Any]]:
    """Declare a handler: `@operation("POST /claims/{claim_id}/verify", scope=..., prepare=look_it_up)`.

    `snapshot`: a read of several statements that must see the same state.
    `cache_tags`: an anonymous answer may be kept until one of these changes; `{field}` stands for an input's value.
    `judge`: what is wrong with input that is well formed, such as a category that does not exist. A read that raises
    it names it here, so that it is told together with what is not well formed.
    `limit_if`: a limit of the calls whose field of this name has this value.
    """
    method, path = route.split(" ", 1)

    def declare(handler: Callable[..., Awaitable[Any]]) -> Operation[Any, Any]:
        taken, given = _read_signature(handler)
        path_fields = tuple(re.findall(r"{(\w+)}", path))
        if unknown := set(path_fields) - set(taken.model_fields):
            raise TypeError(f"{handler.__name__}: its path names {unknown}, which its input lacks")
        return Operation(
            name=handler.__name__,
            scope=scope,
            description=_docstring(handler),
            input=taken,
            output=given,
            handler=handler,
            prepare=prepare,
            failures=failures,
            limit=limit,
            limit_if=limit_if,
            read_only=method == "GET",
            snapshot=snapshot,
            idempotent=idempotent,
            method=method,
            path=path,
            status=status,
            cache_tags=cache_tags,
            judge=judge,
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
    limit: Limit | None = None,
    limit_each: tuple[tuple[Limit, Callable[[I], str | None]], ...] = (),
    failures: tuple[type[Failure], ...] = (),
) -> Callable[[Handler[I, O]], Action[I, O]]: ...
@overload
def action(
    *,
    scope: str,
    prepare: Prepare[I, F],
    read_only: bool = False,
    recent: bool = False,
    limit: Limit | None = None,
    limit_each: tuple[tuple[Limit, Callable[[I], str | None]], ...] = (),
    failures: tuple[type[Failure], ...] = (),
) -> Callable[[PreparedHandler[I, F, O]], Action[I, O]]: ...
def action(
    *,
    scope: str,
    prepare: Callable[..., Awaitable[Any]] | None = None,
    read_only: bool = False,
    recent: bool = False,
    limit: Limit | None = None,
    limit_each: tuple[tuple[Limit, Callable[[Any], str | None]], ...] = (),
    failures: tuple[type[Failure], ...] = (),
) -> Callable[[Any], Action[Any, Any]]:
    """Declare a handler that only pages, jobs and commands may call.

    `recent`: a person who does it on the website has to have signed in lately.
    `limit_each`: limits by what was sent: each with a function that says which key an input counts under, if any.
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
            failures=failures,
            limit=limit,
            limit_each=limit_each,
            read_only=read_only,
            recent=recent,
            snapshot=read_only,
        )

    return declare


def _docstring(handler: Callable[..., Any]) -> str:
    text = inspect.getdoc(handler)
    if not text:
        raise TypeError(f"{handler.__name__} needs a docstring: it is what callers read")
    return text


def _read_signature(handler: Callable[..., Any]) -> tuple[type[Input], type[BaseModel]]:
    hints = get_type_hints(handler)
    output = hints.pop("return")
    if get_origin(output) is Encoded:
        (output,) = get_args(output)
    return cast("type[Input]", list(hints.values())[1]), output
