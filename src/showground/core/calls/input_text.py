"""Which characters input texts may contain. Every `Input` model checks all of its strings with this module.

There are three kinds of string input. A plain `str` is one line: a name, a title, an address. `MULTI_LINE` marks prose.
`OPAQUE` marks text for programs, such as a token or a CSV file, and is not checked here.

    name: Annotated[str, Field(max_length=160)]
    bio: Annotated[str | None, Field(max_length=3000), MULTI_LINE]

Lengths and patterns are checked first, on the text as it was sent. `PATTERNS` tells callers the same. A pattern cannot
say what depends on neighbouring characters, so that is not refused: a joiner that joins nothing is removed, and a text
that shows nothing is taken as empty. The exception is a text with more combining marks in a row than any language has.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar, cast
from unicodedata import category

from pydantic import GetCoreSchemaHandler, StringConstraints
from pydantic_core import CoreSchema, core_schema

from showground.core.bidi import keep_directions
from showground.core.calls.errors import InvalidValue
from showground.core.combining_marks import MAX_MARKS, find_excess, without_excess
from showground.core.languages import text_with

C = TypeVar("C", bound=Callable[..., Any])

# `core/calls/field_errors.py` rejects NUL and lone surrogates, also in values that are not checked here.
CONTROL = r"\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff"
CONTROLS: Final = re.compile(f"[{CONTROL}]")
# Unicode's category Cf without signs that show, joiners, and the tags of which flags are written: zero-width spaces,
# direction marks, soft hyphens. Written out, so that every version of Python refuses the same.
INVISIBLE = (
    r"\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001"
)
HIDDEN: Final = re.compile(f"[{INVISIBLE}]")
BREAKS: Final = re.compile("\r\n?|[\u2028\u2029]")
FOLDED: Final = re.compile("[ \t]*[\r\n\t\u2028\u2029]+[ \t]*")
# A quick test: most texts contain none of these.
SUSPICIOUS: Final = re.compile("[\x01-\x1f\x7f-\x9f\xad\u0300-\U0010ffff]")

JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
# Scripts whose letters change with a joiner: Arabic and Syriac to Mandaic, the Indic scripts, Tibetan, Myanmar, Khmer,
# Mongolian, and their extensions.
JOINING = (
    "\u0620-\u08ff\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdcf"
    "\ufdf0-\ufdff\ufe70-\ufefc\U00010a00-\U00010fff\U00011000-\U00011fff\U0001e900-\U0001e95f"
)
IN_SCRIPT: Final = re.compile(f"(?<=[{JOINING}])[{JOINERS}]")
FLAG: Final = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,7}\U000e007f")  # flag of a region
STRAY: Final = re.compile(f"[{JOINERS}\U000e0020-\U000e007f]")
# Characters in letter categories that show nothing: fillers, blanks, grapheme joiners and variation selectors.
BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def check_line(text: str) -> str:
    """One line without invisible characters. Line breaks and tabs become spaces."""
    if SUSPICIOUS.search(text) is None:
        return text
    _refuse_controls(text)
    _refuse_excess(text)
    if found := HIDDEN.search(text):
        raise InvalidValue(
            text_with(
                "Remove the invisible character %(point)s (character %(place)s).",
                point=_point(found[0]),
                place=found.start() + 1,
            )
        )
    text = fold_breaks(_without_stray(text))
    return "" if is_blank(text) and text.strip() else text


def check_words(text: str) -> str:
    """One line to search for. It may contain invisible characters and any number of marks, because people
    paste queries from anywhere."""
    _refuse_controls(text)
    return fold_breaks(text)


def check_lines(text: str) -> str:
    """Prose. All line breaks become `\\n`."""
    if SUSPICIOUS.search(text) is None:
        return text
    _refuse_controls(text)
    _refuse_excess(text)
    return "" if is_blank(text) and text.strip() else BREAKS.sub("\n", text)


def clean_line(text: str) -> str:
    """Clean a line from a third party, such as a website: remove what would be rejected in input."""
    text = without_excess(_without_stray(HIDDEN.sub("", fold_breaks(CONTROLS.sub("", text.replace("\0", ""))))))
    return "" if is_blank(text) else text


def clean_lines(text: str) -> str:
    """The same for prose."""
    text = without_excess(BREAKS.sub("\n", CONTROLS.sub("", text.replace("\0", ""))))
    return "" if is_blank(text) else text


def safe_to_show(value: Any) -> Any:
    """Applied to every value in templates and emails, because some stored texts are older than the input checks:
    removes control characters, and keeps the text from changing the direction of what follows."""
    if type(value) is not str:
        return value
    return keep_directions(value if value.isprintable() else CONTROLS.sub("", value))


def fold_breaks(text: str) -> str:
    return FOLDED.sub(" ", text)


def _without_stray(text: str) -> str:
    """Without joiners that join nothing: they are for some scripts and inside emoji. Tags are for flags of regions."""
    if text.isascii() or STRAY.search(text) is None:
        return text
    shown = FLAG.sub(lambda found: "x" * len(found[0]), IN_SCRIPT.sub("x", text))
    stray = {found.start() for found in STRAY.finditer(shown) if not _joins_emoji(shown, found.start())}
    return "".join(character for place, character in enumerate(text) if place not in stray)


def is_blank(text: str) -> bool:
    """Whether the text shows nothing at all."""
    return all(character.isspace() or category(character)[0] == "C" or BLANK.match(character) for character in text)


def _joins_emoji(text: str, place: int) -> bool:
    if text[place] != "\N{ZERO WIDTH JOINER}" or not 0 < place < len(text) - 1:
        return False
    before, after = text[place - 1], text[place + 1]
    return (category(before)[0] == "S" or before == "\ufe0f") and category(after) in ("So", "Sm")


def _refuse_controls(text: str) -> None:
    if found := CONTROLS.search(text):
        raise InvalidValue(
            text_with(
                "Remove the control character %(point)s (character %(place)s).",
                point=_point(found[0]),
                place=found.start() + 1,
            )
        )


def _refuse_excess(text: str) -> None:
    if excess := find_excess(text):
        raise InvalidValue(
            text_with(
                "Use at most %(most)s accents or marks in a row. Remove some before character %(place)s.",
                place=excess[0] + 1,
                most=MAX_MARKS,
            )
        )


def _point(character: str) -> str:
    return f"U+{ord(character):04X}"


@dataclass(frozen=True, slots=True)
class TextKind:
    """How the strings of a field are checked. Goes after `Field` in an annotation."""

    check: Callable[[str], str]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return checked(handler(source), self.check)


def _as_sent(text: str) -> str:
    return text


def check_any(value: Any) -> Any:
    """Strings in a value of any type are treated as prose, because their meaning is only known later."""
    if isinstance(value, str):
        return check_lines(value)
    if isinstance(value, list):
        return [check_any(item) for item in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {check_line(key): check_any(item) for key, item in cast("dict[str, Any]", value).items()}
    return value


MULTI_LINE: Final = TextKind(check_lines)
SEARCH_WORDS: Final = TextKind(check_words)
OPAQUE: Final = TextKind(_as_sent)
Opaque = Annotated[str, OPAQUE]
# What staff write to somebody: a reply to a report, why a listing was suspended.
StaffMessage = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000), MULTI_LINE]
# What callers may send, by check, as regular expressions for Python and JavaScript alike. The API description has them.
PATTERNS: Final[dict[Callable[..., Any], str]] = {
    check_line: rf"^[^\x00{CONTROL}{INVISIBLE}]*$",
    check_lines: rf"^[^\x00{CONTROL}]*$",
    check_words: rf"^[^\x00{CONTROL}]*$",
}


def accepts(pattern: str) -> Callable[[C], C]:
    """Say in the API description what a validator accepts: `@accepts("^(?:this|next)$")`."""

    def note(validator: C) -> C:
        PATTERNS[validator] = pattern
        return validator

    return note


CHECKS = (check_line, check_lines, check_words, check_any, _as_sent)


def checked(schema: CoreSchema, check: Callable[[str], str]) -> CoreSchema:
    """The same schema, with this check added to every string that has none yet, after its own bounds."""
    return cast("CoreSchema", _checked(schema, check))


def _checked(part: Any, check: Callable[[str], str]) -> Any:
    if isinstance(part, list):
        return [_checked(item, check) for item in cast("list[Any]", part)]
    if isinstance(part, tuple):
        return tuple(_checked(item, check) for item in cast("tuple[Any, ...]", part))
    if not isinstance(part, dict):
        return part
    schema = cast("dict[str, Any]", part)
    kind = schema.get("type")
    if kind == "str":
        return core_schema.no_info_after_validator_function(check, cast("CoreSchema", schema))
    if kind == "any":
        return core_schema.no_info_after_validator_function(check_any, cast("CoreSchema", schema))
    if kind == "function-after" and schema["function"].get("function") in CHECKS:
        return schema
    return {
        name: value if name in ("metadata", "serialization", "json_schema_input_schema") else _checked(value, check)
        for name, value in schema.items()
    }
