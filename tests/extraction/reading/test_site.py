"""Reading sites on loopback: politely, and with every fault told."""

import asyncio
import gzip
import io
from collections.abc import Mapping
from ipaddress import ip_network

import pytest

from showground.core.fetch import Fetcher, FetchRules
from showground.core.sandbox import CpuBudget, Sandboxed
from showground.core.sandbox.calls import I, O
from showground.extraction.reading import ReadingProgress, SiteReading
from showground.extraction.reading import site as reading_site
from showground.extraction.reading.robots import fetch_robots
from showground.extraction.sandbox_calls import draft_budget
from tests.drafting.labelled import read
from tests.support.dns import DnsServer
from tests.support.ports import closed_port
from tests.support.site import Answer, Page, Request, Site, redirect

pytestmark = pytest.mark.anyio

WORDS = "Acme keeps the notes of a whole team in one place, so that everybody finds them again within seconds. " * 2


def page(title: str, *links: str, head: str = "", lang: str = "en") -> str:
    anchors = "".join(f'<a href="{link}">{link.strip("/") or "Home"}</a> ' for link in links)
    return (
        f"<html lang={lang}><head><title>{title}</title>{head}</head>"
        f"<body><nav>{anchors}</nav><main><h1>{title}</h1><p>{title}. {WORDS}</p></main>"
    )


async def visit(
    pages: Mapping[str, Page], *, path: str = "/", told: list[ReadingProgress] | None = None
) -> tuple[SiteReading, list[str]]:
    """Read a site; answers what was asked of it, too."""
    with Site(pages) as site, DnsServer({"acme.test": ["127.0.0.2"], "www.acme.test": ["127.0.0.2"]}) as dns:
        reading = await read(site.at("acme.test") + path, dns, told)
        return reading, [request.path for request in site.requests]


def codes(reading: SiteReading) -> list[str]:
    return [problem.code for problem in reading.problems]


async def test_what_matters_is_read_first_and_progress_is_told() -> None:
    paths = [
        "/blog/one",
        "/team",
        "/pricing",
        "/imprint",
        "/features",
        "/about-us",
        "/faq",
        "/press",
        "/login",
        "/a.pdf",
    ]
    told: list[ReadingProgress] = []
    pages: Mapping[str, Page] = {path: page(path) for path in paths} | {"/": page("Acme", *paths)}
    reading, asked = await visit(pages, told=told)
    assert [one.kind for one in reading.pages] == [
        "home", "pricing", "about", "team", "features", "faq", "contact", "press", "other",
    ]  # fmt: skip
    assert "/login" not in asked
    assert "/a.pdf" not in asked
    assert asked[:3] == ["/robots.txt", "/", "/pricing"]
    assert asked[-2:] == ["/sitemap.xml", "/blog/one"]  # it may name pages that matter more than the blog
    assert told[-1].pages_read == 8
    assert told[-1].pages_planned == 9
    assert "/blog/one" in told[-1].now
    assert reading.problems == []


async def test_at_most_25_pages_however_many_links() -> None:
    links = [f"/p{number}" for number in range(5000)]
    reading, asked = await visit({"/": page("Acme", *links)} | {link: page(link) for link in links})
    assert len(reading.pages) == 25
    assert len(asked) == 27
    reading, asked = await visit({"/": page("Acme", *links)})
    assert len(reading.pages) == 1
    assert len(asked) < 50


async def test_the_sitemap_is_read() -> None:
    def sitemap(request: Request) -> Answer:
        host = request.headers["Host"]
        return Answer(
            f"<urlset><url><loc>http://{host}/pricing</loc></url><url><loc>http://other.test/x</loc></url></urlset>",
            type="application/xml",
        )

    reading, _ = await visit({"/": page("Acme"), "/sitemap.xml": sitemap, "/pricing": page("Pricing")})
    assert [one.kind for one in reading.pages] == ["home", "pricing"]


async def test_variants_of_a_page_are_read_once() -> None:
    alternate = '<link rel=alternate hreflang=de href="/de/"><link rel=alternate hreflang=en href="/">'
    home = page(
        "Acme", "/index.html", "/?utm_source=x", "/#top", "/de/", "/fr/about", "/about", "/about/", head=alternate
    )
    pages: dict[str, Page] = {
        "/": home,
        "/about": page("About"),
        "/de/": page("Acme de", lang="de"),
        "/fr/about": page("À propos", lang="fr"),
        "/index.html": home,
    }
    reading, asked = await visit(pages)
    assert [one.title for one in reading.pages] == ["Acme", "About"]
    assert "/de/" not in asked
    assert "/fr/about" not in asked


