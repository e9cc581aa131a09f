"""What an operator may set, read once by the entry points and handed down."""

from showground.settings.declare import PREFIX
from showground.settings.docs_page import describe
from showground.settings.environment import BadSettings, read_settings
from showground.settings.settings import DEVELOPMENT_COUNTRY, Settings
from showground.settings.values import MIN_SECRET

__all__ = ["DEVELOPMENT_COUNTRY", "MIN_SECRET", "PREFIX", "BadSettings", "Settings", "describe", "read_settings"]
