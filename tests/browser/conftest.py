"""A real server with the demo directory, and a real browser."""

from asyncio import AbstractEventLoop, _set_running_loop, get_running_loop
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.async_api import Browser as AsyncBrowser
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from showground import orders
from tests.install_browser import LAUNCH, LAUNCH_UNDRAWN, PATIENCE_MILLISECONDS, find_chromium, running_chromium
from tests.support.command import free_port, running_warm
from tests.support.draft_world import Studio, running_studio
from tests.support.http import served
from tests.support.postgres import fresh_database

# One that fails has come, too: what failed is noted elsewhere.
ALL_IMAGES = """() => Promise.all([...document.images].map((image) => {
  image.loading = "eager";
  return image.complete || new Promise((came) => { image.onload = image.onerror = came; });
}))"""


@pytest.fixture(scope="session")
def site(postgres: str, demo_today: str) -> Generator[str]:
    """The address of a running Showground with the demo directory. Tests that change what others see make their own."""
    with fresh_database(postgres, demo_today) as url:
        settings = {"database_url": url, "rate_limits": "off"}
        with running_warm("serve", "--no-jobs", port=free_port(), **settings) as server:
            assert server.get("/readyz").status_code == 200
            yield server.url.replace("127.0.0.1", "localhost")  # a name, as passkeys ask for


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Where the browser is; looked for before an event loop runs, since the search has one of its own."""
    found = find_chromium()
    assert found is not None, "There is no Chromium: `make browser` installs one."
    return found


@dataclass(frozen=True)
class Started:
    """What all modules share, since starting it takes longer than most tests: Playwright and a browser."""

    playwright: Playwright
    chromium: Browser
    loop: AbstractEventLoop

    @contextmanager
    def in_use(self) -> Generator[None]:
        """Between two calls, Playwright marks its event loop as running. Elsewhere it may not: no other could run."""
        _set_running_loop(self.loop)
        try:
            yield
        finally:
            _set_running_loop(None)


@pytest.fixture(scope="session")
def started(chromium_path: str) -> Generator[Started]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, **LAUNCH)
        started = Started(playwright, browser, get_running_loop())
        _set_running_loop(None)
        yield started
        _set_running_loop(started.loop)
        browser.close()


@pytest.fixture(scope="module")
def playwright(started: Started) -> Generator[Playwright]:
    """Of one module: while Playwright is in use, its event loop counts as running, and no async test can."""
    with started.in_use():
        yield started.playwright


@pytest.fixture(scope="module")
def chromium(started: Started, playwright: Playwright) -> Generator[Browser]:
    """The browser of all modules; each test has windows of its own, with their own cookies and storage."""
    yield started.chromium
    for context in started.chromium.contexts:  # those that a failed test left open
        context.close()


@pytest.fixture(scope="session")
async def async_chromium(chromium_path: str) -> AsyncGenerator[AsyncBrowser]:
    """A browser for all async tests: between them their event loop stands still, so that it is in nobody's way.

    Starting it takes as long as opening six pages. Each test has a window of its own, with its own cookies and storage.
    """
    async with running_chromium(chromium_path) as browser:
        yield browser


class Visitor:
    """Opens pages; what a browser complains about on any of them fails the test, but for a status that it expects."""

    def __init__(self, chromium: Browser, site: str) -> None:
        self._chromium = chromium
        self._site = site
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.expected: set[int] = set()

    def open(self, path: str, *, width: int = 1280, **options: object) -> Page:
        """A page in a window of its own, with its own cookies and storage."""
        size = {"width": width, "height": 800}
        context = self._chromium.new_context(base_url=self._site, viewport=size, **options)  # pyright: ignore[reportArgumentType]
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        page = context.new_page()
        page.on("console", lambda said: self._note(said.type, said.text))
        page.on("pageerror", lambda error: self._note("error", str(error)))
        page.on("requestfailed", lambda request: self._note_failure(request.url, request.failure or ""))
        page.on("request", lambda request: self._note_origin(request.url))
        page.on("response", lambda response: self._note_status(response.status, response.url))
        page.goto(path)
        return page

    def look_at(self, page: Page, path: str) -> None:
        """Go on to another page, and wait for all of its images, near and far."""
        page.goto(path)
        page.evaluate(ALL_IMAGES)

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _note(self, kind: str, text: str) -> None:
        refused = any(f"with a status of {status} " in text for status in self.expected)
        if kind in ("error", "warning") and not refused:
            self.complaints.append(text)

    def _note_failure(self, url: str, failure: str) -> None:
        """What the browser itself breaks off, when a visitor goes on to another page, has not failed."""
        if failure != "net::ERR_ABORTED":
            self.complaints.append(f"{url}: {failure}")

    def _note_origin(self, url: str) -> None:
        """Nothing is asked of anybody else."""
        if not url.startswith((self._site + "/", "data:")):
            self.complaints.append(f"{url} is not ours")

    def _note_status(self, status: int, url: str) -> None:
        if status >= 400 and status not in self.expected:
            self.complaints.append(f"{status} {url}")


@pytest.fixture
def visitor(chromium: Browser, site: str) -> Generator[Visitor]:
    visitor = Visitor(chromium, site)
    yield visitor
    visitor.close()
    assert visitor.complaints == []


@pytest.fixture
def onlooker(playwright: Playwright, chromium_path: str, site: str) -> Generator[Visitor]:
    """A visitor who goes from page to page with `look_at`, but clicks nothing: a browser that draws only when it is
    asked to takes four fifths of the CPU time. It never sees a button hold still, nor an image come into view."""
    browser = playwright.chromium.launch(executable_path=chromium_path, **LAUNCH_UNDRAWN)
    onlooker = Visitor(browser, site)
    yield onlooker
    onlooker.close()
    browser.close()
    assert onlooker.complaints == []


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
async def studio(database_url: str, port: int) -> AsyncGenerator[Studio]:
    """Drafts and listings of a test's own, served at the port."""
    async with running_studio(database_url, site_url=f"http://localhost:{port}") as studio:
        async with studio.world.dispatcher.database.transaction() as db:
            await orders.add_shipped_products(db)
        async with served(studio.world.app, port):
            yield studio