async def test_robots_are_obeyed_and_it_is_told() -> None:
    robots = Answer("User-agent: *\nDisallow: /\n", type="text/plain")
    reading, asked = await visit({"/robots.txt": robots, "/": page("Acme")})
    assert asked == ["/robots.txt"]
    assert codes(reading) == ["robots_disallowed"]
    assert "ShowgroundBot" in reading.problems[0].detail
    assert reading.pages == []


async def test_rules_for_us_come_before_rules_for_all() -> None:
    robots = Answer(
        "User-agent: *\nDisallow: /\n\nUser-agent: showgroundbot\nDisallow: /about\nAllow: /about/team\n",
        type="text/plain",
    )
    pages: dict[str, Page] = {"/": page("Acme", "/about", "/about/team"), "/about": page("A"), "/about/team": page("T")}
    reading, asked = await visit({"/robots.txt": robots, **pages})
    assert [one.title for one in reading.pages] == ["Acme", "T"]
    assert "/about" not in asked
    assert codes(reading) == ["robots_disallowed"]
    assert "/about" in reading.problems[0].detail


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_robots_out_of_order_mean_no(status: int) -> None:
    reading, asked = await visit({"/robots.txt": Answer(status=status), "/": page("Acme")})
    assert asked == ["/robots.txt"]
    assert codes(reading) == ["robots_unavailable"]


@pytest.mark.parametrize(
    "robots", [Answer(status=404), Answer(status=403), Answer("<h1>Acme</h1>"), redirect("/robots.txt")]
)
async def test_robots_that_are_missing_mean_yes(robots: Answer) -> None:
    reading, _ = await visit({"/robots.txt": robots, "/": page("Acme")})
    assert [one.title for one in reading.pages] == ["Acme"]


async def test_a_crawl_delay_is_kept_within_reason() -> None:
    for asked, kept in (("1.5", 1.5), ("600", 3.0), ("-4", 0.0), ("soon", 0.0)):
        text = f"User-agent: *\nCrawl-delay: {asked}\n"
        with Site({"/robots.txt": Answer(text, type="text/plain")}) as site:
            fetcher = Fetcher(FetchRules("Tests", (ip_network("127.0.0.2/32"),)))
            assert (await fetch_robots(site.url, fetcher, 5, draft_budget("test"))).rules.delay == kept


def bomb() -> Answer:
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb") as file:
        for _ in range(50):
            file.write(b"\0" * 1_000_000)
    return Answer(packed.getvalue(), headers={"Content-Encoding": "gzip"})


