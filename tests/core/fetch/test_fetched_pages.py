"""What an ordinary fetch answers and sends."""

import gzip
from dataclasses import replace
from ipaddress import ip_network

import pytest

from showground.core.fetch import Fetcher, FetchResponse, FetchRules
from tests.support.dns import DnsServer
from tests.support.site import Answer, Request, Site, redirect

pytestmark = pytest.mark.anyio


async def test_a_page(fetcher: Fetcher, site: Site) -> None:
    page = await fetcher.get(site.at("good.test") + "/#top")
    assert page.url == site.at("good.test") + "/"
    assert page.status == 200
    assert (page.content_type, page.charset) == ("text/html", "utf-8")
    assert page.body == b"<h1>Good</h1>"
    assert page.text == "<h1>Good</h1>"
    assert page.redirects == ()


async def test_what_is_sent(fetcher: Fetcher, site: Site) -> None:
    await fetcher.get(site.at("Good.Test.") + "/a?b=ü", headers={"X-Mine": "yes", "Host": "other.test"})
    request = site.requests[0]
    assert request.path == "/a?b=%C3%BC"
    assert dict(request.headers.items()) == {
        "x-mine": "yes",
        "host": f"good.test:{site.port}",
        "user-agent": "Showground-test",
        "accept": "text/html, application/xhtml+xml, text/plain, application/xml, text/xml",
        "accept-encoding": "gzip",
        "connection": "close",
    }


async def test_other_statuses_are_answers_too(fetcher: Fetcher, site: Site) -> None:
    site.pages["/broken"] = Answer("x" * 5_000_000, status=503, type="application/json")
    for path, status in {"/missing": 404, "/broken": 503}.items():
        page = await fetcher.get(site.url + path)
        assert (page.status, page.body) == (status, b"")


async def test_gzip(fetcher: Fetcher, site: Site) -> None:
    body = b"Good and packed. " * 10_000
    site.pages["/"] = Answer(gzip.compress(body), headers={"Content-Encoding": "GZIP"})
    assert (await fetcher.get(site.url)).body == body


async def test_an_empty_body_that_calls_itself_gzip(fetcher: Fetcher, site: Site) -> None:
    site.pages["/"] = Answer(b"", headers={"Content-Encoding": "gzip"})
    assert (await fetcher.get(site.url)).body == b""


async def test_chunks(fetcher: Fetcher, site: Site) -> None:
    site.pages["/"] = Answer([b"4\r\nGood\r\n", b"0\r\n\r\n"], headers={"Transfer-Encoding": "chunked"})
    assert (await fetcher.get(site.url)).body == b"Good"


async def test_redirects(fetcher: Fetcher, dns: DnsServer, site: Site) -> None:
    dns.records["other.test"] = ["127.0.0.2"]
    site.pages |= {
        "/1": redirect("2/", 301),
        "/2/": redirect("../3?x=y", 302),
        "/3?x=y": redirect("?z", 303),
        "/3?z": redirect(f"//other.test:{site.port}/4", 307),
        "/4": redirect("/stra\xc3\x9fe here", 308),
        "/stra%C3%9Fe%20here": "Arrived",
    }
    page = await fetcher.get(site.at("good.test") + "/1")
    good, other = site.at("good.test"), site.at("other.test")
    assert page.body == b"Arrived"
    assert page.url == f"{other}/stra%C3%9Fe%20here"
    assert page.redirects == (f"{good}/2/", f"{good}/3?x=y", f"{good}/3?z", f"{other}/4", page.url)


async def test_a_redirect_that_leads_nowhere_is_an_answer(fetcher: Fetcher, site: Site) -> None:
    site.pages["/"] = Answer(status=302)
    assert (await fetcher.get(site.url)).status == 302


async def test_nothing_is_carried_to_another_origin(fetcher: Fetcher, dns: DnsServer, site: Site) -> None:
    dns.records["other.test"] = ["127.0.0.2"]
    cookie = {"Set-Cookie": "session=1; Path=/"}
    site.pages |= {
        "/": Answer(status=302, headers={"Location": "/same"} | cookie),
        "/same": redirect(site.at("other.test") + "/other"),
        "/other": redirect(site.at("good.test") + "/back"),
        "/back": "Good",
    }
    await fetcher.get(site.at("good.test"), headers={"Authorization": "Bearer secret"})
    sent = {request.path: request.headers for request in site.requests}
    assert sent["/"]["Authorization"] == "Bearer secret"
    assert sent["/same"]["Authorization"] == "Bearer secret"
    assert sent["/other"]["Authorization"] is None
    assert sent["/back"]["Authorization"] is None
    assert all(headers["Cookie"] is None for headers in sent.values())


async def test_nothing_is_kept_between_fetches(fetcher: Fetcher, site: Site) -> None:
    def count(request: Request) -> Answer:
        headers = {"Set-Cookie": "session=1", "Cache-Control": "max-age=3600", "ETag": '"1"'}
        return Answer(str(len(site.requests)), headers=headers)

    site.pages["/"] = count
    assert [(await fetcher.get(site.url)).text for _ in range(2)] == ["1", "2"]
    assert site.connections == 2
    assert dict(site.requests[0].headers.items()) == dict(site.requests[1].headers.items())


async def test_another_address_of_the_name_is_tried(rules: FetchRules, dns: DnsServer, site: Site) -> None:
    fetcher = Fetcher(replace(rules, allow=(ip_network("127.0.0.2/31"),)))
    for addresses in (["127.0.0.2", "127.0.0.3"], ["127.0.0.3", "127.0.0.2"]):
        dns.records["two.test"] = addresses
        assert (await fetcher.get(site.at("two.test"))).body == b"<h1>Good</h1>"


@pytest.mark.parametrize(
    ("declared", "charset", "text"),
    [
        ("text/html; charset=ISO-8859-1", "iso-8859-1", "\xe4"),
        ('text/html; charset="windows-1251"', "windows-1251", "\u0434"),
        ("text/html", None, "\ufffd"),
        ("text/html; charset=punycode", None, "\ufffd"),
        ("text/html; charset=nonsense", None, "\ufffd"),
        ("text/html; charset=iso-8859-99", "iso-8859-99", "\ufffd"),
    ],
)
def test_charsets(declared: str, charset: str | None, text: str) -> None:
    page = FetchResponse("https://good.test/", 200, {"content-type": declared}, b"\xe4")
    assert (page.charset, page.text) == (charset, text)
