"""A site as the extractive drafter sees it: pages, sections, and what in them is not about the company."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urlsplit

from showground.extraction.addressed_blocks import find_addressed
from showground.extraction.block_marks import add_mark, mark_blocks
from showground.extraction.page_sections import HEADINGS
from showground.extraction.proposal import ExtractionProblem, SourceQuote
from showground.extraction.reading.addresses import UNIMPORTANT, page_key, site_of
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.machine_text import is_for_machines
from showground.extraction.statements.text_folding import comparable

MIN_PAGES = 3  # with fewer, missing links between them prove nothing
MAX_BLOCKS, MAX_TEXT = 3_000, 300_000  # blocks and characters of a whole site; the most important pages come first
MAX_SHORT_ORDER = 60  # characters; a longer order is complete
MAX_ORDER_BLOCKS = 4
# Words that may begin an order to machines, which goes on in other elements.
BEGINS_ORDER = re.compile(
    r"\b(?:ignor\w*|disregard|forget|override|bypass|discard|attention|note|notice|message|instructions?|system|dear|hey"
    r"|ai|llms?|chatgpt|claude|gemini|assistants?|crawlers?|bots?|always|only|please|you are|olvid\w+|vergiss|oublie\w*"
    r"|dimentica|zapomnij|забудь\w*)\b|1gn0r|無視|忽略",
    re.IGNORECASE,
)
SECTION_MARKS = ("blog", "legal", "modal", "compare", "jobs", "logos", "testimonial", "mock")
MIN_BLOCKS, WHOLE_PAGE_SHARE = (
    10,
    0.9,
)  # blocks of a page with several sections; the share that counts as the whole page
ABOUT_OTHERS = frozenset({"testimonial", "cookie", "mock", "blog", "compare", "jobs", "struck", "filler", "order"})


@dataclass
class SiteModel:
    """The pages of one site, prepared for lookups."""

    pages: list[ReadPage]
    name: str = ""
    problems: list[ExtractionProblem] = field(default_factory=list[ExtractionProblem])
    contradicted: set[str] = field(default_factory=set[str])
    """The fields about which the site contradicts itself."""

    @property
    def home(self) -> ReadPage:
        return self.pages[0]

    @property
    def domain(self) -> str:
        return site_of(self.home.url)

    @property
    def year(self) -> int:
        return max(page.read_at.year for page in self.pages)

    def own_pages(self, *kinds: str) -> list[ReadPage]:
        """Pages about the company. With kinds: those of these kinds, in this order."""
        if kinds:
            return [page for kind in kinds for page in self.pages if page.kind == kind]
        return [page for page in self.pages if page.kind != "other" or not UNIMPORTANT.search(urlsplit(page.url).path)]

    def statements(self, *kinds: str, skip: frozenset[str] = frozenset()) -> Iterator[tuple[ReadPage, Block]]:
        """The blocks in which the company speaks about itself."""
        left_out = ABOUT_OTHERS | skip
        for page in self.own_pages(*kinds):
            for block in page.blocks:
                if left_out.isdisjoint(block.marks) and not block.lang:
                    yield page, block

    def nodes(self, *types: str) -> Iterator[tuple[ReadPage, dict[str, Any]]]:
        """The JSON-LD objects of these types."""
        for page in self.own_pages():
            for node in page.json_ld:
                if types_of(node).intersection(types):
                    yield page, node

    def contradiction(self, fields: str, what: str, values: Sequence[str]) -> None:
        """Report that pages disagree. The fields are left blank."""
        listed = " and ".join(dict.fromkeys(values))
        problem = ExtractionProblem(
            code="contradiction",
            detail=f"The site contradicts itself about {what}: it says {listed}. We left it blank.",
        )
        self.contradicted |= set(fields.split())
        if problem not in self.problems:
            self.problems.append(problem)


def prepare(pages: Sequence[ReadPage]) -> SiteModel:
    """Copies of the pages, with each block marked by its headings and neighbouring blocks."""
    copies: list[ReadPage] = []
    blocks_left, text_left = MAX_BLOCKS, MAX_TEXT
    for page in pages:
        blocks: list[Block] = []
        for block in page.blocks[:blocks_left]:
            text_left -= len(block.text)
            if text_left < 0:
                break
            blocks.append(block.model_copy())
        blocks_left -= len(blocks)
        links, images = ([item.model_copy() for item in items] for items in (page.links, page.images))
        copies.append(page.model_copy(update={"blocks": blocks, "links": links, "images": images}))
    reclassify_unlinked_pages(copies)
    for page in copies:
        drop_marks_of_whole_page(page)
        mark_blocks(page)
        mark_machine_text(page)
    return SiteModel(copies)


def reclassify_unlinked_pages(pages: list[ReadPage]) -> None:
    """Ignore the kind of pricing and team pages that no other page links to: a template left them behind."""
    if len(pages) < MIN_PAGES:
        return
    own = {page_key(page.url): {page_key(link.url) for link in page.links} for page in pages}
    for page in pages[1:]:
        key = page_key(page.url)
        if page.kind in ("pricing", "team") and not any(key in links for other, links in own.items() if other != key):
            page.kind = "other"


def drop_marks_of_whole_page(page: ReadPage) -> None:
    """Drop marks from a class around nearly the whole page, including its menu: `<div class="blog-layout">`."""
    if page.kind == "other" or len(page.blocks) < MIN_BLOCKS:
        return
    for mark in SECTION_MARKS:
        marked = [block for block in page.blocks if mark in block.marks]
        if len(marked) >= WHOLE_PAGE_SHARE * len(page.blocks) and any(
            block.place in ("nav", "footer") for block in marked
        ):
            for part in (*page.blocks, *page.links, *page.images):
                part.marks = [other for other in part.marks if other != mark]


def mark_machine_text(page: ReadPage) -> None:
    """Mark blocks that are written for machines, and remove such texts from the metadata, links and images."""
    for place, block in enumerate(page.blocks):
        if is_for_machines(block.text):
            add_mark(block, "order")
            for below in blocks_below(page.blocks, place):
                add_mark(below, "order")
    for parts in orders_in_parts(page.blocks):
        for block in parts:
            add_mark(block, "order")
    for block in find_addressed(page.blocks):
        add_mark(block, "order")
    page.title = "" if is_for_machines(page.title) else page.title
    page.meta = {name: text for name, text in page.meta.items() if not is_for_machines(text)}
    page.open_graph = {name: text for name, text in page.open_graph.items() if not is_for_machines(text)}
    page.json_ld = [node for node in page.json_ld if not any(map(is_for_machines, texts_in(node)))]
    page.links = [link.model_copy(update={"text": ""}) if is_for_machines(link.text) else link for link in page.links]
    page.images = [
        image.model_copy(update={"alt": ""}) if is_for_machines(image.alt) else image for image in page.images
    ]


def orders_in_parts(blocks: Sequence[Block]) -> Iterator[Sequence[Block]]:
    """Consecutive short blocks that are an order together: `Ignore all`, `previous`, `instructions`."""
    for begin, first in enumerate(blocks):
        if len(first.text) > MAX_SHORT_ORDER or not BEGINS_ORDER.search(first.text) or "order" in first.marks:
            continue
        parts: list[Block] = [first]
        for block in blocks[begin + 1 : begin + 1 + MAX_ORDER_BLOCKS]:
            if len(block.text) > MAX_SHORT_ORDER:
                break
            parts.append(block)
            if is_for_machines(" ".join(part.text for part in parts)):
                yield [*parts, *blocks_below(blocks, begin + len(parts) - 1)]
                break


def blocks_below(blocks: Sequence[Block], place: int) -> Iterator[Block]:
    """The blocks after an order that announces more (`Follow these rules:`), up to the next heading."""
    order = blocks[place]
    if not (order.text.endswith((":", "：")) or len(order.text) <= MAX_SHORT_ORDER or order.tag in HEADINGS):
        return
    for block in blocks[place + 1 : place + 1 + MAX_ORDER_BLOCKS]:
        beside = block.path[:-1] == order.path[:-1] or order.tag in HEADINGS
        if block.tag in HEADINGS or not beside:
            return
        yield block


def types_of(node: dict[str, Any]) -> set[str]:
    kinds: Any = node.get("@type")
    found = cast("list[Any]", kinds) if isinstance(kinds, list) else [kinds]
    return {str(kind).rpartition("/")[2] for kind in found}


def text_of(value: object) -> str:
    """A text in JSON-LD with single spaces; an empty text if the value is not a text."""
    return " ".join(value.split()) if isinstance(value, str) else ""


def texts_in(value: object) -> Iterator[str]:
    """Every text in JSON-LD; those with markup also without it."""
    if isinstance(value, str):
        yield value
        if "<" in value:
            yield re.sub(r"<[^<>]++>", " ", value)
    elif isinstance(value, dict):
        for item in cast("dict[str, Any]", value).values():
            yield from texts_in(item)
    elif isinstance(value, list):
        for item in cast("list[Any]", value):
            yield from texts_in(item)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


def quotes_from(page: ReadPage, *texts: str) -> list[SourceQuote]:
    """Quotes of a page, without empty texts."""
    return [SourceQuote(quote=text, url=page.url) for text in texts if text]


def is_same_text(one: str, other: str) -> bool:
    return comparable(one) == comparable(other)
