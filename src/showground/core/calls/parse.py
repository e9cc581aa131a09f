"""Parse what a caller sent into typed input, or report all field errors."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticSerializationError, to_json

from showground.core.calls import field_errors
from showground.core.calls.errors import FieldError, InvalidInput, NotFound
from showground.core.calls.partial_input import validate_partially
from showground.core.languages import EnglishText

M = TypeVar("M", bound=BaseModel)

LONG_NUMBER = re.compile(rb"[0-9]{19}|NaN|Infinity")


def parse(model: type[M], raw: Mapping[str, Any], found: Sequence[FieldError], path_fields: Collection[str]) -> M:
    """The typed input, or all field errors at once, including those the surface found. A path id too large for the
    database cannot exist, so it is NotFound."""
    wrong = list(found)
    try:
        data = to_json(raw)
    except (PydanticSerializationError, UnicodeEncodeError):  # a lone surrogate, or nested too deeply to encode
        unstorable = field_errors.find_unstorable(raw)
        if not unstorable:
            deep = FieldError(field="body", message=EnglishText("The JSON is nested too deeply."))
            raise InvalidInput(errors=[*wrong, deep]) from None
        wrong += unstorable
        data = json.dumps(raw, ensure_ascii=False).encode(errors="replace")
    else:
        if b".0" in data:
            raw = _whole_numbers(raw)
            data = to_json(raw)
        wrong += field_errors.find_unstorable(raw) if b"\\u0000" in data else []
    try:
        parsed = model.model_validate_json(data, strict=True)
    except ValidationError as invalid:
        wrong += field_errors.describe(
            invalid, model.model_fields.keys() - raw.keys(), getattr(model, "changed_elsewhere", {})
        )
        named = {error["field"] for error in wrong}
        wrong += [error for error in _find_too_large(data, raw, path_fields) if error["field"] not in named]
        raise InvalidInput(errors=wrong[: field_errors.MAX_FIELD_ERRORS]) from None
    wrong += _find_too_large(data, raw, path_fields)
    if wrong:
        raise InvalidInput(errors=wrong[: field_errors.MAX_FIELD_ERRORS])
    if any(_is_too_large(getattr(parsed, name)) for name in path_fields):
        raise NotFound
    return parsed


def parse_rest(model: type[M], raw: Mapping[str, Any]) -> M | None:
    """What is left of input without its wrong values, which may lack what is required; None if it is still wrong."""
    try:
        data = to_json(_whole_numbers(raw))
        rest = validate_partially(model, data)
    except (PydanticSerializationError, UnicodeEncodeError, ValidationError):
        return None
    return None if _find_too_large(data, raw, ()) else rest


def _find_too_large(data: bytes, raw: Mapping[str, Any], path_fields: Collection[str]) -> list[FieldError]:
    if not LONG_NUMBER.search(data):
        return []
    return field_errors.find_too_large({name: value for name, value in raw.items() if name not in path_fields})


def _is_too_large(value: Any) -> bool:
    return isinstance(value, int) and value > field_errors.MAX_NUMBER


def _whole_numbers(value: Any) -> Any:
    """Turn 2.0 into 2: JSON Schema treats both as the same integer, and some clients only have floats."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, Mapping):
        return {name: _whole_numbers(item) for name, item in cast("Mapping[str, Any]", value).items()}
    return [_whole_numbers(item) for item in cast("list[Any]", value)] if isinstance(value, list) else value
