"""Input without the values that are wrong, so that rules can judge the rest of it.

For example, a milestone's date is not a date and its URL is no web address. Parsing fails at the date, which is
required. Without it, there is still an `AddMilestone` with a title and a URL, and its rules find that the URL is wrong.
Reading what is absent raises AttributeError, so rules that need the date find nothing, rather than something untrue.
"""

from functools import lru_cache
from typing import Any, Final, TypeVar, cast

from pydantic import BaseModel
from pydantic_core import CoreSchema, SchemaValidator, core_schema

M = TypeVar("M", bound=BaseModel)

ABSENT: Final = object()


def validate_partially(model: type[M], data: bytes) -> M:
    """The input in this JSON, which need not have all that is required. Raises ValidationError if anything is wrong."""
    found = _validator_of(model).validate_json(data, strict=True)
    _remove_absent(found)
    return found


@lru_cache(maxsize=256)
def _validator_of(model: type[BaseModel]) -> SchemaValidator:
    model.model_rebuild()
    schema = cast("CoreSchema", _relaxed(model.__pydantic_core_schema__))
    return SchemaValidator(schema, _use_prebuilt=False)  # else it would use the model's own validator, which is strict


def _relaxed(part: Any) -> Any:
    """The same schema, in which fields without a default are ABSENT by default."""
    if isinstance(part, list):
        return [_relaxed(item) for item in cast("list[Any]", part)]
    if isinstance(part, tuple):
        return tuple(_relaxed(item) for item in cast("tuple[Any, ...]", part))
    if not isinstance(part, dict):
        return part
    schema = {
        name: value if name in ("metadata", "serialization") else _relaxed(value)
        for name, value in cast("dict[str, Any]", part).items()
    }
    if schema.get("type") == "model-field" and schema["schema"]["type"] != "default":
        schema["schema"] = core_schema.with_default_schema(schema["schema"], default=ABSENT)
    return schema


def _remove_absent(value: Any) -> None:
    if isinstance(value, BaseModel):
        for name, item in list(vars(value).items()):
            if item is ABSENT:
                del vars(value)[name]
            else:
                _remove_absent(item)
    elif isinstance(value, list | tuple):
        for item in cast("list[Any]", value):
            _remove_absent(item)
    elif isinstance(value, dict):
        for item in cast("dict[Any, Any]", value).values():
            _remove_absent(item)
