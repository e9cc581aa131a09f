"""What commands need: a database (the configured one or the embedded one), its schema, and a dispatcher."""

import gc
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from showground.settings import Settings

if TYPE_CHECKING:
    from showground.core.calls.action import Action, O
    from showground.core.calls.context import Caller
    from showground.core.calls.dispatch import Dispatcher

Result = TypeVar("Result")


class CommandFailed(Exception):
    """The command failed; the message says why and how to fix it."""


def load_nothing() -> None:
    """For commands that need only the database, and no further imports."""


def load_dispatcher() -> None:
    """Import what `open_dispatcher` needs."""
    from showground.registry import all_operations

    import_module("showground.wiring")
    all_operations()


@contextmanager
def database(settings: Settings, load: Callable[[], None] = load_nothing) -> Generator[str]:
    """The address of the configured database, or of the embedded one, which runs for as long as this block.

    `load` imports the modules that the command needs, while the embedded server starts.
    """
    if settings.database_url is not None:
        load()
        _collect_garbage()
        yield settings.database_url
        return
    from showground.core import embedded_postgres

    try:
        with embedded_postgres.running(settings.data_dir, say=say, meanwhile=load) as conninfo:
            load()
            _collect_garbage()
            yield conninfo
    except embedded_postgres.EmbeddedFailed as problem:
        raise CommandFailed(str(problem)) from problem


def need_database(settings: Settings) -> None:
    """Fail if there is no database yet, for commands about what is in it: they would make an empty one."""
    if settings.database_url is not None:
        return
    from showground.core import embedded_postgres

    try:
        found = embedded_postgres.locate(settings.data_dir)
    except embedded_postgres.EmbeddedFailed as problem:
        raise CommandFailed(str(problem)) from problem
    if not found.made:
        raise CommandFailed(
            f"There is no database for the data folder {settings.data_dir}. Set SHOWGROUND_DATA_DIR or"
            " SHOWGROUND_DATABASE_URL to what `showground serve` uses."
        )


def _collect_garbage() -> None:
    """Turn the garbage collector back on (`main` disabled it), skipping imported modules: they are never freed."""
    gc.freeze()
    gc.enable()


@contextmanager
def migrated(settings: Settings, load: Callable[[], None] = load_dispatcher) -> Generator[str]:
    """Like `database`, with the schema migrated to this version."""
    with database(settings, load) as conninfo:
        from psycopg_pool import PoolTimeout

        bring_up_to_date(settings, conninfo)
        try:
            yield conninfo
        except PoolTimeout as problem:
            raise CommandFailed("The database does not respond. Run `showground doctor` to find out why.") from problem


def bring_up_to_date(settings: Settings, conninfo: str) -> list[str]:
    import psycopg

    from showground.core.database.advice import explain
    from showground.core.database.migrations import CannotMigrate, migrate
    from showground.core.database.pooler import SessionsNotKept, need_sessions

    name = "DIRECT_URL" if settings.direct_url else "DATABASE_URL"
    try:
        need_sessions(settings.direct_url or conninfo)
        return migrate(settings.direct_url or conninfo)
    except CannotMigrate as problem:
        raise CommandFailed(str(problem)) from problem
    except SessionsNotKept as problem:
        raise CommandFailed(f"SHOWGROUND_{name} can't be used: {problem}") from problem
    except psycopg.Error as problem:
        told = explain(problem, settings.direct_url or conninfo, f"SHOWGROUND_{name}")
        raise CommandFailed(f"Can't use the database: {told}") from problem


def with_dispatcher(settings: Settings, do: Callable[["Dispatcher"], Awaitable[Result]]) -> Result:
    """Run `do` once on a migrated database."""
    import asyncio

    async def once(conninfo: str) -> Result:
        async with open_dispatcher(settings, conninfo) as dispatcher:
            return await do(dispatcher)

    with migrated(settings) as conninfo:
        return asyncio.run(once(conninfo))


def call_action(settings: Settings, action: "Action[Any, O]", raw: Mapping[str, Any]) -> "O":
    """Call one action with values from the command line, which are checked as a form's would be."""
    return with_dispatcher(settings, lambda dispatcher: dispatcher.call(action, caller(dispatcher), action.parse(raw)))


@asynccontextmanager
async def open_dispatcher(settings: Settings, conninfo: str) -> AsyncGenerator["Dispatcher"]:
    from showground.registry import all_operations
    from showground.wiring import wire

    parts = wire(settings, conninfo, all_operations())
    async with parts.open():
        yield parts.dispatcher


def caller(dispatcher: "Dispatcher") -> "Caller":
    from showground.core.calls.context import Caller

    return Caller(dispatcher.clock(), "command")


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
