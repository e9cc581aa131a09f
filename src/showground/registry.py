"""Finds every operation: each lives in a file of its own name, below some domain's `operations`."""

import importlib
import pkgutil
from functools import cache
from typing import Any

import showground
from showground.core.operation import Operation


@cache
def all_operations() -> tuple[Operation[Any, Any], ...]:
    """Every operation, by domain and name. Only their own modules are imported, not what jobs need besides."""
    found: list[Operation[Any, Any]] = []
    for domain in pkgutil.iter_modules(showground.__path__, "showground."):
        if not domain.ispkg:
            continue
        folder = importlib.import_module(domain.name).__path__
        if not any(module.name == "operations" for module in pkgutil.iter_modules(folder)):
            continue
        package = importlib.import_module(f"{domain.name}.operations")
        for module in pkgutil.iter_modules(package.__path__):
            found.append(getattr(importlib.import_module(f"{package.__name__}.{module.name}"), module.name))
    return tuple(sorted(found, key=lambda operation: (operation.domain, operation.name)))
