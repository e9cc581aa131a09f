"""What programs find on the pages: links, Markdown, robots.txt, OpenSearch, the icon and the tools in forms."""

import re
from io import BytesIO
from xml.etree import ElementTree as ET

import httpx2
import pytest
from PIL import Image

from showground.surfaces.web.syndication.html_to_markdown import page_to_markdown
from showground.surfaces.web.visitors.routes import VISITORS_PAGES
from tests.support.html import Page
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio

SITE = "http://localhost:8000"
# Which listing, category, and so on, of the demo directory stands in the place of each name.
NAMES = {
    "/launches/{week}": "last",
    "/listings/{slug}": "siltbase",
    "/categories/{slug}": "databases",
    "/leaderboards/{board}": "community-weekly",
    "/founders/{slug}": "ines-figueira",
    "/blog/{slug}": "pricing-in-one-sentence",
}
NO_PAGE = re.compile(
    r"/(feeds/|sitemap|robots|llms|opensearch|oembed|pictures|badges/)|/(meant|leaderboards)$|.*{question}"
    r"|/collections/|/(imprint|about)$|/pages/"  # the demo has none
    r"|/(brand|dump|media)/|/{key}"
)


def public_pages() -> list[str]:
    paths = ["/docs/api", "/submit"]
    for path, _ in VISITORS_PAGES:
        if not NO_PAGE.match(path):
            beginning = next((known for known in NAMES if path.startswith(known)), "")
            paths.append(re.sub("{[a-z]+}", NAMES.get(beginning, ""), path))
    return paths


async def read(world: World, path: str, accept: str) -> httpx2.Response:
    return await world.client.get(path, headers={"Accept": accept}, follow_redirects=True)


@pytest.mark.parametrize("path", public_pages())
async def test_every_public_page_is_markdown_for_those_who_prefer_it(showing: World, path: str) -> None:
    for _ in range(2):  # the cached page is HTML and is sent only to those who want that
        html = await read(showing, path, "text/html")
        assert (html.status_code, html.headers["content-type"]) == (200, "text/html; charset=utf-8")
        answer = await read(showing, path, "text/markdown")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/markdown; charset=utf-8")
        assert "Accept" in answer.headers["vary"].split(", ")
        assert len(re.findall("^# .", outside_code(answer.text), re.MULTILINE)) == 1
        assert not re.search(r"(?<!\\)<(?!https?://)[a-z/]", outside_code(answer.text))
        assert len(answer.content) < len(html.content) / 2


def outside_code(markdown: str) -> str:
    return re.sub(r"(?s)(`+)(?!`).*?(?<!`)\1(?!`)", "", markdown)


def test_markdown_keeps_what_a_page_says_and_what_others_wrote_stays_text() -> None:
    html = """<main><nav><a href="/a">A</a><a href="/b(1)">B</a></nav><h1>Title</h1>
    <p>Text with <b>bold</b>, <code>a`b</code> and <a href="#x">a place</a>. <a href="javascript:x()">No</a></p>
    <p>- no *list* &lt;b&gt; [x](y) # | .</p><p><span>one</span><span>two</span></p>
    <ol><li><span>3</span><h2><a href="/c">C <b>$1</b></a></h2><p>more</p>
    <form><button><i data-votes="1">1</i></button></form></li></ol><form><p>Sign in</p></form>
    <ul><li>x<ul><li>y</li></ul></li></ul><dl><dt>Term</dt><dd>One</dd><dd>Two</dd></dl>
    <table><tr><th>a</th><th>b</th></tr><tr><td><ul><li>1</li><li>2</li></ul></td></tr></table>
    <pre>```\ncode</pre><blockquote><p>Said</p><p>twice</p></blockquote><p hidden>no</p><svg><text>no</text></svg>
    <div>loose <em>text</em><p>block</p></div><img src="/x" alt="a picture"></main><footer>no</footer>"""
    assert page_to_markdown(html, SITE).split("\n\n") == [
        f"[A]({SITE}/a) [B]({SITE}/b%281%29)",
        "# Title",
        "Text with **bold**, `` a`b `` and a place. No",
        "\\- no \\*list\\* \\<b\\> \\[x\\](y) \\# \\|.",
        "one · two",
        f"3. **[C $1]({SITE}/c)** · more · 1 vote",
        "- x\n  - y",
        "- Term: One Two",
        "| a | b |\n|---|---|\n| 1; 2 |  |",
        "````\n```\ncode\n````",
        "> Said\n>\n> twice",
        "loose *text*",
        "block",
        "a picture\n",
    ]
    assert page_to_markdown("<p>no main</p>", SITE) == ""


