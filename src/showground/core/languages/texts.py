"""Texts in the current language. `make texts` collects the arguments of these functions for translators."""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

from showground.core.languages.current import current_language, in_language
from showground.core.languages.languages import ENGLISH


def gettext(message: str, /, **values: object) -> str:
    """The text in the current language, with its placeholders filled: `gettext("%(count)s votes", count=3)`.

    As in templates, `%%` is a percent sign.
    """
    return current_language().texts.gettext(message) % {name: _shown(value) for name, value in values.items()}


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """Like `gettext`, in the form that the language uses for this number, which `%(num)s` shows."""
    shown = {name: _shown(value) for name, value in values.items()}
    return current_language().texts.ngettext(one, many, n) % {"num": n, **shown}


def pgettext(context: str, message: str) -> str:
    """A text, without placeholders, whose context keeps it apart from others that are the same in English."""
    return current_language().texts.pgettext(context, message) if message else message


def npgettext(context: str, one: str, many: str, n: int, /, **values: object) -> str:
    """Like `ngettext`, for words that some languages inflect in this context: `in 3 days` is `in 3 Tagen`."""
    shown = {name: _shown(value) for name, value in values.items()}
    return current_language().texts.npgettext(context, one, many, n) % {"num": n, **shown}


class Text(str):
    """A text that is written before anyone's language is known, such as a label in a table of constants.

    Templates show it in the reader's language; for everything else it is the English text. It has no placeholders; for
    a text with values, use `text_with`.
    """

    __slots__ = ()


class EnglishText(Text):
    """A text that only programs and their authors read, such as an error of the API that no form can cause.

    It is not collected for translators.
    """

    __slots__ = ()


class Deferred(Text):
    """A text that a function writes again in the reader's language; for everything else it is the English text."""

    __slots__ = ("again",)
    again: Callable[[], str]


def deferred(write: Callable[..., str], *args: Any, **values: Any) -> Text:
    """What this function returns in the reader's language, such as `deferred(day, week)`."""
    with in_language(ENGLISH):
        text = Deferred(write(*args, **values))
    text.again = partial(write, *args, **values)
    return text


def text_with(message: str, /, **values: object) -> Text:
    """A `Text` with values in it: `text_with("At most %(most)s characters.", most=20)`."""
    return deferred(gettext, message, **values)


def counted_text(one: str, many: str, n: int, /, **values: object) -> Text:
    """A `Text` whose form depends on a number, which `%(num)s` shows."""
    return deferred(ngettext, one, many, n, **values)


def sentences(*texts: str | None) -> Text:
    """One text of several sentences. Those that are empty are left out."""
    return deferred(_join, " ", *filter(None, texts))


def lines(*texts: str) -> Text:
    """One text of several lines."""
    return deferred(_join, "\n", *texts)


def docstring_text(kind: type) -> Text:
    """The docstring of an error, which is the sentence that people read."""
    said = " ".join((inspect.getdoc(kind) or "").split())
    return Text(said)


def translated(message: str) -> str:
    """A text that is marked elsewhere in the current language, or the text itself if nobody translated it."""
    if isinstance(message, Deferred):
        return message.again()
    return str(current_language().texts.gettext(message)) if message else message


def _join(between: str, /, *texts: str) -> str:
    return between.join(translated(text) if isinstance(text, Text) else text for text in texts)


def _shown(value: object) -> object:
    return translated(value) if isinstance(value, Text) else value
