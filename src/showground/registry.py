"""Finds all operations (each in a file of its own name in a domain's `operations` folder) and all jobs."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import showground
from showground.core.calls.action import Operation
from showground.core.jobs.declare import Job
from showground.core.retention import RetentionRule


@cache
def all_operations() -> tuple[Operation[Any, Any], ...]:
    """Every operation, by domain and name."""
    return tuple(sorted(_find(), key=lambda operation: (operation.domain, operation.name)))


def _find() -> Iterator[Operation[Any, Any]]:
    """Import only the modules of operations, not those that only jobs need."""
    for domain in pkgutil.iter_modules(showground.__path__, "showground."):
        if domain.ispkg and importlib.util.find_spec(f"{domain.name}.operations"):
            package = importlib.import_module(f"{domain.name}.operations")
            for module in pkgutil.iter_modules(package.__path__):
                yield getattr(importlib.import_module(f"{package.__name__}.{module.name}"), module.name)


def all_jobs() -> list[Job[...]]:
    """Every job in the `jobs` modules of core and of the domains; used only by processes that run jobs."""
    found: dict[str, Job[...]] = {}
    for module in _job_modules():
        for value in vars(module).values():
            if isinstance(value, Job) and found.setdefault(value.name, value) is not value:
                raise TypeError(f"Two jobs are called {value.name}: rename one")
    return list(found.values())


def all_retention_rules() -> list[RetentionRule]:
    """All retention rules: the `RETENTION_RULES` of every module with jobs."""
    return [rule for module in _job_modules() for rule in getattr(module, "RETENTION_RULES", ())]


def _job_modules() -> Iterator[ModuleType]:
    for part in pkgutil.iter_modules(showground.__path__, "showground."):
        name = "showground.core.jobs.builtin" if part.name == "showground.core" else f"{part.name}.jobs"
        if part.ispkg and importlib.util.find_spec(name) is not None:
            yield importlib.import_module(name)
