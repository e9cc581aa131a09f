"""Actions and operations, as `declare.py` makes them. An operation is an action with a route."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar, get_type_hints

from pydantic import BaseModel

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.errors import ApiError, FieldError
from showground.core.calls.models import Encoded, Input, NoInput
from showground.core.calls.parse import parse
from showground.core.calls.rate_limits import Limit

I = TypeVar("I", bound=Input)  # noqa: E741
O = TypeVar("O", bound="BaseModel | Encoded[Any]")  # noqa: E741

ReadCurrent = Callable[[Context, Any], Awaitable[BaseModel | None]]


@dataclass(frozen=True, kw_only=True)
class Action(Generic[I, O]):
    """Something that pages, jobs and commands do through the dispatcher; it has no route."""

    name: str
    scope: str
    description: str
    input: type[I]
    output: type[BaseModel]
    handler: Callable[..., Awaitable[O]]  # ctx, the input unless it is NoInput, and what `prepare` returned
    prepare: Callable[..., Awaitable[Any]] | None  # takes a PrepareContext, and the input unless it is NoInput
    wait: Callable[[PrepareContext, I], Awaitable[None]] | None = None
    errors: tuple[type[ApiError], ...]
    limit: Limit | None
    limit_each: tuple[tuple[Limit, Callable[[I], str | None]], ...] = ()
    limit_if: tuple[Limit, str, str] | None = None
    read_only: bool
    batched: bool = False
    recent: bool = False
    log_commands: bool = False
    snapshot: bool = False
    quick: bool = False
    idempotent: bool = False
    path_fields: tuple[str, ...] = ()

    @cached_property
    def fields(self) -> frozenset[str]:
        return frozenset(self.input.model_fields)

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the input, as one flat object."""
        return self.input.model_json_schema()

    def handle(self, ctx: Context | PrepareContext, input: I, *prepared: Any) -> Awaitable[O]:
        if self.input is NoInput:
            return self.handler(ctx, *prepared)
        return self.handler(ctx, input, *prepared)

    def parse(self, raw: Mapping[str, Any], found: Sequence[FieldError] = ()) -> I:
        """The typed input, or all field errors at once, including those the surface found."""
        return parse(self.input, raw, found, self.path_fields)


@dataclass(frozen=True, kw_only=True)
class Operation(Action[I, O]):
    """An action with a route, an OpenAPI entry and an MCP tool."""

    method: str
    path: str
    status: int
    cache_tags: tuple[str, ...]
    domain: str
    judge: Callable[[Context, I], Awaitable[Sequence[FieldError]]] | None = None
    current: ReadCurrent | None = None
    location: str = ""
    emails: bool = False
    fetches: bool = False
    destructive: bool = False
    extension: bool = False
    counts_reads_of: str = ""

    @cached_property
    def summary(self) -> str:
        """The first line of the docstring."""
        return self.description.partition("\n")[0]

    @property
    def changes_nothing(self) -> bool:
        """A POST that writes accepts an idempotency key, so one that accepts none only computes an answer."""
        return self.read_only or (self.method == "POST" and not self.idempotent)

    @cached_property
    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema of the output."""
        return self.output.model_json_schema(mode="serialization")

    @cached_property
    def returns_current(self) -> bool:
        """Whether the answer to a write is what it changed, as a read would return it now."""
        return self.current is not None and get_type_hints(self.current)["return"] in (self.output, self.output | None)

    def tags_of(self, input: I) -> tuple[str, ...]:
        """The cache tags that a cached answer to this input depends on."""
        return tuple([tag.format_map(input.__dict__) if "{" in tag else tag for tag in self.cache_tags])
