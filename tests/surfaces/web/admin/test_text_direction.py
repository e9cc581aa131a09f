"""Whatever people write is read in its own direction: Hebrew and Arabic from right to left, on every page."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from showground.collections.actions.collections import MakeCollection, make_collection
from showground.listings import new_listings
from showground.questions.actions.questions import AskQuestion, ask_question
from showground.surfaces.web.routes import PAGES
from tests.support.shop_world import Market
from tests.surfaces.web.admin.conftest import Staff
from tests.surfaces.web.admin.test_hostile_text import write_everywhere
from tests.surfaces.web.conftest import full_listing

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

WORDS = "שלום לכם"
HEBREW = re.compile("[\u0590-\u05ff]")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# Not read as a sentence: the title of the window, data for machines, code to copy, and the letter in a drawing.
NOT_READ = {"title", "script", "code", "pre", "svg"}
NOT_PAGES = ("/feeds/", "/sitemap", "/pictures/", "/badges/", "/robots", "/llms", "/opensearch", "/media/")

LEFT_OUT = {"/admin", "/admin/log"}  # short lists of what other pages show in full


class Directions(HTMLParser):
    """Finds text from right to left that no element reads in its own direction."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []  # elements around, and whether each finds its own direction
        self.found = 0
        self.wrong: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        own = tag == "bdi" or known.get("dir") == "auto" or known.get("class") == "vh"  # heard, not seen
        if tag == "input" and known.get("type") != "hidden" and HEBREW.search(known.get("value") or "") and not own:
            self.wrong.append(f"<input name={known.get('name')}>")
        if tag not in VOID:
            self.open.append((tag, own))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not HEBREW.search(data) or any(tag in NOT_READ for tag, _ in self.open):
            return
        self.found += 1
        if not any(own for _, own in self.open):
            self.wrong.append("/".join(tag for tag, _ in self.open[2:]) + ": " + " ".join(data.split())[:60])


async def test_everything_that_is_written_is_read_in_its_own_direction(market: Market, shopkeeper: Staff) -> None:
    order = await write_everywhere(market, shopkeeper, WORDS)
    alice = market.person("alice")
    async with market.world.dispatcher.database.transaction() as db:
        listing = full_listing("medlar", WORDS, "https://medlar.example/")
        owned = replace(listing, members={market.accounts["alice"]: "owner"})
        [number] = await new_listings.add_listings(db, [owned])
    asked = AskQuestion(slug="quince", body=WORDS)
    question = await market.world.dispatcher.call(ask_question, alice, asked)
    collection = await market.world.dispatcher.call(make_collection, alice, MakeCollection(name=WORDS))
    values = {
        "slug": "quince", "week": "this", "question": question.id, "board": "community-all-time", "listing_id": number,
        "collection_id": collection.id, "number": order["number"], "code": "written", "update_id": 1,
    }  # fmt: skip
    own = {
        "/blog/{slug}": "/blog/written",
        "/founders/{slug}": "/founders/ada-moreno",
        "/compare": "/compare?a=quince&b=medlar",
        "/categories/{slug}": "/categories/databases",
        "/admin/posts/of/{slug}": "/admin/posts/of/written",
    }
    wrong: set[str] = set()
    showing = 0
    async with market.world.browser("alice") as browser:
        for path, _ in PAGES:
            if "{token}" in path or path.startswith(NOT_PAGES) or path in LEFT_OUT:
                continue
            address = own.get(path) or re.sub(r"{(\w+)(:int)?}", lambda name: str(values.get(name[1], 1)), path)
            answer = await (shopkeeper.browser if path.startswith("/admin") else browser).get(address)
            if answer.status_code == 200 and answer.headers["content-type"].startswith("text/html"):
                seen = Directions(answer.text)
                showing += bool(seen.found)
                wrong |= {f"{path}: {each}" for each in seen.wrong}
    assert not wrong, "\n".join(sorted(wrong))
    assert showing > 50, showing
