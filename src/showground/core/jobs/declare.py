"""Declares jobs: work that is enqueued in a transaction and run later by a worker."""

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Concatenate, Generic, ParamSpec

from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.pool import Connection
from showground.core.jobs.queries import jobs

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class JobRun:
    """What a job gets: the dispatcher, and the caller it acts as."""

    dispatcher: Dispatcher
    caller: Caller


@dataclass(frozen=True)
class Sharing:
    """How the runs of a job are shared between accounts; `fair_sharing.py` implements it."""

    each: Mapping[str, int]  # by argument, such as `account`: concurrent runs per value, over all workers
    at_once: int  # concurrent runs in one worker


@dataclass(frozen=True, kw_only=True)
class Job(Generic[P]):
    """A declared job. Don't change its name: jobs waiting in the database refer to it."""

    name: str
    work: Callable[Concatenate[JobRun, P], Awaitable[None]]
    retries: int
    every: str | None
    lock: str | None
    sharing: Sharing | None = None

    async def enqueue(self, db: Connection, *args: P.args, **kwargs: P.kwargs) -> None:
        """Run the job after the transaction of `db` commits. After a rollback, it does not run.

        Arguments are stored as JSON and operators can see them: pass ids, never addresses or secrets.
        """
        await self._defer(db, [self._parameters.bind(*args, **kwargs).arguments])

    async def enqueue_each(self, db: Connection, values: Iterable[Any]) -> None:
        """Run the job once per value of its only argument; enqueues all of them in one statement."""
        await self._defer(db, [self._parameters.bind(value).arguments for value in values])

    async def enqueue_many(self, db: Connection, runs: Iterable[Mapping[str, Any]]) -> None:
        """Run the job once with each of these arguments; enqueues all of them in one statement."""
        await self._defer(db, [self._parameters.bind(**arguments).arguments for arguments in runs])

    async def _defer(self, db: Connection, runs: Sequence[Mapping[str, Any]]) -> None:
        locks = [self.lock and self.lock.format_map(arguments) for arguments in runs]
        await jobs.defer(db, self.queue, self.name, locks, runs)

    @property
    def queue(self) -> str:
        """Each job has its own queue, so that workers of an older version don't fetch jobs they don't know."""
        return self.name

    @cached_property
    def _parameters(self) -> inspect.Signature:
        signature = inspect.signature(self.work)
        return signature.replace(parameters=list(signature.parameters.values())[1:])


def job(
    *, retries: int = 5, every: str | None = None, lock: str | None = None, sharing: Sharing | None = None
) -> Callable[[Callable[Concatenate[JobRun, P], Awaitable[None]]], Job[P]]:
    """Declare a job: `@job(lock="draft:{draft_id}")` on `async def read_site(run: JobRun, draft_id: int) -> None`.

    `retries`: how often to retry after a failure, with growing pauses.
    `every`: a cron expression in UTC. It runs once each time, however many workers there are; missed runs are made up.
    `lock`: jobs with the same lock run one at a time, in order; a job waiting for its retry holds up the later ones.
    `sharing`: it runs beside all other jobs, and fairly between the accounts that enqueue it.
    """

    def declare(work: Callable[Concatenate[JobRun, P], Awaitable[None]]) -> Job[P]:
        name: str = work.__name__
        if every is not None and len(inspect.signature(work).parameters) != 1:
            raise TypeError(f"{name} is scheduled with `every`, so `run` must be its only parameter")
        own_lock = name if every is not None else None
        return Job(name=name, work=work, retries=retries, every=every, lock=lock or own_lock, sharing=sharing)

    return declare
