"""The site in German and from right to left, in a real browser."""

from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visitor
from tests.languages.conftest import ARABIC
from tests.support.command import free_port, running_warm, showground
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.slow
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def settings(postgres: str, demo_today: str, tmp_path_factory: pytest.TempPathFactory) -> Generator[dict[str, str]]:
    theme = tmp_path_factory.mktemp("theme")
    (theme / "locale").mkdir()
    (theme / "locale" / "ar.po").write_text(ARABIC, encoding="utf-8")
    with fresh_database(postgres, demo_today) as url:
        yield {"database_url": url, "rate_limits": "off", "languages": "en,de,ar", "theme_dir": str(Path(theme))}


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def site(settings: dict[str, str], port: int) -> Generator[str]:
    showground("account", "create", "ada@fair.example", "--name", "Ada Moreno", **settings)
    with running_warm("serve", "--no-jobs", port=port, **settings) as server:
        assert server.get("/readyz").status_code == 200
        yield server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def visitor(chromium: Browser, site: str) -> Generator[Visitor]:
    visitor = Visitor(chromium, site)
    yield visitor
    visitor.close()
    assert visitor.complaints == []


def test_a_visitor_goes_on_in_german(visitor: Visitor, settings: dict[str, str], site: str, port: int) -> None:
    visitor.expected = {400}
    page = visitor.open("/", width=375, locale="en-GB")
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    made = showground("sign-in-link", "ada@fair.example", **settings, site_url=f"http://localhost:{port}")
    page.goto(made.stdout.strip().removeprefix(site))
    page.get_by_role("button", name="Anmelden").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto("/submit")
    page.locator("input[name=url]").fill("ftp://no.example")
    page.locator("main form button").first.click()
    expect(page.locator("main")).to_contain_text("Die Adresse muss mit http:// oder https:// beginnen.")
    assert page.evaluate(OVERHANG) == 0
    page.goto("/launches")
    months = "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
    assert page.evaluate(f"new RegExp('[0-9]+[.] ({months})').test(document.body.innerText)")
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto("/categories/developer-tools")  # a long word, in a large heading
    assert page.evaluate(OVERHANG) == 0
    page.goto("/pricing")
    assert page.evaluate("/[0-9]+,[0-9]{2}|[0-9]+\\s\\$/.test(document.body.innerText)")
    assert page.evaluate(OVERHANG) == 0


def test_pages_from_right_to_left_fit_a_phone(visitor: Visitor) -> None:
    page = visitor.open("/?lang=ar", width=375)
    for path in (
        "/",
        "/listings",
        "/pricing",
        "/launches",
        "/leaderboards",
        "/categories",
        "/submit",
    ):
        page.goto(path)
        assert page.evaluate("document.documentElement.dir") == "rtl", path
        assert page.evaluate(OVERHANG) == 0, path
