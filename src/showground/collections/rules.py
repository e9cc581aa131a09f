"""Limits for collections. Pure functions, no database."""

from showground.core.calls.errors import InvalidValue
from showground.core.calls.rate_limits import Limit
from showground.core.languages import Text

MAX_COLLECTIONS = 50  # of one person
MAX_ITEMS = 200  # in one collection
MAX_SAVED = 1_000
SAVES = Limit("saves", 120, 3600)


def trim_name(name: str) -> str:
    folded = " ".join(name.split())
    if not folded:
        raise InvalidValue(Text("Enter a name."))
    return folded
