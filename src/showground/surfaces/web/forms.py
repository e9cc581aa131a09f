"""Forms: their values as an action's input, and what came of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast
from urllib.parse import parse_qsl

from pydantic import BaseModel
from starlette.datastructures import ImmutableMultiDict
from starlette.requests import Request

from showground.core.calls.declare import Action
from showground.core.calls.errors import ApiError, FieldError, InvalidInput, UnsupportedMediaType
from showground.core.calls.models import Encoded
from showground.surfaces.asgi import Scope, read_body

FORM = "showground.form"  # where the scope holds a form that was read
KIND = "application/x-www-form-urlencoded"
MAX_FIELDS = 1_000

Form = ImmutableMultiDict[str, str]
O = TypeVar("O", bound="BaseModel | Encoded[Any]")  # noqa: E741


class FormRefused(UnsupportedMediaType):
    """This page takes what its own form sends, and nothing else."""


@dataclass(frozen=True, slots=True)
class Tried(Generic[O]):
    """What came of a form: the answer, or the failure to say beside its fields."""

    answer: O | None
    failure: ApiError | None = None

    @property
    def status(self) -> int:
        return self.failure.status if self.failure else 200

    @property
    def faults(self) -> dict[str, str]:
        """What is wrong with each field, by its name; the first of each."""
        found: dict[str, str] = {}
        for fault in self.failure.faults if self.failure else ():
            found.setdefault(re.split(r"[.\[]", fault["field"])[0], fault["message"])
        return found

    @property
    def message(self) -> str | None:
        """What is wrong with the whole."""
        return self.failure.detail if self.failure and not self.failure.faults else None


NOT_TRIED: Tried[Any] = Tried(None)


async def read_form(request: Request) -> Form:
    """The fields of a form, at most 1 MB; read once."""
    scope = cast("Scope", request.scope)
    if FORM not in scope:
        body = await read_body(scope, request.receive)  # pyright: ignore[reportArgumentType]
        if body and request.headers.get("content-type", "").partition(";")[0].strip().lower() != KIND:
            raise FormRefused
        try:
            pairs = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=MAX_FIELDS)
        except ValueError:
            raise InvalidInput(faults=[FieldError(field="form", message="The form cannot be read.")]) from None
        scope[FORM] = Form([(name, text.replace("\r\n", "\n")) for name, text in pairs])  # browsers count one, send two
    return scope[FORM]


def values_for(action: Action[Any, Any], form: Form, given: Mapping[str, Any]) -> dict[str, Any]:
    """The form's texts as the JSON that the action takes; `given` is what the page itself knows, and counts first.

    Fields that the action lacks are left out, as is a blank one that need not be filled in. A box that is not ticked
    sends nothing: that is false.
    """
    schema = action.input.model_json_schema()
    required = set(schema.get("required", ()))
    found: dict[str, Any] = {}
    for name, described in cast("dict[str, dict[str, Any]]", schema.get("properties", {})).items():
        kind, texts = _kind(described), form.getlist(name)
        if kind == "array":
            found[name] = [text for text in texts if text]
        elif kind == "boolean":
            found[name] = bool(texts) and texts[-1] not in ("", "false")
        elif texts and (texts[-1].strip() or name in required):
            text = texts[-1]
            found[name] = int(text) if kind == "integer" and re.fullmatch(r"\s*-?[0-9]{1,18}\s*", text) else text
    return found | dict(given)


def _kind(schema: dict[str, Any]) -> str:
    """The JSON type of a property, null aside."""
    kinds = [_kind(option) for option in schema.get("anyOf", ())] or [schema.get("type", "string")]
    return next((kind for kind in kinds if kind != "null"), "string")
