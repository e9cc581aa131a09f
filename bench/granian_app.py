"""Our application for granian: `granian --interface asgi --factory bench.granian_app:make`. See `http_servers.py`."""

import os
from typing import Any

from showground.app import Showground
from showground.core.logs import configure_logging
from showground.settings import read_settings


def make() -> Any:
    settings = read_settings()
    configure_logging(readable=True)
    return Showground(settings, os.environ["SHOWGROUND_DATABASE_URL"], jobs=False).edge
