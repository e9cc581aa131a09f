"""Trace spans: what was done, within what, and how long it took. Without a collector, they cost almost nothing."""

from types import TracebackType
from typing import Protocol, Self

Value = str | int


class Span:
    """A span that is not collected."""

    __slots__ = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the span; `error` is set if it failed."""

    def note(self, **attributes: Value) -> None:
        """Add attributes: never values from someone's input, and nothing that identifies a person."""

    def rename(self, name: str) -> None:
        """Rename the span once its name is known."""


class Collecting(Protocol):
    """Opens spans that are collected."""

    def open(self, name: str, parent: str | None, attributes: dict[str, Value]) -> Span: ...

    def is_within_span(self) -> bool: ...

    def close(self) -> None:
        """Send the remaining spans, which may take a few seconds."""


NOT_COLLECTED = Span()
_collecting: Collecting | None = None


def span(name: str, *, parent: str | None = None, **attributes: Value) -> Span:
    """Open a span: `with span("get_listing", surface="rest"):`. `parent` is a traceparent header (W3C) from outside."""
    if _collecting is None:
        return NOT_COLLECTED
    return _collecting.open(name, parent, attributes)


def inner_span(name: str, **attributes: Value) -> Span:
    """A span that is only opened within another one, because it says nothing on its own."""
    if _collecting is None or not _collecting.is_within_span():
        return NOT_COLLECTED
    return _collecting.open(name, None, attributes)


def is_on() -> bool:
    return _collecting is not None


def collect(collecting: Collecting | None) -> None:
    """Open spans with this from now on; None: spans are not collected."""
    global _collecting  # noqa: PLW0603 - spans are opened anywhere, and checking this must be cheap
    _collecting = collecting
