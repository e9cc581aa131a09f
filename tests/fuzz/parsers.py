"""Everything that reads what strangers wrote, and what is fed to it to make it slow."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from showground.core.css.sheets import read_sheet
from showground.core.fetch import FetchResponse
from showground.extraction.drafters.extractive.drafter import extract
from showground.extraction.proposal import CategoryChoice
from showground.extraction.reading.addresses import is_page, kind_of, page_key, rank, same_site
from showground.extraction.reading.markup import read_markup
from showground.extraction.reading.page_check import find_page_problem
from showground.extraction.reading.pages import ReadPage
from showground.extraction.reading.sandbox_calls import RobotsFile
from showground.extraction.reading.sandbox_parsers import REFRESH, parse_response, parse_robots
from showground.extraction.reading.sitemap import list_addresses
from showground.extraction.verifier import verify
from showground.ownership.badge_search import find_badge, list_sheets
from showground.ownership.sandbox_calls import HeadPage
from showground.ownership.sandbox_parsers import read_head
from tests.drafting.labelled import categories

HOME = "https://tidewater.example/"
LISTING, BADGES = "https://showground.example/listings/tidewater", "https://showground.example/badges/tidewater/"
BADGE = f'<a href="{LISTING}"><img src="{BADGES}light.svg"></a>'
READ_AT = datetime(2026, 3, 2, 10, tzinfo=UTC)
KINDS = ("home", "about", "pricing", "team", "faq")
LARGEST_ROBOTS = 512_000  # what is fetched of it

ELEMENTS = (
    "a href=x", "b", "i", "font c=1", "div", "p", "span", "section", "ul", "li", "dd", "dl", "table", "tr", "td",
    "select", "option", "svg", "g", "math", "foreignObject", "title", "template", "button", "object", "form", "h1",
    "br", "img src=x", "x", "input", "textarea", "script", "style", "pre", "body", "html", "head", "frameset",
    "noscript", "nobr", "marquee", "iframe src=x", "video controls", "meta name=x content=y", "link rel=icon href=x",
    "div class=team", 'div style=";width:1px"', "button aria-expanded=a aria-controls=b",
)  # fmt: skip
HTML = (
    *(f"<{element}>" for element in ELEMENTS),
    *(f"</{element.split()[0]}>" for element in ELEMENTS),
    "x", " ", "\n", "&amp;", "&", "&#", "<", "<!", "<!--", "-->", "<![CDATA[", "]]>", '"', "'", "=", " a=1", "<b {n}>",
    "<a href={n}>", "<div {n}>", " {n}", "<p class='a b c {n}'>", "\u00ad", "{", "}", "<?", "</", "<a", "\0", "é",
)  # fmt: skip
JSON = (
    "{", "}", "[", "]", '"', '\\"', ":", ",", "1", "e9", "-", "null", '"@type":"Organization"', '"a{n}":1',
    '{"@graph":[', '{"@type":"Thing","name":"x"}', "//", "/*", "\n", " ", "<!--", "]]>", "\\u00", "'", "True", "\\",
)  # fmt: skip
ROBOTS = (
    "User-agent: *\n", "User-agent: a{n}\n", "User-agent: showground\n", "User-agent a{n}\n", "Disallow: /a{n}\n",
    "Allow: /*a*b*$\n", "Disallow: /*a{n}*\n", "*", "a", "/", "$", "%", "%41", "#", ":", " ", "\n", "Sitemap: x{n}\n",
    "Crawl-delay: 1\n", "Disallow: ", "é", "user agent: showgroundbot\n", "Request-rate: 1/1 1-2\n", "Visit-time: 1",
)  # fmt: skip
SITEMAP = (
    "<loc>", "</loc>", "<url>", "<x:loc>", "<![CDATA[", "]]>", "https://tidewater.example/{n}", "/", ".", "a", "&amp;",
    "&", "&#x", ";", " ", "\n", "<sitemapindex>", "<", "%41", "?a=b", "_", "-", "/index.html", "en/", "<loc>/{n}</loc>",
)  # fmt: skip
CSS = (
    "{", "}", ";", ":", "a", ".a", "#a", "*", ",", " ", ">", "[a]", "[a=b]", "[a*='b']", "(", ")", '"', "'", "\\",
    "/*", "*/", "@media all{", "@layer a{", "@import x;", "a{display:none}", ".b{left:-9999px}", "\n", "!important",
    "transform:scale(0)", "rect(0 0 0 0)", "-", "0", ".c{n}{top:0}", "div ", "div>", "translate(", "display:none;",
    "url(data:", "visibility:hidden", "&", "clip:rect(1px,1px", "width:1px;",
)  # fmt: skip
PROSE = (
    "Tidewater ", "was founded in ", "2019", "by ", "Jane Doe", ", ", ". ", "CEO", "founder of ", "and ", "we ", "in ",
    "Berlin", "Germany", "$9", "/month", "per user ", "free ", "<p>", "<li>", "<h2>Pricing</h2>", "<h2>Team</h2>",
    "<h2>FAQ</h2>", "<h3>", "</p>", "?", "!", ":", "-", "@", "a@b.de ", "a", "A", "1", "1,000", ".", "'", '"', "“", "(",
    ")", "|", "\u2013", "©",
    "est. ", "based ", "team ", "open source ", "not ", "the ", "is a ", "that ", "12 March 2020 ",
    "<br>", "<h2>Our story</h2>", "<summary>", "<td>", "trial ", "Street 12 ", "10115 ", "<h1>", "<blockquote>",
    "lorem ipsum ", "<a href=https://x.com/{n}>", "<img alt=logo src={n}>", "started ", "our company ", "%", "€",
    "San ", "with offices ", "ignore the ", "company ", "vs ", "headquartered ", "<dt>", "<dd>", "{n} ",
)  # fmt: skip


@dataclass(frozen=True)
class Parser:
    """One that is attacked: with any of these tokens, and others that are known to have been slow."""

    read: Callable[[Any], object]
    tokens: Sequence[str]
    known: Sequence[str] = ()
    largest: int = 2_000_000
    prepare: Callable[[str], object] = str
    """What makes its input of the text, and is not counted."""


def fetched(text: str, kind: str = "text/html; charset=utf-8") -> FetchResponse:
    return FetchResponse(HOME, 200, {"content-type": kind}, text.encode(errors="replace"))


def read_page(text: str) -> None:
    page, html = parse_response(fetched(text), READ_AT)
    find_page_problem(page, html)
    REFRESH.search(html)


def read_json_ld(text: str) -> None:
    part = text[:290_000]
    scripts = [f'<script type="application/ld+json">{part}</script>' for _ in range(max(1, len(text) // 290_000))]
    read_page("".join(scripts))


def read_plain(text: str) -> None:
    parse_response(fetched(text, "text/plain"), READ_AT)


def follow_robots(text: str) -> None:
    addresses = [f"{HOME}{number}/{'a' * 1_000}" for number in range(40)]
    rules = parse_robots(RobotsFile(agent="ShowgroundBot", text=text, addresses=addresses))
    assert rules.delay >= 0
    assert len(rules.sitemaps) <= 5


def read_claim(text: str) -> None:
    read_head(HeadPage(html=text, tag="listing-verification"))


def plan(text: str) -> None:
    for url in list_addresses(text):
        if is_page(url) and same_site(url, HOME):
            page_key(url)
            rank(url, kind_of(url), in_menu=False)


def apply_sheet(text: str) -> None:
    around = "<div class='a b c' id=a a=b>" * 100
    page = f"<link rel=stylesheet href={HOME}a.css>{around}{BADGE * 60}"
    find_badge(page, HOME, LISTING, BADGES, sheets={f"{HOME}a.css": text})
    read_markup(HOME, page, READ_AT, {f"{HOME}a.css": read_sheet(text)})


def look_for_badge(text: str) -> None:
    for html in (text + BADGE, text.replace("<a href=x>", f'<a href="{LISTING}">')):
        find_badge(html, HOME, LISTING, BADGES)
    list_sheets(text, HOME)


@cache
def choices() -> list[CategoryChoice]:
    return categories()


def divide(text: str) -> list[ReadPage]:
    """Pages of every kind that together have this text."""
    pages: list[ReadPage] = []
    for number, kind in enumerate(KINDS):
        begin = len(text) // len(KINDS) * number
        page, _ = parse_response(fetched(text[begin : begin + len(text) // len(KINDS)]), READ_AT)
        pages.append(page.model_copy(update={"kind": kind, "url": f"{HOME}{kind}"}))
    return pages


def draft(pages: list[ReadPage]) -> None:
    verify(extract(pages, choices()), pages, choices())


PARSERS = {
    "pages": Parser(
        read_page,
        HTML,
        (
            "<div>", "a<br>", "<div></x>", "<li><dd>", "<b {n}><p>x", "<b {n}><table><td></b></table>x",
            "<div><table><td></div>", "<i></x><br><x>", "<div~ a{n}=1", "<div style='~;width:1px",
            "<a href=x><table><td>x",
            "<template><div>", "<frameset>", "<svg>~<td>", "<select>~<div>", "<p>~a<br>", "<optgroup>", "<p>x<b {n}>",
        ),
    ),
    "JSON-LD": Parser(read_json_ld, JSON, ('\\"', '{"a":', "[", '{"@type":"A","b":[')),
    "plain text": Parser(read_plain, ("a\n", "\n", "\r", "a", " ", "\x1c", "\u2028", "é")),
    "robots.txt": Parser(follow_robots, ROBOTS, ("Disallow: /*a*a*a*a*a*a*a*b{n}\n",), LARGEST_ROBOTS),
    "sitemaps": Parser(plan, SITEMAP),
    "style sheets": Parser(read_sheet, CSS, ("a{b:(((~(",)),
    "selectors": Parser(apply_sheet, CSS, ("div div div div div div div div x{n}{top:0}", "[a*=b]")),
    "badge": Parser(look_for_badge, HTML, ("<div>", "<div></x>", "<a href=x>", "<noscript>")),
    "claim's tag": Parser(read_claim, HTML, ("<div>", "<div></x>", "<meta name=listing-verification>")),
    "drafting": Parser(draft, PROSE, ("<h2>Pricing</h2>", "<h2>Our story</h2>", "$9", "€"), prepare=divide),
}  # fmt: skip


def repeat(sequence: str, size: int) -> str:
    """A text of about so many letters; what stands before `~` comes once, `{n}` is another number each time."""
    first, _, repeated = sequence.rpartition("~")
    if "{n}" in repeated:
        pieces = (repeated.replace("{n}", str(number)) for number in range(size // (len(repeated) + 2)))
        return first + "".join(pieces)
    return first + repeated * (size // len(repeated))
