"""What a check says."""

from dataclasses import dataclass


@dataclass(frozen=True)
class CheckResult:
    """The result of one check."""

    what: str
    fine: bool
    sentence: str
