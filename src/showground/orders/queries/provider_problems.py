"""SQL on what keeps a provider from taking payments at all, until it takes one again."""

from datetime import datetime

from showground.core.data_model import DataModel
from showground.core.database.pool import Connection


class ProviderProblem(DataModel):
    """Why no payments can be taken, and since when."""

    provider: str
    problem: str
    first_at: datetime
    last_at: datetime


async def note(db: Connection, provider: str, problem: str, at: datetime) -> None:
    await db.execute(
        """
        insert into provider_problem (provider, problem, first_at, last_at) values (%(provider)s, %(problem)s, %(at)s,
            %(at)s)
        on conflict (provider) do update set problem = excluded.problem, last_at = excluded.last_at
        """,
        {"provider": provider, "problem": problem, "at": at},
    )


async def clear(db: Connection, provider: str) -> None:
    await db.execute("delete from provider_problem where provider = %s", (provider,))


async def list_all(db: Connection) -> list[ProviderProblem]:
    return await db.all_as(
        ProviderProblem, "select provider, problem, first_at, last_at from provider_problem order by provider"
    )
