"""Messages that are almost right."""

import random
from collections.abc import Sequence
from typing import Any


def spoil(value: Any, dice: random.Random, odd: Sequence[Any], names: Sequence[str]) -> Any:
    """The same message with one place in it changed, removed or added; `odd` are the values, `names` those added."""
    if not isinstance(value, dict) or not value or dice.random() < 0.1:
        return dice.choice(odd)
    changed: dict[str, Any] = dict(value)  # pyright: ignore[reportUnknownArgumentType]
    name = dice.choice(list(changed))
    match dice.randrange(6):
        case 0:
            del changed[name]
        case 1:
            changed[dice.choice(names)] = dice.choice(odd)
        case _:
            changed[name] = spoil(changed[name], dice, odd, names)
    return changed
