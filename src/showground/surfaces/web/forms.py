"""Forms: convert their fields to an action's input, and hold the result."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast
from urllib.parse import parse_qsl

from pydantic import BaseModel
from starlette.datastructures import ImmutableMultiDict
from starlette.requests import Request

from showground.core.calls.action import Action
from showground.core.calls.errors import ApiError, ChangedSinceOpened, FieldError, InvalidInput, UnsupportedMediaType
from showground.core.calls.models import Encoded
from showground.core.languages import Text, translated
from showground.surfaces.asgi import Scope, read_body

FORM = "showground.form"  # key of the parsed form in the ASGI scope
KIND = "application/x-www-form-urlencoded"
MAX_FIELDS = 1_000

Form = ImmutableMultiDict[str, str]
EMPTY_FORM = Form()
O = TypeVar("O", bound="BaseModel | Encoded[Any]")  # noqa: E741


class FormRefused(UnsupportedMediaType):
    """This page only accepts its own form. Open the page and submit the form there."""


@dataclass(frozen=True, slots=True)
class FormResult(Generic[O]):
    """The result of a form: the answer, or the error to show with its fields."""

    answer: O | None
    failure: ApiError | None = None

    @property
    def status(self) -> int:
        return self.failure.status if self.failure else 200

    @property
    def outdated(self) -> bool:
        """Whether someone else saved what the form changes."""
        return isinstance(self.failure, ChangedSinceOpened)

    @property
    def errors(self) -> dict[str, str]:
        """The first error of each field, by field name."""
        found: dict[str, str] = {}
        for error in self.failure.errors if self.failure else ():
            found.setdefault(re.split(r"[.\[]", error["field"])[0], translated(error["message"]))
        return found

    @property
    def message(self) -> str | None:
        """The error that is not about a single field."""
        return translated(self.failure.detail) if self.failure and not self.failure.errors else None


NO_RESULT: FormResult[Any] = FormResult(None)


def is_form(request: Request) -> bool:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == KIND


async def read_form(request: Request) -> Form:
    """The fields of the form (at most 1 MB), parsed once per request."""
    scope = cast("Scope", request.scope)
    if FORM not in scope:
        body = await read_body(scope, request.receive)  # pyright: ignore[reportArgumentType]
        if body and not is_form(request):
            raise FormRefused
        try:
            pairs = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=MAX_FIELDS)
        except ValueError:
            message = Text("The form could not be read. Reload the page and try again.")
            raise InvalidInput(errors=[FieldError(field="form", message=message)]) from None
        # `maxlength` counts a line break as one character, but browsers send two (CRLF).
        scope[FORM] = Form([(name, text.replace("\r\n", "\n")) for name, text in pairs])
    return scope[FORM]


def values_for(action: Action[Any, Any], form: Form, extra: Mapping[str, Any]) -> dict[str, Any]:
    """Convert the form's fields to the action's JSON input. `extra` holds values from the page itself and wins.

    Unknown fields and blank optional ones are left out. Browsers send nothing for an unticked box, so a missing boolean
    is false.
    """
    schema = action.schema
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
    return found | dict(extra)


def _kind(schema: dict[str, Any]) -> str:
    """The JSON type of a property, ignoring null."""
    kinds = [_kind(option) for option in schema.get("anyOf", ())] or [schema.get("type", "string")]
    return next((kind for kind in kinds if kind != "null"), "string")
