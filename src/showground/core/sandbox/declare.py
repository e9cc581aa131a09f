"""The declaration of a function that runs in the sandbox."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

I = TypeVar("I", bound=BaseModel)  # noqa: E741
O = TypeVar("O", bound=BaseModel)  # noqa: E741


PLACES: list[str] = []  # of all functions that this process may call


@dataclass(frozen=True)
class Sandboxed(Generic[I, O]):
    """A function by its place, `package.module:function`, and what it may use.

    The process that calls it never imports that module, so it needs neither the memory nor the time for the parsers.
    """

    place: str
    input: type[I]
    output: type[O]
    cpu_seconds: int
    memory_mb: int = 256  # in addition to what the template uses
    opens_files: bool = False  # for what loads tables while it works, such as the names of countries in a language
    seconds: float = 60.0  # by the clock: for a child that waits or starves; one that works is stopped by `cpu_seconds`

    def __post_init__(self) -> None:
        PLACES.append(self.place)
