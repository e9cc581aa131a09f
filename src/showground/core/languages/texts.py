"""Texts in the current language. `make texts` collects the arguments of these functions for translators."""

from showground.core.languages.current import current_language


def gettext(message: str, **values: object) -> str:
    """The text in the current language, with its placeholders filled: `gettext("%(count)s votes", count=3)`.

    As in templates, `%%` is a percent sign.
    """
    return current_language().texts.gettext(message) % values


def ngettext(one: str, many: str, n: int, **values: object) -> str:
    """Like `gettext`, in the form that the language uses for this number, which `%(num)s` shows."""
    return current_language().texts.ngettext(one, many, n) % {"num": n, **values}


class Text(str):
    """A text that is written before anyone's language is known, such as a label in a table of constants.

    Templates show it in the reader's language; for everything else it is the English text. It has no placeholders.
    """

    __slots__ = ()


def translated(message: str) -> str:
    """A text that is marked elsewhere in the current language, or the text itself if nobody translated it."""
    return str(current_language().texts.gettext(message)) if message else message
