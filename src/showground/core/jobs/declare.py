"""One declaration of work that is done later: enqueued with what caused it, run by a worker."""

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Concatenate, Generic, ParamSpec

from psycopg.types.json import Jsonb

from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.pool import Connection

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class JobRun:
    """What a job may reach: the dispatcher, and the caller as whom it passes it."""

    dispatcher: Dispatcher
    caller: Caller


@dataclass(frozen=True)
class Sharing:
    """How the runs of a job are shared; `fair_jobs.py` sees to it."""

    by: tuple[str, ...]  # arguments of the job, such as `account`
    each: int  # runs at once for one value of any of these arguments, in all workers together
    at_once: int  # runs at once in one worker


@dataclass(frozen=True, kw_only=True)
class Job(Generic[P]):
    """Work under a name that stays: the rows of waiting jobs hold it."""

    name: str
    work: Callable[Concatenate[JobRun, P], Awaitable[None]]
    retries: int
    every: str | None
    lock: str | None
    sharing: Sharing | None = None

    async def enqueue(self, db: Connection, *args: P.args, **kwargs: P.kwargs) -> None:
        """Have it run once the transaction of `db` commits; with a rollback it never was.

        Arguments are kept as JSON and may be seen by operators: pass ids, never addresses or secrets.
        """
        await self._defer(db, [self._parameters.bind(*args, **kwargs).arguments])

    async def enqueue_each(self, db: Connection, values: Iterable[Any]) -> None:
        """Have it run once for each of these values of its only argument, all in one statement."""
        await self._defer(db, [self._parameters.bind(value).arguments for value in values])

    async def _defer(self, db: Connection, runs: Sequence[Mapping[str, Any]]) -> None:
        await db.execute(
            """
            select procrastinate_defer_jobs_v1(array(
                select row(%(queue)s, %(name)s, 0, lock, null, arguments, null)::procrastinate_job_to_defer_v1
                from unnest(%(locks)s::text[], %(arguments)s::jsonb[]) as run (lock, arguments)
            ))
            """,
            {
                "queue": self.queue,
                "name": self.name,
                "locks": [self.lock and self.lock.format_map(arguments) for arguments in runs],
                "arguments": [Jsonb(arguments) for arguments in runs],
            },
        )

    @property
    def queue(self) -> str:
        """Each job has a queue of its own, so that a worker of an older version leaves alone what it does not know."""
        return self.name

    @cached_property
    def _parameters(self) -> inspect.Signature:
        signature = inspect.signature(self.work)
        return signature.replace(parameters=list(signature.parameters.values())[1:])


def job(
    *, retries: int = 5, every: str | None = None, lock: str | None = None, sharing: Sharing | None = None
) -> Callable[[Callable[Concatenate[JobRun, P], Awaitable[None]]], Job[P]]:
    """Declare a job: `@job(lock="draft:{draft_id}")` on `async def read_site(run: JobRun, draft_id: int) -> None`.

    `retries`: how often it is tried again after it failed, with growing pauses.
    `every`: a cron line in UTC; whatever the number of workers, each turn comes once, and one missed is made up for.
    `lock`: jobs of one lock run one at a time, in order; one that waits for its retry holds up the later ones.
    `sharing`: it runs beside all other jobs, in an order that is fair to those who enqueue it.
    """

    def declare(work: Callable[Concatenate[JobRun, P], Awaitable[None]]) -> Job[P]:
        name: str = work.__name__
        if every is not None and len(inspect.signature(work).parameters) != 1:
            raise TypeError(f"{name} runs by the clock: it takes nothing but the run")
        own_lock = name if every is not None else None
        return Job(name=name, work=work, retries=retries, every=every, lock=lock or own_lock, sharing=sharing)

    return declare
