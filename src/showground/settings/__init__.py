"""What an operator may set, read once by the entry points and handed down."""

from showground.settings.environment import BadSettings, read_settings
from showground.settings.fields import DEVELOPMENT_COUNTRY, PREFIX, Settings, describe
from showground.settings.values import MIN_SECRET

__all__ = ["DEVELOPMENT_COUNTRY", "MIN_SECRET", "PREFIX", "BadSettings", "Settings", "describe", "read_settings"]
