"""Explains a search: the plan of each step and why, its statement with parameters, and PostgreSQL's plan for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from showground.core.database.pool import Connection
from showground.search.filters import Search
from showground.search.plans import ChosenPlan
from showground.search.queries.results import SearchRun


@dataclass(frozen=True, slots=True)
class ExplainedStep:
    """A step of a search. `values` are only those that the statement uses."""

    match: str | None
    chosen: ChosenPlan
    statement: str
    values: Mapping[str, Any]
    postgres: list[str]


@dataclass(frozen=True, slots=True)
class ExplainedSearch:
    steps: list[ExplainedStep]
    total: int


async def explain(db: Connection, search: Search, *, analyze: bool) -> ExplainedSearch:
    """Run a search and explain its steps; with `analyze`, run each statement again and say how long its parts took."""
    run = SearchRun(db, search)
    found = await run.find()
    steps: list[ExplainedStep] = []
    how = b"explain (analyze, buffers) " if analyze else b"explain "
    for step in run.steps:
        text = step.statement.decode()
        used = {name: value for name, value in step.values.items() if f"%({name})s" in text}
        rows = await (await db.execute(how + step.statement, step.values, prepare=False)).fetchall()
        steps.append(ExplainedStep(step.match, step.chosen, text, used, [line for (line,) in rows]))
    return ExplainedSearch(steps, found.total)
