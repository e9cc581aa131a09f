"""What every test may ask for."""

import gc
import os
import pickle
import tomllib
from collections.abc import AsyncGenerator, Generator
from contextlib import closing
from functools import cache, partial
from gettext import NullTranslations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpcore2
import pytest
from hypothesis import HealthCheck, settings
from starlette import routing

from showground import app
from showground.blog.queries import site_pages
from showground.core.calls import idempotency
from showground.core.database import database, pool
from showground.core.languages import current_language, languages
from showground.demo.load import load_demo
from showground.surfaces.web import templates_engine
from tests.support import compiled
from tests.support.command import showground
from tests.support.copies import Template, add_cast, copied
from tests.support.dispatcher import open_dispatcher
from tests.support.errors import noticing_errors
from tests.support.folders import remove_left_behind, temporary_folder
from tests.support.kept_connections import Kept, KeptConnection, KeptReader
from tests.support.launch_world import Fair
from tests.support.postgres import MIGRATED, add_template, running_server
from tests.support.reused_databases import ReusedDatabases
from tests.support.several_machines import Machines, running_machines
from tests.support.shop_world import Market, MarketTemplate, add_market
from tests.support.valid_inputs import OWN
from tests.support.wait import PATIENCE_SECONDS
from tests.support.world import NOW, World, running_world

DEMO = "demo"

# The same examples in every run, however long each takes: what is tried at random is tried by `make attack`.
settings.register_profile(
    "showground", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("showground")


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # until all tests are imported; until then next to nothing becomes garbage
    if not hasattr(config, "workerinput"):  # once, in the process that starts the others
        remove_left_behind()
        templates = TemporaryDirectory()
        config.add_cleanup(templates.cleanup)
        os.environ[compiled.FOLDER] = templates.name


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Generator[None, int, int]:
    """Quick tests compute. Some slow ones wait, so that one worker more leaves no core idle. With more
    workers they take longer: each imports all tests, and browsers and servers use the processor while they wait."""
    cores = yield
    return cores + 1 if config.option.markexpr == "slow" else cores


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Whoever asks for the slow tests alone need not import the files that have none."""
    only_slow = config.option.markexpr == "slow" and collection_path.match("test_*.py")
    return True if only_slow and "mark.slow" not in collection_path.read_text() else None


def pytest_collection_finish() -> None:
    gc.freeze()  # what was imported stays, and need not be looked through again and again
    gc.set_threshold(20_000, 20, 20)  # a fifteenth of the time of quick tests went into looking for garbage
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first: begun last, the longest of them would keep one worker busy while the others idle."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def nothing_is_written_by_itself() -> Generator[None]:
    """What a process notes beside requests is written when a test says so, not after so many seconds of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "NOTE_PAUSE", 3600.0)
        patch.setattr(app, "MINUTE", 3600.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def templates_are_compiled_once() -> Generator[None]:
    """Every test that starts an application would compile the templates of the pages it reads."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates_engine, "Environment", compiled.compiling_once())
        yield


@pytest.fixture(scope="session", autouse=True)
def shipped_files_are_parsed_once() -> Generator[None]:
    """Many tests load the categories, and parsing them takes nearly as long as starting an application."""
    load = tomllib.loads

    @cache
    def parse(text: str, **options: Any) -> bytes:
        return pickle.dumps(load(text, **options))

    def copy_parsed(text: str, **options: Any) -> dict[str, Any]:
        return pickle.loads(parse(text, **options))  # noqa: S301 - our own

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tomllib, "loads", copy_parsed)
        yield


@pytest.fixture(scope="session", autouse=True)
def shipped_languages_are_read_once() -> Generator[None]:
    """Reading the German catalogue takes longer than starting an application in English."""
    read, read_shipped = languages.read_catalogues, cache(partial(languages.read_catalogues, theme=None))

    def read_catalogues(code: str, theme: Path | None) -> NullTranslations:
        return read_shipped(code) if theme is None else read(code, theme)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "read_catalogues", read_catalogues)
        yield


@pytest.fixture(scope="session", autouse=True)
def shipped_pages_are_read_once() -> Generator[None]:
    """Every application lists them, for its navigation."""
    read = site_pages.read_shipped

    @cache
    def read_in(_code: str, slug: str) -> tuple[str, str]:
        return read(slug)

    def read_shipped(slug: str) -> tuple[str, str]:
        return read_in(current_language().code, slug)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site_pages, "read_shipped", read_shipped)
        yield


@pytest.fixture(scope="session", autouse=True)
def paths_are_compiled_once() -> Generator[None]:
    """Every application that shows pages would compile the patterns of some 200 paths."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routing, "compile_path", cache(routing.compile_path))
        yield


@pytest.fixture(scope="session", autouse=True)
def certificates_are_read_once() -> Generator[None]:
    """Every HTTP client would read those of the system, which takes 40 ms of CPU time, to ask a server on loopback."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpcore2, "default_ssl_context", cache(httpcore2.default_ssl_context))
        yield


@pytest.fixture(scope="session", autouse=True)
def connections_are_made_when_needed() -> Generator[None]:
    """Most tests ask for one thing at a time; a second connection, used in turn with the first, would have to learn
    the same tables again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "make_pool", partial(pool.make_pool, least=1))
        yield


