"""The signatures of the functions that operations and actions are declared from."""

from collections.abc import Awaitable
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.models import Encoded, Input

I_contra = TypeVar("I_contra", bound=Input, contravariant=True)
F_contra = TypeVar("F_contra", contravariant=True)
F_co = TypeVar("F_co", covariant=True)
O_co = TypeVar("O_co", bound="BaseModel | Encoded[Any]", covariant=True)


class Handler(Protocol[I_contra, O_co]):
    __name__: str

    def __call__(self, ctx: Context, input: I_contra, /) -> Awaitable[O_co]: ...


class HandlerWithoutInput(Protocol[O_co]):
    __name__: str

    def __call__(self, ctx: Context, /) -> Awaitable[O_co]: ...


class BatchedHandler(Protocol[I_contra, O_co]):
    __name__: str

    def __call__(self, ctx: PrepareContext, input: I_contra, /) -> Awaitable[O_co]: ...


class PreparedHandler(Protocol[I_contra, F_contra, O_co]):
    __name__: str

    def __call__(self, ctx: Context, input: I_contra, found: F_contra, /) -> Awaitable[O_co]: ...


class Prepare(Protocol[I_contra, F_co]):
    def __call__(self, outside: PrepareContext, input: I_contra, /) -> Awaitable[F_co]: ...
