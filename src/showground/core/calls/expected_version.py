"""What a caller expects to find unchanged when it writes: the values that a form was opened with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from showground.core.calls.action import Action, I
from showground.core.calls.context import Context
from showground.core.calls.models import Encoded

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class ExpectedVersion(Generic[I, M]):
    """The version of what an action read earlier. The write is refused if the action now reads another one."""

    read: "Action[I, M] | Action[I, Encoded[M]]"
    input: I
    version_of: Callable[[M], str]
    expected: str

    async def is_current(self, ctx: Context) -> bool:
        found: Any = await self.read.handle(ctx, self.input)
        stored: Any = self.read.output.model_validate_json(found.json) if isinstance(found, Encoded) else found
        return self.version_of(stored) == self.expected
