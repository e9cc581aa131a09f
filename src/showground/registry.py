"""Finds all operations (each in a file of its own name in a domain's `operations` folder) and all jobs."""

import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Iterable, Iterator
from functools import cache
from types import ModuleType
from typing import Any, cast

import showground
from showground.accounts import SCOPES
from showground.core.calls.action import Operation
from showground.core.calls.declare import PUBLIC
from showground.core.jobs.declare import Job
from showground.core.retention import RetentionRule


@cache
def all_operations() -> tuple[Operation[Any, Any], ...]:
    """Every operation, by domain and name."""
    found = sorted(_find(), key=lambda operation: (operation.domain, operation.name))
    _check(found)
    return tuple(found)


def _check(operations: Iterable[Operation[Any, Any]]) -> None:
    """Refuse what would show only when somebody calls an operation, or never."""
    names: dict[str, Operation[Any, Any]] = {}
    routes: dict[str, Operation[Any, Any]] = {}
    for operation in operations:
        name = f"{operation.domain}/operations/{operation.name}.py"
        route = f"{operation.method} {re.sub(r'{[^}]*}', '{}', operation.path)}"
        if names.setdefault(operation.name, operation) is not operation:
            other = names[operation.name].domain
            raise TypeError(f"{name}: {other} has an operation of this name: rename one")
        if routes.setdefault(route, operation) is not operation:
            other = routes[route].name
            raise TypeError(f"{name}: {other} has the route {operation.method} {operation.path} already: change one")
        if operation.scope not in (PUBLIC, *SCOPES):
            known = ", ".join((PUBLIC, *SCOPES))
            raise TypeError(f'{name}: "{operation.scope}" is not a scope of operations: use one of {known}')


def _find() -> Iterator[Operation[Any, Any]]:
    """Import only the modules of operations, not those that only jobs need."""
    for domain in pkgutil.iter_modules(showground.__path__, "showground."):
        if domain.ispkg and importlib.util.find_spec(f"{domain.name}.operations"):
            package = importlib.import_module(f"{domain.name}.operations")
            for module in pkgutil.iter_modules(package.__path__):
                yield _get(importlib.import_module(f"{package.__name__}.{module.name}"), module.name)


def _get(module: ModuleType, name: str) -> Operation[Any, Any]:
    found = getattr(module, name, None)
    if isinstance(found, Operation):
        return cast("Operation[Any, Any]", found)
    if found is None:
        raise TypeError(f"{module.__file__} has no operation called {name}: name the function as the file")
    raise TypeError(f'{module.__file__}: {name} is not declared: write `@operation("GET /path", scope=...)` above it')


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
