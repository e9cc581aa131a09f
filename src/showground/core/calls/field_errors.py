"""Field errors: what is wrong with each input value, worded so that the caller can fix it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from difflib import get_close_matches
from itertools import islice
from math import isfinite
from typing import Any, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from showground.core.calls.errors import FieldError
from showground.core.languages import EnglishText, Text, deferred, gettext, sentences, text_with
from showground.core.text_folding import slugify

MAX_NUMBER = 2**63 - 1
MAX_FIELD_ERRORS = 100  # reported in one response
MAX_NAME_LENGTH = 100  # of an unknown name, to suggest similar ones
STEM = 4  # words with the same first letters count as the same: notes, notebook

MESSAGES = {
    "missing": Text("This is required."),
    "string_too_long": Text("At most %(max_length)s characters; this has %(length)s."),
    "string_too_short": Text("At least %(min_length)s characters."),
    "string_pattern_mismatch": Text("This is not in the expected format."),
    "string_type": Text("Must be text."),
    "string_unicode": Text("Must be valid Unicode text."),
    "int_type": Text("Must be a whole number."),
    "int_parsing": Text("Must be a whole number."),
    "int_from_float": Text("Must be a whole number."),
    "int_parsing_size": Text("This number is too large."),
    "bool_type": Text("Must be true or false."),
    "bool_parsing": Text("Must be true or false."),
    "list_type": Text("Must be a list."),
    "tuple_type": Text("Must be a list."),
    "bytes_type": Text("Must be a file."),
    "dict_type": Text("Must be an object."),
    "model_type": Text("Must be an object."),
    "model_attributes_type": Text("Must be an object."),
    "too_long": Text("At most %(max_length)s items; this has %(actual_length)s."),
    "too_short": Text("At least %(min_length)s items."),
    "greater_than_equal": Text("Must be %(ge)s or more."),
    "less_than_equal": Text("Must be %(le)s or less."),
    "literal_error": Text("Must be one of %(expected)s."),
    "enum": Text("Must be one of %(expected)s."),
    "uuid_parsing": Text("Must be a UUID."),
    "uuid_type": Text("Must be a UUID."),
    "date_from_datetime_parsing": Text("Must be a date in the format YYYY-MM-DD."),
    "date_parsing": Text("Must be a date in the format YYYY-MM-DD."),
    "date_type": Text("Must be a date in the format YYYY-MM-DD."),
    "datetime_parsing": Text("Must be a date and time, such as 2026-01-31T09:30:00Z."),
    "datetime_type": Text("Must be a date and time, such as 2026-01-31T09:30:00Z."),
}
EMPTY = Text("Must not be empty.")  # instead of "At least 1 characters."
# Parameter names that other APIs use, with our equivalents. Used for "Did you mean …?"
OTHER_NAMES = {
    **dict.fromkeys(
        ("count", "limit", "max_results", "page_size", "pageSize", "per_page", "size"), ("per_page", "limit")
    ),
    **dict.fromkeys(("offset", "start"), ("page", "after")),
    **dict.fromkeys(("keyword", "keywords", "query", "search", "term", "text"), ("q",)),
    **dict.fromkeys(("order", "order_by", "sort_by"), ("sort",)),
    **dict.fromkeys(("since", "updated_after", "modified_since"), ("updated_since", "after")),
}
# What patterns say, by the pattern itself: nobody should have to read a regular expression. `in_words` adds to it.
SLUG = r"^[a-z0-9][a-z0-9-]{0,219}$"
PATTERNS: dict[str, Text] = {
    SLUG: (Text("Must be a slug: 1 to 220 lowercase letters, digits and hyphens, not starting with a hyphen.")),
    "^[A-Za-z]{2}$": Text("Must be two letters."),
    r"^https?://[^\s/]": Text("Must be a URL that starts with https:// or http://."),
}


def in_words(pattern: str, words: Text) -> str:
    """This pattern, whose error message is these words: `Field(pattern=in_words("^[a-z]+$", Text("...")))`."""
    PATTERNS[pattern] = words
    return pattern


def describe(error: ValidationError, known: Iterable[str], elsewhere: Mapping[str, Text]) -> list[FieldError]:
    """The field errors that validation found, up to MAX_FIELD_ERRORS. `elsewhere`: how to change what is unknown here,
    by its place."""
    found: list[FieldError] = []
    for each in error.errors(include_url=False)[:MAX_FIELD_ERRORS]:
        place = _place(each["loc"])
        moved = elsewhere.get(place) if each["type"] == "extra_forbidden" else None
        found.append(FieldError(field=place, message=moved or _message(each, known)))
    return found


def find_unstorable(value: Any, place: str = "") -> list[FieldError]:
    """Texts that the database cannot store: those with NUL characters or lone surrogates."""
    if isinstance(value, str):
        return _judge_text(value, place)
    if isinstance(value, Mapping):
        found: list[FieldError] = []
        for key, item in cast("Mapping[str, Any]", value).items():
            name = f"{place}.{key}" if place else key
            found += _judge_text(key, name) or find_unstorable(item, name)
        return found
    if isinstance(value, list):
        items = enumerate(cast("list[Any]", value))
        return [error for i, item in items for error in find_unstorable(item, f"{place}[{i}]")]
    return []


def find_too_large(value: Any, place: str = "") -> list[FieldError]:
    """Numbers that no database column can store."""
    if isinstance(value, float):
        fits = isfinite(value)
    elif isinstance(value, int):
        fits = -MAX_NUMBER <= value <= MAX_NUMBER
    elif isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value).items()
        return [error for k, item in items for error in find_too_large(item, f"{place}.{k}" if place else k)]
    elif isinstance(value, list):
        numbered = enumerate(cast("list[Any]", value))
        return [error for i, item in numbered for error in find_too_large(item, f"{place}[{i}]")]
    else:
        fits = True
    return [] if fits else [FieldError(field=printable(place), message=Text("This number is too large."))]


def leave_out(raw: Mapping[str, Any], places: Iterable[str]) -> dict[str, Any]:
    """The input without the values at these places, such as `items[0].week`. A list goes as a whole: without one of its
    items, the others would have other numbers."""
    rest = deepcopy(dict(raw))
    for place in places:
        value: Any = rest
        owner, name = rest, place
        for part in re.findall(r"[^.\[\]]+", place):
            if isinstance(value, dict) and part in value:
                owner, name = cast("dict[str, Any]", value), part
                value = owner[name]
            elif isinstance(value, list) and part.isdecimal() and int(part) < len(cast("list[Any]", value)):
                value = cast("list[Any]", value)[int(part)]
            else:  # it is missing
                break
        else:
            owner.pop(name, None)
    return rest


def suggest(wrong: str, known: Iterable[str]) -> Text:
    """`Did you mean ...?` with the closest known names, or an empty text."""
    if len(wrong) > MAX_NAME_LENGTH:
        return Text()
    names = sorted(known) if isinstance(known, set | frozenset) else list(known)
    near = dict.fromkeys([*get_close_matches(wrong, names, n=3, cutoff=0.6), *_sharing_words(wrong, names)])
    return did_you_mean(list(islice(near, 3))) if near else Text()


def _suggest_parameter(wrong: str, known: set[str]) -> Text:
    ours = next((name for name in OTHER_NAMES.get(wrong, ()) if name in known), None)
    return did_you_mean([ours]) if ours else suggest(wrong, known)


def _suggest_slug(wrong: object, pattern: str) -> Text:
    """For somebody who sent a name, such as `Developer Tools`, its slug."""
    if pattern != SLUG or not isinstance(wrong, str) or len(wrong) > MAX_NAME_LENGTH:
        return Text()
    slug = slugify(wrong) if re.fullmatch(r"[\w &/+.,-]+", wrong) else ""
    return did_you_mean([slug]) if slug else Text()


def did_you_mean(names: Sequence[str]) -> Text:
    return text_with("Did you mean %(names)s?", names=deferred(_or, *names))


def _or(*names: str) -> str:
    *others, last = names
    return gettext(" or ").join([", ".join(others), last] if others else [last])


def _sharing_words(wrong: str, names: Sequence[str]) -> list[str]:
    """The names that share the most words with this one, comparing the first letters of each word."""

    def words(name: str) -> set[str]:
        return {word[:STEM] for word in re.findall(r"\w+", name.casefold()) if len(word) >= STEM}

    sought = words(wrong)
    shared = {name: len(sought & words(name)) for name in names}
    most = max(shared.values(), default=0)
    return [name for name, count in shared.items() if most and count == most]


def _judge_text(text: str, place: str) -> list[FieldError]:
    if "\x00" in text:
        return [FieldError(field=printable(place), message=Text("Must not contain a NUL character."))]
    if any("\ud800" <= c <= "\udfff" for c in text):
        message = Text("Must be valid UTF-8; this contains a lone surrogate.")
        return [FieldError(field=printable(place), message=message)]
    return []


def _place(loc: tuple[int | str, ...]) -> str:
    """`items[0].week`, as a caller would write it."""
    place = ""
    for part in loc:
        place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else part
    return printable(place)


def printable(text: str) -> str:
    """A name sent by the caller, made safe to repeat in the response."""
    return text[:200].replace("\x00", "?").encode("utf-8", "replace").decode()


def _message(error: ErrorDetails, known: Iterable[str]) -> Text:
    kind, values = error["type"], dict(error.get("ctx", {}))
    if kind == "extra_forbidden":
        name = str(error["loc"][-1])
        hint = _suggest_parameter(name, set(known)) if len(error["loc"]) == 1 else ""
        return sentences(Text("Unknown parameter."), hint)
    if kind == "value_error":
        said = values["error"].args[0] if "error" in values else None  # pydantic's check of email addresses has none
        return said if isinstance(said, Text) else EnglishText(error["msg"].removeprefix("Value error, "))
    if kind == "string_pattern_mismatch" and values["pattern"] in PATTERNS:
        return sentences(PATTERNS[values["pattern"]], _suggest_slug(error["input"], values["pattern"]))
    if isinstance(error["input"], str):
        values["length"] = len(error["input"])
    if kind == "too_long":
        values["actual_length"] = len(error["input"])  # pydantic leaves it out for objects
    if "expected" in values:
        values["expected"] = deferred(_join_as_read, values["expected"])
    if kind not in MESSAGES:
        return EnglishText(error["msg"].rstrip(".") + ".")
    if kind in ("string_too_short", "too_short") and values["min_length"] == 1:
        return EMPTY
    return text_with(MESSAGES[kind], **values)


def _join_as_read(expected: str) -> str:
    """Pydantic's list of values, such as `'a', 'b' or 'c'`."""
    names, found, last = expected.rpartition(" or ")
    return names + gettext(" or ") + last if found else last