@pytest.fixture(scope="session", autouse=True)
def connections_are_kept() -> Generator[None]:
    """For the next test with the same database. They cost more than what most tests do with them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "Connection", KeptConnection)
        patch.setattr(database, "AsyncConnection", Kept)  # for the one that hears of changes
        patch.setattr(database, "SharedReader", KeptReader)
        yield


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is refused for want of time: for tests in which many wait for each other, on however busy a machine."""
    usual, long = f"'{pool.STATEMENT_TIMEOUT}'", f"'{PATIENCE_SECONDS}s'"
    assert usual in pool.SETTINGS
    monkeypatch.setattr(pool, "SETTINGS", pool.SETTINGS.replace(usual, long))
    for module, name in ((pool, "ANSWER_SECONDS"), (pool, "WAIT_SECONDS"), (idempotency, "WAIT_SECONDS")):
        monkeypatch.setattr(module, name, PATIENCE_SECONDS)


@pytest.fixture(autouse=True)
def logged_errors() -> Generator[list[str]]:
    """What Showground logs as an error is a mistake of ours, unless the test asks for `expected_errors`."""
    with noticing_errors() as messages:
        yield messages
    assert messages == []


@pytest.fixture
def expected_errors(logged_errors: list[str]) -> Generator[list[str]]:
    """The errors logged so far, in a test that provokes some."""
    yield logged_errors
    assert logged_errors, "this test expects an error in the log"
    logged_errors.clear()


@pytest.fixture(scope="session")
def postgres() -> Generator[str]:
    """The address of a PostgreSQL server for this run."""
    with temporary_folder() as folder, running_server(folder) as server:
        yield server


@pytest.fixture(scope="session")
def machines() -> Generator[Machines]:
    """A primary, its replica, a pooler and Redis; each test makes its own database with `machines.database(name)`."""
    with running_machines() as machines:
        yield machines


@pytest.fixture(scope="session")
def empty_databases(postgres: str) -> Generator[ReusedDatabases]:
    with closing(ReusedDatabases(postgres, MIGRATED)) as databases:
        yield databases


@pytest.fixture
def database_url(empty_databases: ReusedDatabases) -> Generator[str]:
    """A migrated, empty database, for the test alone."""
    with empty_databases.lent() as url:
        yield url


@pytest.fixture(scope="session")
async def with_cast(postgres: str) -> Template:
    """A template that holds the cast and nothing else."""
    return await add_cast(add_template(postgres, "with_cast"))


@pytest.fixture(scope="session")
def cast_databases(postgres: str, with_cast: Template) -> Generator[ReusedDatabases]:
    with closing(ReusedDatabases(postgres, with_cast.name)) as databases:
        yield databases


@pytest.fixture(scope="session")
async def with_market(postgres: str, with_cast: Template) -> MarketTemplate:
    """A template that holds the cast and the market."""
    return await add_market(add_template(postgres, "with_market", with_cast.name), with_cast)


@pytest.fixture(scope="session")
def market_databases(postgres: str, with_market: MarketTemplate) -> Generator[ReusedDatabases]:
    with closing(ReusedDatabases(postgres, with_market.template.name)) as databases:
        yield databases


@pytest.fixture
def market_url(market_databases: ReusedDatabases) -> Generator[str]:
    """A database with the cast and the market, for the test alone."""
    with market_databases.lent() as url:
        yield url


@pytest.fixture
def world_start(request: pytest.FixtureRequest) -> tuple[ReusedDatabases, Template]:
    """What the world of this test begins with: its cast, and the market if the test asks for it, which takes five times
    as long to open as an application."""
    if "market" in request.fixturenames:
        return request.getfixturevalue("market_databases"), request.getfixturevalue("with_market").template
    return request.getfixturevalue("cast_databases"), request.getfixturevalue("with_cast")


@pytest.fixture
async def world(world_start: tuple[ReusedDatabases, Template]) -> AsyncGenerator[World]:
    """A directory with its cast, and nothing else but what `market` adds."""
    databases, template = world_start
    with databases.lent() as url:
        async with running_world(url) as world:
            world.keys.update(template.keys)
            yield world


@pytest.fixture(scope="session")
async def demo_template(postgres: str) -> str:
    """The name of a template that holds the demo directory."""
    async with open_dispatcher(add_template(postgres, DEMO), clock=lambda: NOW) as dispatcher:
        await load_demo(dispatcher, lambda _: None)
    return DEMO


@pytest.fixture(scope="session")
def demo_today(postgres: str) -> str:
    """The name of a template that holds the demo directory by today's date, for sites that run by the real clock."""
    name = "demo_today"
    assert showground("demo", database_url=add_template(postgres, name)).returncode == 0
    return name


@pytest.fixture(scope="session")
async def demo_with_cast(postgres: str, demo_template: str) -> Template:
    """A template that holds the demo directory and the cast."""
    return await add_cast(add_template(postgres, "demo_with_cast", demo_template))


@pytest.fixture
async def demo_world(postgres: str, demo_with_cast: Template) -> AsyncGenerator[World]:
    """The demo directory with the cast, for one test to change."""
    async with copied(postgres, demo_with_cast) as world:
        yield world


@pytest.fixture(scope="session")
async def showing(postgres: str, demo_with_cast: Template) -> AsyncGenerator[World]:
    """The demo directory with the cast and some things of Alice's, for every test to read. Its database refuses to be
    changed."""
    url = add_template(postgres, "showing", demo_with_cast.name)
    async with running_world(url) as filled:
        filled.keys.update(demo_with_cast.keys)
        own = {name: await make(filled) for name, make in OWN.items()}
    async with copied(postgres, Template("showing", demo_with_cast.keys), read_only=True) as world:
        world.own.update(own)
        yield world


@pytest.fixture
def fair(world: World) -> Fair:
    """An empty directory with its cast, to be filled with launches."""
    return Fair(world)


@pytest.fixture
def market(world: World, with_market: MarketTemplate) -> Market:
    """Products, and listings to buy them for."""
    return with_market.find(world)
