"""How a call to the sandbox may fail."""

from typing import Literal

Limit = Literal["cpu", "memory", "time", "result", "crash"]


class SandboxKilled(Exception):
    """The document could not be parsed within the limits, or it made the parser crash. Trying again is no use."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit)
        self.limit = limit


class SandboxStarved(SandboxKilled):
    """The child got hardly any CPU time, because the machine is overloaded. The document may be fine."""

    def __init__(self) -> None:
        super().__init__("time")


class SandboxError(Exception):
    """A fault of ours: the function raised an error, or no child could be started."""


class TemplateLost(SandboxError):
    """The template process ended, for example because somebody killed it. A new one may do better."""
