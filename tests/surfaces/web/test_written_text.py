"""Plain text on pages keeps its paragraphs and lines, and can do no harm."""

import pytest

from showground.listings import new_listings
from showground.surfaces.web.written_text import link_addresses, written
from tests.support.world import NOW

from .conftest import Fair, new_listing

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


def link(address: str) -> str:
    return f'<a href="{address}" rel="nofollow ugc noopener">{address}</a>'


def test_paragraphs_and_lines_stay() -> None:
    assert written("  New:\n- a  b\r\n- c\n\n \n\nBye ") == ["New:<br>- a b<br>- c", "Bye"]
    assert written("") == [""]
    assert written("https://a.example") == ["https://a.example"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("See https://a.example/b?c=1&d=2.", f"See {link('https://a.example/b?c=1&amp;d=2')}."),
        ("(http://a.example/x), and", f"({link('http://a.example/x')}), and"),
        ("https://a.example/Tide_(moon)!", f"{link('https://a.example/Tide_(moon)')}!"),
        ("HTTPS://A.example https://b.example", f"{link('HTTPS://A.example')} {link('https://b.example')}"),
        ("javascript:alert(1) ftp://a.example a.example", "javascript:alert(1) ftp://a.example a.example"),
        ("https:// https://[ http://... x", "https:// https://[ http://... x"),
        ('https://a.example/"onclick=alert(1)', f"{link('https://a.example/')}&#34;onclick=alert(1)"),
        ("https://a.example/'><b>", f"{link('https://a.example/')}&#39;&gt;&lt;b&gt;"),
        (HOSTILE, "&lt;script&gt;alert(1)&lt;/script&gt;&#34;&#39;&gt;&lt;img src=x onerror=alert(2)&gt;"),
    ],
)
def test_web_addresses_become_links_and_the_rest_is_escaped(text: str, shown: str) -> None:
    assert link_addresses(text) == shown
    assert written(text, links=True) == [shown]


@pytest.mark.anyio
async def test_pages_show_the_lines_of_descriptions_and_link_the_addresses_of_updates(fair: Fair) -> None:
    text = f"New:\n- one https://news.example/x\n- {HOSTILE}"
    await fair.add(new_listing("quince", description=text, updates=[new_listings.NewUpdate("News", text, NOW)]))
    page = await fair.see("/listings/quince")
    assert page.html.count("New:<br>- one ") == 2
    assert page.html.count(link("https://news.example/x")) == 1
    assert link("https://news.example/x") in (await fair.see("/listings/quince/updates")).html
    assert not any(name.startswith("on") for _, found in page.elements for name in found)
    assert page.all("img") == []
