"""What every page uses: the dispatcher, templates, the cache and counters of views."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from jinja2 import Environment

from showground.core.cache import Cache
from showground.core.calls.dispatch import Dispatcher
from showground.launches import Views
from showground.surfaces.web.syndication.image_queue import Drawings


@dataclass(frozen=True, slots=True)
class PageServices:
    """The services that every page uses."""

    dispatcher: Dispatcher
    templates: Environment
    cache: Cache
    views: Views
    content_signals: str | None = None
    counts_countries: bool = False
    tool_sets: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    drawings: Drawings = field(default_factory=Drawings)
