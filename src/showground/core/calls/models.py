"""Base models of all operations and actions: typed input, and output that may already be encoded."""

from dataclasses import dataclass
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema

from showground.core.calls import input_text

M = TypeVar("M", bound=BaseModel)
Detail = Annotated[Literal["full", "brief"], Field(description="`brief` leaves out long parts.", examples=["full"])]


class Input(BaseModel):
    """What a caller sends: path, query and body parameters in one flat object. Unknown ones are rejected.
    `input_text.py` checks texts."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type[BaseModel], handler: GetCoreSchemaHandler) -> CoreSchema:
        return input_text.checked(handler(source), input_text.check_line)


class NoInput(Input):
    """For operations and actions without input."""


@dataclass(frozen=True, slots=True)
class Encoded(Generic[M]):
    """An M stored as encoded JSON, which is sent without parsing it."""

    json: bytes
