"""How often we and Chromium agree on which text of a page is shown.

`python -m bench.visibility FOLDER ...` takes folders with the files of a website each. Their pages are opened without
scripts, as we read them, in a window of the width that we assume. Text that is not shown at first but that visitors can
open or scroll to is counted apart: we read it on purpose.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Route, sync_playwright
from selectolax.lexbor import LexborNode

from showground.core.css.media import HEIGHT, WIDTH
from showground.core.css.models import StyleSheet
from showground.core.css.page_styles import collect_styles, sheet_address
from showground.core.css.rendering import Rendering, render
from showground.core.css.sheets import read_sheet
from showground.core.fetch import FetchResponse
from showground.core.html import parse_html
from showground.extraction.reading.hidden import Hiding, read_hiding
from showground.extraction.reading.markup import decode
from tests.install_browser import LAUNCH, find_chromium

MAX_PAGES = 4  # of one site
MAX_LETTERS = 60_000  # of one site, so that one with very long pages does not decide
SCRIPT = (Path(__file__).parent / "visible_text.js").read_text()
SKIPPED = frozenset({
    "script", "style", "noscript", "template", "textarea", "select", "iframe", "object", "title", "datalist", "canvas",
    "audio", "video", "map", "noframes", "svg", "math",
})  # fmt: skip


@dataclass(frozen=True)
class SeenText:
    """A text of a page, why it is hidden if it is, and whether we read it."""

    text: str
    hidden_by: str
    is_read: bool = False


@dataclass
class Agreement:
    """Counted in letters."""

    same: int = 0
    different: int = 0
    read_though_closed: int = 0
    faults: Counter[str] = field(default_factory=Counter[str])

    @property
    def share(self) -> float:
        return self.same / ((self.same + self.different) or 1)


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def main() -> None:
    chromium = find_chromium()
    assert chromium is not None
    total = Agreement()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, **LAUNCH)
        for folder in map(Path, sys.argv[1:]):
            found = Agreement()
            for page in list_pages(folder):
                compare_page(browser, folder, page, found)
            print(f"{folder.name:36}{found.share:8.4f}{found.same + found.different:9} letters", flush=True)
            for fault, letters in found.faults.most_common(6):
                print(f"    {letters:6}  {fault}")
            total.same += found.same
            total.different += found.different
            total.read_though_closed += found.read_though_closed
        browser.close()
    print(f"\nAgreement {total.share:.4f} over {total.same + total.different} letters.")
    print(f"Read although it is closed at first: {total.read_though_closed} letters.")


def list_pages(folder: Path) -> list[str]:
    """The home page and some others near the top."""
    pages = sorted(
        (path for path in folder.rglob("*.html") if path.is_file()),
        key=lambda path: (len(path.relative_to(folder).parts), path.name != "index.html", str(path)),
    )
    return [str(path.relative_to(folder)) for path in pages[:MAX_PAGES]]


def compare_page(browser: Browser, folder: Path, page: str, found: Agreement) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}/"
        try:
            theirs = see_with_chromium(browser, base, page)
        except Error as error:
            print(f"    {page}: {str(error).splitlines()[0]}")
            return
        finally:
            server.shutdown()
    ours = see_ourselves(folder, base, page)
    matcher = SequenceMatcher(None, [one.text for one in ours], [one.text for one in theirs], autojunk=False)
    for begin, other, length in matcher.get_matching_blocks():
        for mine, chromium in zip(ours[begin : begin + length], theirs[other : other + length], strict=True):
            letters = len(mine.text)
            if found.same + found.different > MAX_LETTERS:
                return
            if bool(mine.hidden_by) == bool(chromium.hidden_by):
                found.same += letters
            else:
                found.different += letters
                who = (
                    f"only Chromium hides ({chromium.hidden_by})"
                    if chromium.hidden_by
                    else f"only we hide ({mine.hidden_by})"
                )
                found.faults[f"{page}: {who}: {mine.text[:60]}"] += letters
            if chromium.hidden_by and mine.is_read:
                found.read_though_closed += letters


def see_with_chromium(browser: Browser, base: str, page: str) -> list[SeenText]:
    context = browser.new_context(viewport={"width": int(WIDTH), "height": int(HEIGHT)}, java_script_enabled=False)

    def stay(route: Route) -> None:
        if route.request.url.startswith(base):
            route.continue_()
        else:
            route.abort()

    try:
        context.route("**/*", stay)
        opened = context.new_page()
        opened.goto(base + page, wait_until="load", timeout=20_000)
        return [SeenText(text, hidden_by) for text, hidden_by in opened.evaluate(SCRIPT)]
    finally:
        context.close()


def see_ourselves(folder: Path, base: str, page: str) -> list[SeenText]:
    answer = FetchResponse(base + page, 200, {"content-type": "text/html"}, (folder / page).read_bytes())
    tree = parse_html(decode(answer).replace("\0", ""))
    node = tree.css_first("base[href]")
    start = (sheet_address(base + page, node.attributes.get("href") or "") if node else None) or base + page
    known: dict[str, StyleSheet] = {}
    while missing := [url for url in collect_styles(tree, start, known).missing if read_file(folder, base, url, known)]:
        assert missing
    hiding = read_hiding(tree, collect_styles(tree, start, known))
    # Chromium cannot reach other sites here, so nothing is missing but what it misses too.
    drawn = Rendering()
    if tree.body is None:
        return []
    for element in (tree.body.parent, tree.body):
        if element is not None:
            drawn = render(drawn, element, element.tag or "", element.attributes, hiding.cascade)
    return list(walk(tree.body, drawn, drawn.hidden_by, hiding.start(), hiding))


def read_file(folder: Path, base: str, url: str, known: dict[str, StyleSheet]) -> bool:
    path = folder / urlsplit(url).path.lstrip("/")
    if not url.startswith(base) or url in known or path.suffix != ".css" or not path.is_file():
        return False  # browsers refuse other types
    known[url] = read_sheet(path.read_text(errors="replace"))
    return True


def walk(
    node: LexborNode, drawn: Rendering, hidden_by: str, read: Rendering | None, hiding: Hiding
) -> Iterator[SeenText]:
    """Each text, as a browser would draw it and as our reading would take it."""
    for child in node.iter(include_text=True):
        if child.is_text_node:
            if text := " ".join((child.text_content or "").split()):
                yield SeenText(text, hidden_by or drawn.text_hidden_by, read is not None and not read.text_hidden_by)
        elif child.is_element_node and child.tag and child.tag not in SKIPPED:
            attributes: Mapping[str, str | None] = child.attributes
            inside = render(drawn, child, child.tag, attributes, hiding.cascade)
            inner = None if read is None else hiding.render(read, child, attributes, "main")
            closed = child.tag != "summary" and node.tag == "details" and "open" not in node.attributes
            yield from walk(
                child, inside, hidden_by or inside.hidden_by or ("details" if closed else ""), inner, hiding
            )


if __name__ == "__main__":
    main()
