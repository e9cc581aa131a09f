"""What every operation and action is declared with: typed input, and output that may be encoded already."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler
from pydantic_core import CoreSchema

from showground.core.calls import input_text

M = TypeVar("M", bound=BaseModel)


class Input(BaseModel):
    """What a caller sends: path, query and body, flat; anything unknown is refused. `input_text.py` checks texts."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type[BaseModel], handler: GetCoreSchemaHandler) -> CoreSchema:
        return input_text.checked(handler(source), input_text.check_line)


class NoInput(Input):
    """For operations and actions that take nothing."""


@dataclass(frozen=True, slots=True)
class Encoded(Generic[M]):
    """An M that is kept as ready JSON; it is never parsed on its way out."""

    json: bytes
