"""The style sheets of a site: fetched once for all pages, from the site alone, as far as robots.txt allows."""

from collections.abc import Mapping
from typing import Any

import pytest

from showground.core.sandbox import CpuBudget, SandboxError
from showground.extraction.reading import sandbox_calls
from tests.extraction.reading.test_site import WORDS, codes, visit
from tests.support.hostile import endless
from tests.support.site import Answer, Page, redirect

pytestmark = pytest.mark.anyio


def css(text: str) -> Answer:
    return Answer(text, type="text/css")


def page(*sheets: str, links: str = "") -> str:
    head = "".join(f"<link rel=stylesheet href='{sheet}'>" for sheet in sheets)
    return f"<head><title>Acme</title>{head}</head><body>{links}<h1>Acme</h1><p>{WORDS}</p><p class=x>secret</p>"


async def is_seen(pages: Mapping[str, Page]) -> tuple[bool, list[str]]:
    reading, asked = await visit(pages)
    assert codes(reading) == []
    return "secret" in reading.pages[0].text, asked


async def test_a_sheet_is_fetched_once_for_all_pages() -> None:
    pages: dict[str, Page] = {f"/p{number}": page("/a.css") + str(number) for number in range(5)}
    pages["/"] = page("/a.css", links="".join(f"<a href={path}>{path}</a>" for path in pages))
    reading, asked = await visit({**pages, "/a.css": css(".x{opacity:0}")})
    assert len(reading.pages) == 6
    assert not any("secret" in one.text for one in reading.pages)
    assert asked.count("/a.css") == 1


async def test_a_later_page_may_bring_its_own_sheet() -> None:
    pages: dict[str, Page] = {"/": page("/a.css", links="<a href=/p>P</a>"), "/p": page("/a.css", "/b.css") + "p"}
    reading, _ = await visit({**pages, "/a.css": css("p{color:#222}"), "/b.css": css(".x{display:none}")})
    assert ["secret" in one.text for one in reading.pages] == [True, False]


async def test_sheets_of_the_page_and_of_the_site_are_weighed_together() -> None:
    inside = "<style>body p.x{display:block}#y{left:0}.a,.b{opacity:1}</style>"
    sheet = css("p.x{display:none}p{color:#222}#y{opacity:0}")
    seen, _ = await is_seen({"/": page("/a.css").replace("</head>", f"{inside}</head>"), "/a.css": sheet})
    assert seen, "the heavier selector holds, wherever it is"
    sheet = css("body p.x.x{display:none}")
    seen, _ = await is_seen({"/": page("/a.css").replace("</head>", f"{inside}</head>"), "/a.css": sheet})
    assert not seen


async def test_what_a_sheet_imports_counts() -> None:
    sheets = {"/s/a.css": css("@import url('b.css') screen;"), "/s/b.css": css(".x{left:-9999px;position:fixed}")}
    assert await is_seen({"/": page("/s/a.css"), **sheets}) == (
        False,
        ["/robots.txt", "/", "/s/a.css", "/s/b.css", "/sitemap.xml"],
    )


async def test_sheets_that_are_not_the_sites_own_or_not_allowed_are_left_alone() -> None:
    hides = css(".x{display:none}")
    robots = Answer("User-agent: *\nDisallow: /no/", type="text/plain")
    seen, asked = await is_seen({"/": page("/no/a.css"), "/no/a.css": hides, "/robots.txt": robots})
    assert seen
    assert "/no/a.css" not in asked
    for address in ("//other.test/a.css", "http://acme.test:1/a.css", "http://acme.test:x/a.css", "http://[/a.css"):
        seen, asked = await is_seen({"/": page(address), "/a.css": hides})
        assert seen, address
        assert asked == ["/robots.txt", "/", "/sitemap.xml"], address


@pytest.mark.parametrize(
    "answer",
    [
        Answer("no", status=404),
        Answer(".x{display:none}", type="text/html"),
        css("/*" + "x" * 700_000 + "*/.x{display:none}"),
        redirect("http://other.test/b.css"),
        css("{{{" * 1_000),
    ],
    ids=["missing", "no sheet", "too large", "elsewhere", "broken"],
)
async def test_a_sheet_that_cannot_be_read_hides_nothing(answer: Answer) -> None:
    seen, _ = await is_seen({"/": page("/a.css"), "/a.css": answer})
    assert seen


