"""Base models of all operations and actions: typed input, and output that may already be encoded."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, ValidatorFunctionWrapHandler, WrapValidator
from pydantic_core import CoreSchema

from showground.core.calls import input_text
from showground.core.data_model import DataModel
from showground.core.languages import Text

M = TypeVar("M", bound=BaseModel)
Detail = Annotated[Literal["full", "brief"], Field(description="`brief` leaves out long parts.", examples=["full"])]


def _keep_text(value: Any, validate: ValidatorFunctionWrapHandler) -> str:
    return value if isinstance(value, Text) else validate(value)


# For fields of answers: the API sends the English words, and pages show them in the reader's language. In a field that
# is only a `str`, a Text would become its English words.
ShownText = Annotated[str, WrapValidator(_keep_text)]


class Input(DataModel):
    """What a caller sends: path, query and body parameters in one flat object. Unknown ones are rejected.
    `input_text.py` checks texts."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    changed_elsewhere: ClassVar[Mapping[str, Text]] = {}
    """What callers may look for here, by its place, such as `fields.name`, and the operation that changes it."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type[BaseModel], handler: GetCoreSchemaHandler) -> CoreSchema:
        return input_text.checked(handler(source), input_text.check_line)


class NoInput(Input):
    """For operations and actions without input."""


@dataclass(frozen=True, slots=True)
class Encoded(Generic[M]):
    """An M stored as encoded JSON, which is sent without parsing it."""

    json: bytes
