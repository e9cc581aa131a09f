"""Spans: what happened within what, and how long it took. While nobody collects them they cost next to nothing."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from types import TracebackType
from typing import Protocol, Self

Value = str | int
PACKAGES = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http")


class Span:
    """A span that nobody collects."""

    __slots__ = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Its end; `error` is how it came to it, if not well."""

    def note(self, **attributes: Value) -> None:
        """Say more about it: never a value of somebody's input, nor whose it is."""

    def rename(self, name: str) -> None:
        """Give it the name that is known only now."""


class Collecting(Protocol):
    """What opens spans while they are collected."""

    def open(self, name: str, parent: str | None, attributes: dict[str, Value]) -> Span: ...

    def is_within_span(self) -> bool: ...

    def close(self) -> None:
        """Send what is left, which may take some seconds."""


NOT_COLLECTED = Span()
_collecting: Collecting | None = None


def span(name: str, *, parent: str | None = None, **attributes: Value) -> Span:
    """Open a span: `with span("get_listing", surface="rest"):`. `parent` is a traceparent header (W3C) from outside."""
    if _collecting is None:
        return NOT_COLLECTED
    return _collecting.open(name, parent, attributes)


def inner_span(name: str, **attributes: Value) -> Span:
    """A span that says nothing by itself: only within another one."""
    if _collecting is None or not _collecting.is_within_span():
        return NOT_COLLECTED
    return _collecting.open(name, None, attributes)


def is_on() -> bool:
    return _collecting is not None


def is_installed() -> bool:
    """Whether the packages are there that only those need who collect spans."""
    try:
        return all(find_spec(name) is not None for name in PACKAGES)
    except ModuleNotFoundError:
        return False


@asynccontextmanager
async def sent_to(url: str | None) -> AsyncGenerator[None]:
    """Send the spans of this process to the OTLP/HTTP collector at this address; without one there are none."""
    global _collecting  # noqa: PLW0603 - a span is opened anywhere, and must cost one look at this
    if url is None:
        yield
        return
    from showground.core.otlp import Collector  # noqa: PLC0415 - of packages that not everybody has

    collector = _collecting = Collector(url)
    try:
        yield
    finally:
        _collecting = None
        await asyncio.to_thread(collector.close)
