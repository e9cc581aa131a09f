"""How a setting is declared: its meaning, how its value is read, and its default."""

from collections.abc import Callable
from dataclasses import field
from typing import Any

PREFIX = "SHOWGROUND_"


def setting(meaning: str, read: Callable[[str], Any] = str, default: Any = None) -> Any:
    return field(default=default, metadata={"meaning": meaning, "read": read})
