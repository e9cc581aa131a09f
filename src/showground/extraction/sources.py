"""Prepares pages for looking up quotes and facts."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from showground.extraction.about_others import is_about_others
from showground.extraction.company_location import find_location, find_places
from showground.extraction.company_origin import Stated, find_founded_year, stated_years
from showground.extraction.contact_email import Mailbox, own_mailboxes
from showground.extraction.founders import find_founders
from showground.extraction.pricing.draft_pricing import find_pricing
from showground.extraction.proposal import Drafted, DraftedFounder, QuoteSource, SourceQuote
from showground.extraction.reading.addresses import page_key
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, prepare, texts_in, types_of
from showground.extraction.statements.places import Located
from showground.extraction.statements.text_folding import DENIAL, comparable, sentences, word_finder
from showground.extraction.subjects import Subjects
from showground.extraction.support import Passage, QuoteEnd, says

LEFT_OUT = "\x00"  # instead of the text of blocks about others, so that no quote contains it
CUSTOMER_MARKS = frozenset({"logos", "others"})
MAX_OCCURRENCES = 20  # of a quote on a page


class Sources:
    """The pages without testimonials and template leftovers."""

    def __init__(self, pages: Sequence[ReadPage]) -> None:
        self.site = prepare(pages)
        self.name = ""
        self.pages = {page_key(page.url): page for page in reversed(self.site.pages)}
        self._texts: dict[str, tuple[str, list[str], list[str]]] = {}
        self._runs: dict[str, tuple[str, list[tuple[int, int, Block]]]] = {}
        self._spoken: dict[str, list[tuple[str, str]]] = {}
        self.pricing: tuple[Drafted | None, Drafted | None] = (None, None)

    def page(self, url: str) -> ReadPage | None:
        return self.pages.get(page_key(url))

    def real(self, quotes: Sequence[SourceQuote]) -> list[SourceQuote]:
        """The quotes that are really on their pages, in the company's own words, each once."""
        each = {(page_key(quote.url), comparable(quote.quote)): quote for quote in reversed(quotes)}
        found = ((quote, self._find(quote)) for quote in reversed(each.values()))
        return [quote.model_copy(update={"source": source}) for quote, source in found if source is not None]

    def _find(self, quote: SourceQuote) -> QuoteSource | None:
        """Where the page has a quote; None if it doesn't."""
        page = self.page(quote.url)
        text = comparable(quote.quote)
        if page is None or is_about_others(page) or len(text) < 2:
            return None
        key = page_key(page.url)
        if key not in self._texts:
            shown = " ".join(
                LEFT_OUT if ABOUT_OTHERS.intersection(block.marks) else block.text for block in page.blocks
            )
            self._texts[key] = (
                comparable(shown),
                [comparable(line) for line in visible_lines_besides_text(page)],
                [comparable(line) for line in structured_data_lines(page)],
            )
        shown, beside, structured = self._texts[key]
        if text in shown or any(text in line for line in beside):
            return "page"
        return "structured_data" if any(text in line for line in structured) else None

    def says(self, value: str, quotes: Sequence[SourceQuote], cut: QuoteEnd = "clause") -> bool:
        """Whether quotes state a value, in the words and the meaning of the texts that they are taken from."""
        passages = [passage for quote in quotes for passage in self.passages(quote)]
        return says(value, [quote.quote for quote in quotes], passages, cut)

    def passages(self, quote: SourceQuote) -> list[Passage]:
        """The whole sentences and lines that a quote is taken from, for each of its occurrences."""
        page = self.page(quote.url)
        text = comparable(quote.quote)
        if page is None or not text:
            return []
        found: list[Passage] = []
        for run in self._blocks_with(page, text):
            parts = [(block, sentence) for block in run for sentence in sentences(block.text)]
            whole = " ".join(block.text for block in run)
            found.append(Passage(whole, all(self.is_of_others(page, block, part) for block, part in parts)))
            found += [Passage(part, self.is_of_others(page, block, part)) for block, part in parts if len(parts) > 1]
        return found + [Passage(line) for compared, line in self._metadata(page) if text in compared]

    def _metadata(self, page: ReadPage) -> list[tuple[str, str]]:
        """The title and the sentences of the metadata, each in comparable form and as written."""
        key = page_key(page.url)
        if key not in self._spoken:  # cached: structured data may be long, and is searched for every quote
            lines = dict.fromkeys([page.title, *metadata_sentences(page)])
            self._spoken[key] = [(comparable(line), line) for line in lines]
        return self._spoken[key]

    def _blocks_with(self, page: ReadPage, text: str) -> list[list[Block]]:
        """The consecutive blocks that contain a text, for each of its occurrences."""
        key = page_key(page.url)
        if key not in self._runs:
            whole, places = "", list[tuple[int, int, Block]]()
            for block in page.blocks:
                block_text = LEFT_OUT if ABOUT_OTHERS.intersection(block.marks) else comparable(block.text)
                places.append((len(whole), len(whole) + len(block_text), block))
                whole += f"{block_text} "
            self._runs[key] = (whole, places)
        whole, places = self._runs[key]
        starts = [found.start() for found in islice(re.finditer(re.escape(text), whole), MAX_OCCURRENCES)]
        return [[block for at, end, block in places if at < start + len(text) and end > start] for start in starts]

    def is_of_others(self, page: ReadPage, block: Block, sentence: str) -> bool:
        """Whether a sentence is about somebody else: by its subject, or in a part about customers or partners."""
        if "adviser" in block.marks and not self.subjects.speaks_of_us(sentence, page.language):
            return True
        among_others = not CUSTOMER_MARKS.isdisjoint(block.marks)
        return self.subjects.is_of_others(sentence, page.language, among_others=among_others)

    def uses(self, word: str, quotes: Sequence[SourceQuote]) -> bool:
        """Whether the site uses a word about itself, in any form. Words of meta keywords must also be in a sentence."""
        is_in = word_finder(word)
        denies = bool(DENIAL.search(comparable(word)))  # `no-code`
        for quote in quotes:
            page = self.page(quote.url)
            if page is None or not is_in(comparable(quote.quote)):
                continue
            listed = comparable(quote.quote) in comparable(page.meta.get("keywords", ""))
            texts = [*(block.text for block in page.blocks), page.title, *metadata_sentences(page)]
            shown = [SourceQuote(quote=text, url=page.url) for text in texts] if listed else [quote]
            for passage in (passage for one in shown for passage in self.passages(one)):
                text = comparable(passage.text)
                if is_in(text) and not passage.is_about_others and (denies or not DENIAL.search(text)):
                    return True
        return False

    def blocks(self, quote: SourceQuote) -> list[Block]:
        """The blocks that a quote is taken from."""
        page = self.page(quote.url)
        text = comparable(quote.quote)
        own = [block for block in (page.blocks if page else []) if not ABOUT_OTHERS.intersection(block.marks)]
        inside = [block for block in own if text in comparable(block.text)]
        return inside or [block for block in own if len(block.text) > 1 and comparable(block.text) in text]

    def linked(self, url: str) -> list[SourceQuote]:
        """Where the site links to exactly this address, outside of parts about others."""
        for page in self.site.pages:
            own = [link.url for link in page.links if not (ABOUT_OTHERS | {"adviser"}).intersection(link.marks)]
            if url in own:
                return [SourceQuote(quote=url, url=page.url)]
            if any(url == text.strip() for text in texts_in(page.json_ld)):
                return [SourceQuote(quote=url, url=page.url, source="structured_data")]
        return []

    def look_for_contradictions(self) -> None:
        """Find contradictions, because a fact doesn't count if another page says something else."""
        if self.site.pages:
            self.site.name = self.name
            find_founded_year(self.subjects)
            find_location(self.subjects)
            self.pricing = find_pricing(self.subjects)

    # Facts that the rules find on the site. A drafter's fact counts only if it is among these, whatever its quote says.
    @cached_property
    def subjects(self) -> Subjects:
        return Subjects(self.site)

    @cached_property
    def years(self) -> list[Stated]:
        return stated_years(self.subjects)

    @cached_property
    def places(self) -> list[tuple[Located, SourceQuote]]:
        return find_places(self.subjects)

    @cached_property
    def mailboxes(self) -> list[Mailbox]:
        return own_mailboxes(self.subjects)

    @cached_property
    def founders(self) -> list[DraftedFounder]:
        return find_founders(self.subjects)

    def likely_name(self) -> str:
        """The company's name in the metadata or the title, for use if no name was drafted."""
        home = self.site.home if self.site.pages else None
        return (home.open_graph.get("og:site_name") or re.split(r"\s[|–—-]\s|:", home.title)[0].strip()) if home else ""


def structured_data_lines(page: ReadPage) -> Iterator[str]:
    """The texts of a page that are only for machines: metadata, JSON-LD, alt texts."""
    yield from page.meta.values()
    yield from page.open_graph.values()
    yield from texts_in(page.json_ld)
    yield from (image.alt for image in page.images if ABOUT_OTHERS.isdisjoint(image.marks))


def metadata_sentences(page: ReadPage) -> Iterator[str]:
    """The texts of the metadata, without keywords and reviews."""
    yield from (text for name, text in page.meta.items() if name != "keywords")
    yield from page.open_graph.values()
    for node in page.json_ld:
        if not types_of(node) & {"Review", "UserReview", "Comment"}:
            yield from texts_in(
                {key: value for key, value in node.items() if key not in ("review", "reviews", "comment")}
            )


def visible_lines_besides_text(page: ReadPage) -> Iterator[str]:
    """What people see of a page besides its text: its title, and its links and pictures."""
    yield page.title
    for link in page.links:
        if not ABOUT_OTHERS.intersection(link.marks):
            yield link.url
            yield link.text
    yield from (image.url for image in page.images if ABOUT_OTHERS.isdisjoint(image.marks))
