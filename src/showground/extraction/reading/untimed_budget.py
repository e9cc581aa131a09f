"""Stops the time limit of a reading while our own machine works, so that a busy machine doesn't cost pages."""

from math import inf
from typing import TypeVar

import anyio
from pydantic import BaseModel

from showground.core.sandbox import CpuBudget, Sandboxed

I = TypeVar("I", bound=BaseModel)  # noqa: E741
O = TypeVar("O", bound=BaseModel)  # noqa: E741


class UntimedBudget(CpuBudget):
    """A CPU budget whose calls don't count towards a time limit.

    Their CPU time is limited already, and the time they wait for a sandbox says nothing about the site.
    """

    def __init__(self, budget: CpuBudget, limit: anyio.CancelScope) -> None:
        super().__init__(budget.owner, budget.left)
        self._budget = budget
        self._limit = limit

    async def run(self, function: Sandboxed[I, O], asked: I) -> O:
        left = self._limit.deadline - anyio.current_time()
        self._limit.deadline = inf
        try:
            return await self._budget.run(function, asked)
        finally:
            self._limit.deadline = anyio.current_time() + left
