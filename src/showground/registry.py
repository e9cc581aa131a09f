"""Finds every operation, each in a file of its own name below some domain's `operations`; and every job."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import Any

import showground
from showground.core.job import Job
from showground.core.operation import Operation


@cache
def all_operations() -> tuple[Operation[Any, Any], ...]:
    """Every operation, by domain and name."""
    return tuple(sorted(_find(), key=lambda operation: (operation.domain, operation.name)))


def _find() -> Iterator[Operation[Any, Any]]:
    """Only the operations' own modules are imported, not what jobs need besides."""
    for domain in pkgutil.iter_modules(showground.__path__, "showground."):
        if domain.ispkg and importlib.util.find_spec(f"{domain.name}.operations"):
            package = importlib.import_module(f"{domain.name}.operations")
            for module in pkgutil.iter_modules(package.__path__):
                yield getattr(importlib.import_module(f"{package.__name__}.{module.name}"), module.name)


def all_jobs() -> list[Job[...]]:
    """Every job in the `jobs` modules of core and of the domains; only who runs jobs asks."""
    found: dict[str, Job[...]] = {}
    for part in pkgutil.iter_modules(showground.__path__, "showground."):
        if not part.ispkg or importlib.util.find_spec(f"{part.name}.jobs") is None:
            continue
        for value in vars(importlib.import_module(f"{part.name}.jobs")).values():
            if isinstance(value, Job) and found.setdefault(value.name, value) is not value:
                raise TypeError(f"Two jobs are called {value.name}: rename one")
    return list(found.values())
