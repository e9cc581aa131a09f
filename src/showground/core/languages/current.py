"""The language in which the current page or email is written."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from showground.core.languages.languages import ENGLISH, Language

_LANGUAGE: ContextVar[Language | None] = ContextVar("language", default=None)


def current_language() -> Language:
    return _LANGUAGE.get() or ENGLISH


def is_language_set() -> bool:
    """Whether a page is being made for a reader; API calls and jobs have no language."""
    return _LANGUAGE.get() is not None


@contextmanager
def in_language(language: Language) -> Generator[None]:
    """Whatever is rendered within this block, in this task only, is in this language."""
    token = _LANGUAGE.set(language)
    try:
        yield
    finally:
        _LANGUAGE.reset(token)