async def test_at_most_eight_sheets_are_fetched() -> None:
    sheets = [f"/{number}.css" for number in range(20)]
    seen, asked = await is_seen(
        {"/": page(*sheets)} | {path: css(f"@import 'i{path[1:]}';p{{top:0}}") for path in sheets}
    )
    assert seen
    assert len([path for path in asked if path.endswith(".css")]) == 8


DEEP = "<div class='a b'>" * 200 + "x" + "</div>" * 200
FLAT = "<i class=b></i>" + "<p class=a>x</p>" * 4_000
HOSTILE = {
    "descendants": "".join(f".b .a .a .a .a .a div{{top:{n}px}}" for n in range(8_000)),
    "siblings": "".join(f".b~p~p~p~p{{top:{n}px}}" for n in range(8_000)),
    "has": "".join(f"div:has(div div div p){{top:{n}px}}" for n in range(8_000)),
    "has in has": "body:has(div:has(p)){display:none}" * 4_000,
    "not is": "".join(f":not(:is(.a{n},:not(:is(.b{n}))))~p{{top:{n}px}}" for n in range(8_000)),
    "is in is": (":is(" * 60 + ".a" + ")" * 60 + "{top:0}") * 2_000,
    "everything": "*{top:0}" * 30_000,
    "places": "".join(f"p:nth-last-of-type({n}n+1){{top:0}}" for n in range(8_000)),
    "one selector": ".a" * 290_000 + "{top:0}",
    "one list": "a," * 290_000 + "a{top:0}",
    "nested": "a{" * 200_000,
    "nested parents": "a{" + ("&" * 100 + "{") * 7 + "top:0" + "}" * 8,
    "layers": "@layer " + ".".join("a" * 100_000) + "{p{top:0}}",
    "variables": ":root{"
    + "".join(f"--v{n}:var(--v{n + 1})var(--v{n + 1});" for n in range(90))
    + "}*{left:var(--v0)}",
    "own variable": "*{--a:var(--a);left:var(--a)}" * 8_000,
    "fallbacks": "p{left:" + "var(--a," * 50_000 + ")" * 50_000 + "}",
    "imports": "@import 'a.css';@import 'a.css?';" * 1_000,
    "signs": "a{top:" + "!" * 590_000 + "}",
}


@pytest.mark.parametrize("sheet", HOSTILE.values(), ids=HOSTILE)
async def test_the_rest_of_a_site_is_read_beside_a_hostile_sheet(sheet: str) -> None:
    home = page("/a.css", "/b.css", links="<a href=/p>P</a>") + DEEP + FLAT
    reading, _ = await visit({"/": home, "/p": page("/b.css"), "/a.css": css(sheet), "/b.css": css(".x{opacity:0}")})
    assert codes(reading) == []
    assert [WORDS.strip() in one.text for one in reading.pages] == [True, True]
    assert not any("secret" in one.text for one in reading.pages), "the other sheet counts"


@pytest.mark.parametrize("step", ["PARSE_SHEET", "PARSE_PAGE"])
async def test_sheets_that_go_over_the_limits_are_left_out(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = CpuBudget.run

    async def run(budget: CpuBudget, function: Any, asked: Any) -> Any:
        if function is getattr(sandbox_calls, step) and (step == "PARSE_SHEET" or asked.sheets):
            function = endless(function)
        return await whole(budget, function, asked)

    monkeypatch.setattr(CpuBudget, "run", run)
    seen, _ = await is_seen({"/": page("/a.css"), "/a.css": css(".x{opacity:0}")})
    assert seen


@pytest.mark.parametrize("step", ["PARSE_SHEET", "PARSE_PAGE"])
async def test_a_fault_of_ours_in_style_sheets_does_not_cost_the_page(
    step: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole = CpuBudget.run

    async def run(budget: CpuBudget, function: Any, asked: Any) -> Any:
        if function is getattr(sandbox_calls, step) and (step == "PARSE_SHEET" or asked.sheets):
            raise SandboxError("TypeError in the cascade")
        return await whole(budget, function, asked)

    monkeypatch.setattr(CpuBudget, "run", run)
    seen, _ = await is_seen({"/": page("/a.css"), "/a.css": css(".x{opacity:0}")})
    assert seen
    assert "TypeError in the cascade" in caplog.text
