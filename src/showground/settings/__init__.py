"""What an operator may set, read once by the entry points and handed down."""

from showground.settings.conflicts import find_missing_for_sales
from showground.settings.environment import BadSettings, read_settings
from showground.settings.fields import PREFIX, Settings, describe
from showground.settings.values import MIN_SECRET

__all__ = ["MIN_SECRET", "PREFIX", "BadSettings", "Settings", "describe", "find_missing_for_sales", "read_settings"]