async def test_the_home_page_links_to_what_programs_look_for(showing: World) -> None:
    for accept in ("text/html", "text/html", "text/markdown"):  # the second comes from the cache
        header = (await read(showing, "/", accept)).headers["link"]
        links = re.findall(r'<([^>]+)>; rel="([^"]+)"; type="([^"]+)"', header)
        assert {"api-catalog", "service-desc", "service-doc", "describedby", "alternate"} == {
            rel for _, rel, _ in links
        }
        for address, _, kind in links:
            answer = await read(showing, address, kind)
            assert answer.status_code == 200, address
            assert answer.headers["content-type"].startswith(kind), address


async def test_robots_txt_states_what_the_operator_allows(database_url: str, showing: World) -> None:
    assert "Content-Signal" not in (await showing.client.get("/robots.txt")).text
    async with running_world(database_url, content_signals="search=yes, ai-train=no") as world:
        lines = (await world.client.get("/robots.txt")).text.splitlines()
        assert lines[:2] == ["User-agent: *", "Content-Signal: search=yes, ai-train=no"]


async def test_browsers_can_add_the_search(showing: World) -> None:
    page = Page((await showing.client.get("/")).text)
    (link,) = [found for found in page.all("link") if found["rel"] == "search"]
    answer = await showing.client.get(str(link["href"]))
    assert answer.headers["content-type"] == f"{link['type']}; charset=utf-8"
    root = ET.fromstring(answer.text)  # noqa: S314 - our own
    space = "{http://a9.com/-/spec/opensearch/1.1/}"
    template = next(url.attrib["template"] for url in root.iter(f"{space}Url") if url.attrib["type"] == "text/html")
    found = await showing.client.get(template.replace("{searchTerms}", "backup%20%26%20restore"))
    assert found.status_code == 200
    assert "backup &amp; restore" in found.text
    picture = root.findtext(f"{space}Image") or ""
    assert (await showing.client.get(picture)).status_code == 200


async def test_a_long_name_with_signs_stays_well_formed_in_the_search_description(database_url: str) -> None:
    async with running_world(database_url, site_name="Fairs & <Markets> of the whole wide world") as world:
        root = ET.fromstring((await world.client.get("/opensearch.xml")).text)  # noqa: S314 - our own
        assert root[0].text == "Fairs & <Markets"


async def test_the_icon_is_at_its_usual_address(showing: World) -> None:
    answer = await showing.client.get("/favicon.ico")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/x-icon")
    assert answer.headers["cache-control"] == "public, max-age=86400"
    picture = Image.open(BytesIO(answer.content))
    assert picture.info["sizes"] == {(16, 16), (32, 32), (48, 48)}


@pytest.mark.parametrize(
    ("path", "tools"),
    [("/", {"find_listings"}), ("/listings", {"find_listings", "filter_listings"}), ("/submit", {"submit_product"})],
)
async def test_forms_are_described_to_agents_in_the_browser(showing: World, path: str, tools: set[str]) -> None:
    page = Page((await showing.client.get(path)).text)
    forms = {form["toolname"]: form for form in page.all("form") if "toolname" in form}
    assert tools <= forms.keys()
    for form in forms.values():
        assert form["tooldescription"]
        assert ("toolautosubmit" in form) == (form.get("method") is None)  # a person sends what changes something
    fields = [field for field in page.all("input", "select") if field.get("name") not in (None, "theme")]
    described = [field for field in fields if field.get("toolparamdescription")]
    assert {field["name"] for field in described} >= ({"url"} if path == "/submit" else {"q"})
