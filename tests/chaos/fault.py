"""What a fault is: its name, what makes it, and what it came to."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.chaos.site import Ground

SECONDS_TO_ANSWER = 10.0  # each request is answered or refused within these, whatever is broken
SECONDS_TO_RECOVER = 10.0


class NotMade(Exception):
    """This fault cannot be made on this machine; the message says what is missing."""


@dataclass(kw_only=True)
class Outcome:
    """What one fault came to, under load."""

    requests: int
    refused: int  # with 503 and Retry-After
    broken: int  # the connection ended before the answer
    wrong: list[str]  # answers that are neither right nor a clean refusal
    slowest: float
    lost: int  # acknowledged writes that are not there
    doubled: int
    well_after: float  # seconds from the end of the fault to the last request that was not answered rightly
    may_break: bool = False
    remarks: list[str] = field(default_factory=list[str])

    def failings(self) -> list[str]:
        found = list(self.wrong[:3])
        if self.lost or self.doubled:
            found.append(f"{self.lost} lost, {self.doubled} doubled")
        if self.broken and not self.may_break:
            found.append(f"{self.broken} requests were broken off")
        if self.slowest > SECONDS_TO_ANSWER:
            found.append(f"an answer took {self.slowest:.1f} s")
        if self.well_after > SECONDS_TO_RECOVER:
            found.append(f"well again only after {self.well_after:.1f} s")
        return found


@dataclass(frozen=True)
class Fault:
    """One fault, and the function that makes it under load."""

    name: str
    run: Callable[["Ground"], Outcome]


FAULTS: list[Fault] = []


def fault(name: str) -> Callable[[Callable[["Ground"], Outcome]], Callable[["Ground"], Outcome]]:
    """Put a fault on the list of those that the command makes, in the order of their modules."""

    def add(run: Callable[["Ground"], Outcome]) -> Callable[["Ground"], Outcome]:
        FAULTS.append(Fault(name, run))
        return run

    return add