FAULTS: dict[str, tuple[Page, str]] = {
    "an error": (Answer(status=500), "site_error"),
    "nothing there": (Answer(status=404), "not_found"),
    "a refusal": (Answer(status=403), "refused"),
    "too much": ("<p>" + "x" * 2_100_000, "too_large"),
    "a gzip bomb": (bomb(), "too_large"),
    "no HTML": (Answer(b"%PDF", type="application/pdf"), "wrong_type"),
    "a private address": (redirect("http://127.0.0.1/"), "address_refused"),
    "another scheme": (redirect("ftp://acme.test/"), "scheme_refused"),
    "an endless redirect": (redirect("/"), "too_many_redirects"),
    "a page that is not there": ("<title>404 – Page not found</title><h1>Oops</h1><p>Nothing.</p>", "soft_404"),
    "a check against robots": ("<title>Just a moment...</title><p>Verifying you are human.</p>", "bot_wall"),
    "a registrar's page": ("<title>acme.test is for sale</title><p>Buy this domain today.</p>", "parked"),
    "a question about cookies": (
        "<title>Acme</title><div class=cookie-consent><p>We use cookies to make this site work for you.</p></div>",
        "cookie_wall",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_home_page_that_cannot_be_read_is_told(fault: str) -> None:
    answer, code = FAULTS[fault]
    reading, _ = await visit({"/": answer})
    assert codes(reading) == [code]
    assert reading.pages == []


async def test_a_page_that_is_not_written_yet_is_no_problem_of_the_site() -> None:
    home = "<title>Acme</title><h1>Notes that find themselves</h1><p>" + "Acme keeps your notes. " * 20
    soon = "<title>Acme</title><h1>Coming soon</h1><p>Our blog.</p>"
    reading, _ = await visit({"/": f'<nav><a href="/about">About</a></nav>{home}', "/about": soon})
    assert codes(reading) == []
    assert len(reading.pages) == 1


async def test_a_host_that_is_not_there_is_told() -> None:
    with DnsServer({"acme.test": ["127.0.0.2"]}) as dns:
        with closed_port("127.0.0.2") as port:
            assert codes(await read(f"http://acme.test:{port}/", dns)) == ["not_reachable"]
        assert codes(await read("http://nowhere.test/", dns)) == ["host_unknown"]
        assert codes(await read("http://127.0.0.1/", dns)) == ["address_refused"]


async def test_an_answer_that_never_ends_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_site, "SECONDS_PER_PAGE", 0.3)
    with Site() as site, DnsServer({"acme.test": ["127.0.0.2"]}) as dns:
        site.pages["/"] = lambda _: Answer(site.drip())
        assert codes(await read(site.at("acme.test"), dns)) == ["timed_out"]
        site.pages["/robots.txt"] = lambda _: Answer(site.drip(), type="text/plain")
        assert codes(await read(site.at("acme.test"), dns)) == ["timed_out"]


async def test_reading_ends_in_time_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, ahead = asyncio.get_running_loop(), 0.0
    time = loop.time
    monkeypatch.setattr(loop, "time", lambda: time() + ahead)
    monkeypatch.setattr(reading_site, "SECONDS_PER_PAGE", 10 * reading_site.MAX_SECONDS)

    def about(_: Request) -> Answer:
        nonlocal ahead
        ahead = 2 * reading_site.MAX_SECONDS
        loop.call_soon_threadsafe(lambda: None)  # so that the loop looks at its clock
        return Answer(site.drip())

    with Site() as site, DnsServer({"acme.test": ["127.0.0.2"]}) as dns:
        site.pages |= {"/": page("Acme", "/about"), "/about": about}
        reading = await read(site.at("acme.test"), dns)
    assert [one.title for one in reading.pages] == ["Acme"]
    assert codes(reading) == ["out_of_time"]


async def test_a_busy_machine_costs_no_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, ahead = asyncio.get_running_loop(), 0.0
    time = loop.time
    monkeypatch.setattr(loop, "time", lambda: time() + ahead)

    class SlowBudget(CpuBudget):
        async def run(self, function: Sandboxed[I, O], asked: I) -> O:
            nonlocal ahead
            ahead += 2 * reading_site.MAX_SECONDS
            return await super().run(function, asked)

    with Site({"/": page("Acme", "/about"), "/about": page("About")}) as site, DnsServer() as dns:
        reading = await read(site.url, dns, budget=SlowBudget("test", 60))
    assert [one.title for one in reading.pages] == ["Acme", "About"]
    assert codes(reading) == []


async def test_pages_that_fail_are_told_and_the_rest_is_read() -> None:
    links = [f"/p{number}" for number in range(6)]
    pages: Mapping[str, Page] = {"/": page("Acme", *links, "/about")} | {link: Answer(status=500) for link in links}
    reading, asked = await visit({**pages, "/about": page("About")})
    assert [one.title for one in reading.pages] == ["Acme", "About"]
    assert codes(reading) == ["site_error"]
    assert "2 more" in reading.problems[0].detail
    assert len([path for path in asked if path.startswith("/p")]) == 3


async def test_a_page_built_by_script_is_told_and_its_head_is_kept() -> None:
    reading, _ = await visit({"/": "<title>Acme</title><div id=root></div><script src=/a.js></script>"})
    assert codes(reading) == ["script_only"]
    assert reading.pages[0].title == "Acme"


async def test_redirects_to_www_and_to_another_site() -> None:
    def home(request: Request) -> Answer:
        host = request.headers["Host"]
        return Answer(page("Acme")) if host.startswith(("www.", "127.")) else redirect(f"http://www.{host}/")

    reading, _ = await visit({"/": home})
    assert reading.final_url.startswith("http://www.acme.test:")
    assert codes(reading) == []
    with Site({"/": page("Other")}) as other:
        reading, _ = await visit({"/": redirect(other.url + "/")})
    assert [one.title for one in reading.pages] == ["Other"]
    assert codes(reading) == ["redirected_elsewhere"]


async def test_frames_and_refreshes_are_followed() -> None:
    frames = "<title>Acme</title><frameset cols=*><frame src=/main.html></frameset>"
    reading, _ = await visit({"/": frames, "/main.html": page("Inside")})
    assert [one.title for one in reading.pages] == ["Acme", "Inside"]
    refresh = '<meta http-equiv="refresh" content="0; url=/start">'
    reading, _ = await visit({"/": refresh, "/start": page("Start")})
    assert [one.title for one in reading.pages] == ["Start"]


async def test_plain_text_is_read() -> None:
    reading, _ = await visit({"/": Answer("Acme\n\nNotes  for teams.\n" + WORDS, type="text/plain")})
    assert reading.pages[0].text.splitlines()[:2] == ["Acme", "Notes for teams."]
