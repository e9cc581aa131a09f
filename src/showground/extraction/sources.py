"""The pages, prepared for looking up quotes."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from showground.extraction.company_location import find_location, located
from showground.extraction.company_origin import Stated, find_founded_year, stated_years
from showground.extraction.contact_email import Mailbox, own_mailboxes
from showground.extraction.founders import find_founders
from showground.extraction.pricing import find_pricing
from showground.extraction.proposal import DraftedFounder, QuoteSource, SourceQuote
from showground.extraction.reading.addresses import page_key
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, leaves, prepare
from showground.extraction.statements.places import Located
from showground.extraction.statements.text_folding import comparable
from showground.extraction.subjects import Subjects, is_about_others

GAP = "\x00"


class Sources:
    """The pages without testimonials and template leftovers."""

    def __init__(self, pages: Sequence[ReadPage]) -> None:
        self.site = prepare(pages)
        self.name = ""
        self.pages = {page_key(page.url): page for page in reversed(self.site.pages)}
        self._texts: dict[str, tuple[str, list[str], list[str]]] = {}

    def page(self, url: str) -> ReadPage | None:
        return self.pages.get(page_key(url))

    def real(self, quotes: Sequence[SourceQuote]) -> list[SourceQuote]:
        """The quotes that are really on the pages they name, in the company's own words."""
        found = ((quote, self._find(quote)) for quote in quotes)
        return [quote.model_copy(update={"source": source}) for quote, source in found if source is not None]

    def _find(self, quote: SourceQuote) -> QuoteSource | None:
        """Where the page has a quote; None if it has it nowhere."""
        page = self.page(quote.url)
        text = comparable(quote.quote)
        if page is None or is_about_others(page) or len(text) < 2:
            return None
        key = page_key(page.url)
        if key not in self._texts:
            shown = " ".join(GAP if ABOUT_OTHERS.intersection(block.marks) else block.text for block in page.blocks)
            self._texts[key] = (
                comparable(shown),
                [comparable(line) for line in lines_beside_text(page)],
                [comparable(line) for line in structured_lines(page)],
            )
        shown, beside, structured = self._texts[key]
        if text in shown or any(text in line for line in beside):
            return "page"
        return "structured_data" if any(text in line for line in structured) else None

    def blocks(self, quote: SourceQuote) -> list[Block]:
        """The blocks that a quote is taken from."""
        page = self.page(quote.url)
        text = comparable(quote.quote)
        own = [block for block in (page.blocks if page else []) if not ABOUT_OTHERS.intersection(block.marks)]
        inside = [block for block in own if text in comparable(block.text)]
        return inside or [block for block in own if len(block.text) > 1 and comparable(block.text) in text]

    def linked(self, url: str) -> list[SourceQuote]:
        """Where the site links to this very address, outside of what is about others."""
        for page in self.site.pages:
            own = [link.url for link in page.links if not (ABOUT_OTHERS | {"adviser"}).intersection(link.marks)]
            if url in own:
                return [SourceQuote(quote=url, url=page.url)]
            if any(url == text.strip() for text in leaves(page.json_ld)):
                return [SourceQuote(quote=url, url=page.url, source="structured_data")]
        return []

    def look_for_contradictions(self) -> None:
        """Find contradictions: a quote does not count if another page says something else."""
        if self.site.pages:
            self.site.name = self.name
            find_founded_year(self.subjects)
            find_location(self.subjects)
            find_pricing(self.subjects)

    # What the site says of itself. A drafter's fact counts only if it is among these, whatever its quote says.
    @cached_property
    def subjects(self) -> Subjects:
        return Subjects(self.site)

    @cached_property
    def years(self) -> list[Stated]:
        return stated_years(self.subjects)

    @cached_property
    def places(self) -> list[tuple[Located, SourceQuote]]:
        return located(self.subjects)

    @cached_property
    def mailboxes(self) -> list[Mailbox]:
        return own_mailboxes(self.subjects)

    @cached_property
    def founders(self) -> list[DraftedFounder]:
        return find_founders(self.subjects)

    def likely_name(self) -> str:
        """What the title and the meta data call the company, for facts about it when its name was not drafted."""
        home = self.site.home if self.site.pages else None
        return (home.open_graph.get("og:site_name") or re.split(r"\s[|–—-]\s|:", home.title)[0].strip()) if home else ""


def structured_lines(page: ReadPage) -> Iterator[str]:
    """What a page says to machines only."""
    yield from page.meta.values()
    yield from page.open_graph.values()
    yield from leaves(page.json_ld)


def lines_beside_text(page: ReadPage) -> Iterator[str]:
    """What people see of a page besides its text: its title, and where its links and pictures lead."""
    yield page.title
    for link in page.links:
        if not ABOUT_OTHERS.intersection(link.marks):
            yield link.url
            yield link.text
    for image in page.images:
        yield image.url
        yield image.alt
