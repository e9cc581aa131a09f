"""Commands that run the site: serve, worker, migrate, and the demo directory."""

import argparse
import errno
import logging
import os
import shlex
import shutil
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from showground.cli.resources import (
    CommandFailed,
    bring_up_to_date,
    caller,
    database,
    migrated,
    open_dispatcher,
    say,
    with_dispatcher,
)
from showground.settings import PREFIX, Settings

if TYPE_CHECKING:
    from showground.core.calls.dispatch import Dispatcher


log = logging.getLogger(__name__)


def serve(settings: Settings, arguments: argparse.Namespace) -> None:
    import asyncio

    from showground.bind_port import bind, take_passed_socket

    _check_theme(settings)
    if settings.site_url == Settings.site_url:
        settings = replace(settings, site_url=f"http://localhost:{arguments.port}")
    try:
        bound = take_passed_socket() or bind(arguments.host, arguments.port, shared=arguments.share_port)
    except OSError as error:
        place = f"{arguments.host}:{arguments.port}"
        hint = "Choose another with --port." if error.errno == errno.EADDRINUSE else "Check --host and --port."
        if error.errno == errno.EADDRINUSE and arguments.share_port:
            hint = "To share it, start both servers with --share-port, as the same user. Or choose another with --port."
        raise CommandFailed(f"Cannot listen on {place}: {error.strerror}. {hint}") from error
    with bound, migrated(settings, load=_load_server) as conninfo:
        from showground import serving

        name, links = asyncio.run(_prepare(settings, conninfo))
        serving.serve(
            settings,
            conninfo,
            bound,
            workers=arguments.workers,
            jobs=not arguments.no_jobs,
            greet=lambda: _greet(settings, name, links),
        )


def _check_theme(settings: Settings) -> None:
    """Refuse a theme in which some page or email can't be made; a visitor would be the first to see it."""
    theme = settings.find_theme()
    if theme is None:
        return
    from showground.surfaces.web.theme_check import find_theme_problems

    problems = find_theme_problems(theme)
    if fatal := [problem.sentence for problem in problems if problem.fatal]:
        raise CommandFailed("\n".join(fatal))
    for problem in problems:
        log.warning("%s", problem.sentence)


def _load_server() -> None:
    from showground.registry import all_operations

    import_module("showground.serving")
    all_operations()


async def _prepare(settings: Settings, conninfo: str) -> tuple[str, dict[str, str]]:
    """Load the shipped categories and products and, into a new embedded database, the demo directory.

    Returns the site's name and the sign-in links for the demo's accounts.
    """
    links: dict[str, str] = {}
    async with open_dispatcher(settings, conninfo) as dispatcher:
        if settings.env == "development" and settings.database_url is None:
            from showground.demo.load import load_demo, make_links

            await load_demo(dispatcher, say, only_if_new=True)
            links = await make_links(dispatcher, caller(dispatcher))
        await _load_shipped(dispatcher)
        return dispatcher.site.name, links


async def _load_shipped(dispatcher: "Dispatcher") -> None:
    """Load the categories and products that Showground ships with, unless there are some already."""
    from showground.categories.actions.categories import load_categories
    from showground.core.calls.models import NoInput
    from showground.orders.actions.products import load_products

    await dispatcher.call(load_categories, caller(dispatcher), NoInput())
    await dispatcher.call(load_products, caller(dispatcher), NoInput())


def _greet(settings: Settings, name: str, links: dict[str, str]) -> None:
    url = settings.site_url
    if settings.env == "production":
        log.info("%s is at %s", name, url)
        return
    say(f"{name} is at {url}")
    say(f"  API reference  {url}/docs/api")
    say(f"  MCP server     {url}/mcp")
    if settings.database_url is None:
        say(f"  Data folder    {settings.data_dir.resolve()}")
    if links:
        command = "showground" if shutil.which("showground") else _how_it_was_started()
        for who, link in links.items():
            say(f"  Sign in        {link}  as the demo's {who} (works once, expires in 24 hours)")
        # Without these settings, a command in another terminal would not find the data folder of this one, nor know
        # its port.
        folder = shlex.quote(str(settings.data_dir.resolve()))
        data = f"{PREFIX}DATA_DIR={folder} " if f"{PREFIX}DATA_DIR" in os.environ else ""
        site = "" if url == Settings.site_url else f"{PREFIX}SITE_URL={url} "
        say(f"  Another link   {site}{data}{command} sign-in-link founder@demo.example")
        say(f"  An API key     {data}{command} key create founder@demo.example --scope account:read")
    say("Press Ctrl-C to stop. Your data is kept.")


def _how_it_was_started() -> str:
    """How to run another command: the same program, or `python -m showground` if this one was started that way."""
    program = Path(sys.argv[0])
    if program.name == "__main__.py":
        return f"{os.path.relpath(sys.executable)} -m showground"
    return os.path.relpath(program)


def work(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    import asyncio

    from showground.worker import work

    _check_theme(settings)
    with migrated(settings) as conninfo:
        if settings.env == "production":
            log.info("Running jobs.")
        else:
            say("Running jobs. Press Ctrl-C to stop; jobs in progress finish first.")
        asyncio.run(work(settings, conninfo))


def migrate(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    with database(settings) as conninfo:
        applied = bring_up_to_date(settings, conninfo)
        for name in applied:
            print(f"applied {name}")
        if not applied:
            print("The database is up to date.")
        with_dispatcher(settings, _load_shipped)


def demo(settings: Settings, arguments: argparse.Namespace) -> None:
    async def remove(dispatcher: "Dispatcher") -> None:
        from showground.demo.remove import remove_demo

        await remove_demo(dispatcher, say)

    async def load(dispatcher: "Dispatcher") -> None:
        await _load_shipped(dispatcher)
        if arguments.listings is None:
            from showground.demo.load import load_demo

            await load_demo(dispatcher, say)
        else:
            from showground.core.progress import ProgressBar
            from showground.demo.synthetic import load_synthetic

            await load_synthetic(dispatcher, arguments.listings, ProgressBar(sys.stderr, "listings"))

    if arguments.remove:
        with_dispatcher(settings, remove)
        return
    if settings.env == "production":
        raise CommandFailed("Demo data can't be loaded in production. Unset SHOWGROUND_ENV to load it elsewhere.")
    with_dispatcher(settings, load)
