"""Finds every operation: each lives in a file of its own name, below some domain's `operations`."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import Any

import showground
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
