"""A site as the extractive drafter sees it: pages, sections, and what in them is not about the company."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urlsplit

from showground.extraction.proposal import ExtractionProblem, SourceQuote
from showground.extraction.reading.addresses import UNIMPORTANT, page_key, site_of
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.machine_text import is_for_machines
from showground.extraction.statements.placeholders import is_latin_filler, is_leftover
from showground.extraction.statements.text_folding import comparable

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# What a heading says about everything under it.
SECTIONS = {
    "testimonial": r"testimonials?|what (?:our |their )?(?:customers|clients|users|people|teams|others|they)\b.{0,"
                   r"20} (?:say|think|love)"
    r"|\bloved by\b|don['’]t (?:just )?take our word|wall of love|customer (?:stories|love|reviews)|^(?:user |our "
    r")?reviews$|success stories"
    r"|case studies|kunden sagen|kundenstimmen|ils (?:nous|en) parlent|témoignages|testimonios|depoimentos|dicono "
    r"di noi",
    "adviser": r"\badvis[eo]rs?\b|\badvisory\b|\b(?:our|the) investors?\b|^investors?$|\bbacked by\b|\bbackers\b|"
               r"board of|\bmentors?\b"
    r"|\bbeirat\b|^investoren$",
    "compare": r"\bvs\.?(?!\w)|\bversus\b|\bcompared? (?:to|with)\b|^comparison|^alternatives\b|\bcompetitors?\b|"
               r"\bstack up\b|^compare\b|the old way"
    r"|what others charge|^vergleich",
    "jobs": r"^careers?$|^jobs$|open (?:positions|roles)|^join (?:our|the) team|we['’]?re hiring|^karriere$|offene "
            r"stellen",
    "faq": r"\bfaqs?\b|frequently asked|^(?:common |your |any )?questions\b|questions.{1,12}answer|häufige fragen|"
           r"häufig gestellte"
    r"|questions fréquentes|preguntas frecuentes|perguntas frequentes|domande frequenti|veelgestelde vragen"
    r"|vanliga frågor|ofte stillede|sık sorulan|najczęściej zadawane|częste pytania|часто задаваемые|важные вопросы"
    r"|вопросы и ответы|よくある(?:ご)?質問|常见问题|常見問題|자주 묻는|الأسئلة الشائعة|שאלות נפוצות|คำถามที่พบบ่อย",
    "pricing": r"\bpricing\b|\bplans\b|\bprices?\b|choose (?:a|your) plan|\bpreise?\b|\btarife\b|\btarifs\b|"
               r"\bprecios\b|\bplanes\b|\bpreços\b"
    r"|\bplanos\b|\bprezzi\b|\bprijzen\b",
    "team": r"^(?:(?:meet|our|the|about|das|unser) )*(?:\w+ )?team$|\bfounders?\b|^who we are|^the people|^our "
            r"people|^meet (?:us|the)\b|\bgründer"
    r"|^über uns|équipe|^(?:nuestro )?equipo|fondateurs|^about us|wer wir sind|quiénes somos|^leadership|^(?:the "
    r")?team behind|chi siamo",
    "founders": r"^(?:(?:meet|our|the|about|unsere?|die|les|nos|los|nuestros) )*(?:co-?)?(?:founders?|"
                r"gründer(?:innen|in)?|(?:co)?fondateurs|(?:co)?fundadores|founding team)$",
    "blog": r"(?:from|on) (?:the|our) blog|latest (?:posts|news|articles)|^news$|related (?:posts|articles)|further "
            r"reading|^(?:our )?blog$|in the press",
    "steps": r"how (?:it|\S+) works|get started in|so funktioniert|comment ça marche|cómo funciona|\b(?:three|3|"
             r"four|4) (?:easy |simple )?steps",
    "others": r"\b(?:customers|clients|partners|integrations|suppliers|sponsors|investors)\b|\bwho uses\b|\bused by\b"
    r"|\btrusted by\b|\bworks with\b|\bas seen (?:in|on)\b|\bfeatured (?:in|on|by)\b|\bin the (?:press|media"
    r"|news)\b|^press\b|\bpowered by\b|^(?:(?:photo|image|icon|art|music|special|third[- ]party) )?credits?$"
    r"|\backnowledge?ments\b|\bhosting\b|\bkunden\b|\breferenzen\b"
    r"|\bpartner\b|\bpresse\b|nos clients|partenaires|ils nous font confiance|héberge\w+|\bhoster\b|hospedagem|"
    r"alojamiento web|\bclientes\b|\bsocios\b"
    r"|\bparceiros\b|\bclienti\b|\bklanten\b|\bklienci\b|клиенты|партн[её]ры|müşteriler|ortaklar|お客様|導入企業"
    r"|パートナー|客户|合作伙伴"
    r"|고객사|파트너|ลูกค้า|عملاؤنا|شركاؤنا|לקוחות|שותפים",
    "legal": r"^terms\b|^privacy policy|^cookies?\b|^datenschutz|^legal notice",
}  # fmt: skip
SECTION_PATTERNS = {mark: re.compile(words, re.IGNORECASE) for mark, words in SECTIONS.items()}
SECTION_WORDS = 9
MIN_PAGES = 3  # of a site whose links to each other say something
PRICE_LABEL = re.compile(
    r"(?:regular )?(?:prices?|pricing|preise?|prix|precios?|preços?|prezz[io]|prijs|cena|ceny|цен[аы]|fiyat|価格"
    r"|料金|价格|價格|가격|ราคา"
    r"|السعر|מחיר)\s?[:：]?",
    re.IGNORECASE,
)
MAX_BLOCKS, MAX_TEXT = 6_000, 300_000  # blocks and characters of a whole site; the most important pages come first
# What class names say of parts; around a whole page they say nothing.
WRAPPER_MARKS = frozenset(
    {"testimonial", "cookie", "blog", "compare", "mock", "jobs", "legal", "team", "faq", "adviser", "logos", "modal"}
)
WHOLE_PAGES = ("home", "pricing", "about", "contact", "features")
ABOUT_OTHERS = frozenset({"testimonial", "cookie", "mock", "blog", "compare", "jobs", "struck", "filler", "order"})
COOKIES = re.compile(
    r"\b(?:uses?|using|verwende\w*|nutz\w*|utilis\w*|usa|usamos|utiliz\w*|używa\w*|gebruik\w*|использ\w*"
    r"|kullan\w*)\b.{0,40}\bcookies?\b|\b(?:accept|allow|manage|reject) (?:all )?cookies\b|cookie (?:policy"
    r"|settings|preferences|consent|notice)"
    r"|cookie-?(?:richtlinie|einstellungen|hinweis)",
    re.IGNORECASE,
)
NO_COOKIES = re.compile(
    r"\b(?:no|not|without|never|zero|free of|don['’]t|doesn['’]t|keine|ohne|sans|aucun|sin|sem|senza)\b", re.IGNORECASE
)
STARS = re.compile(r"^[★☆⭐✮✩\ufe0f\s]{3,}$|^[1-5](?:[.,]\d)?\s?(?:/|out of|von|sur)\s?5(?: stars)?$", re.IGNORECASE)
ATTRIBUTION = re.compile(r"^(?:[—–―~]|-\s)\s?\S+(?:\s+\S+){0,7}$|^@\w{2,30}$")
REVIEWER = re.compile(r"^[^\W\d_][^\W\d_]+(?: [^\W\d_]\.| [^\W\d_a-z][^\W\d_]+)?$")
FIRST_PERSON = re.compile(
    r"\b(?:I|I['’](?:m|ve|d|ll)|my|me|ich|mein\w*|je|j['’]\w+|mon|ma|mes|yo|mi|mis|eu|meu|minha|io|mio|mia)\b"
)
REVIEW_LENGTH = 30
QUOTED = re.compile(r"^[\"“„«].{30,}[\"”“»]", re.DOTALL)


@dataclass
class Section:
    """A heading and the blocks under it, up to the next heading of the same level."""

    heading: Block
    level: int
    blocks: list[Block] = field(default_factory=list[Block])


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
        """Pages about the company; with kinds, those of these kinds, in this order."""
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

    def contradiction(self, fields: str, what: str, said: Sequence[str]) -> None:
        """Report that pages disagree; the fields in question are left blank."""
        some = " and ".join(dict.fromkeys(said))
        problem = ExtractionProblem(
            code="contradiction",
            detail=f"The site contradicts itself about {what}: it says {some}. We left it blank.",
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
    unlist_leftover_pages(copies)
    for page in copies:
        unmark_wrappers(page)
        mark_sections(page)
        mark_price_lists(page)
        mark_testimonials(page)
        mark_cookies(page)
        mark_leftovers(page)
        leave_out_machine_text(page)
    return SiteModel(copies)


def unlist_leftover_pages(pages: list[ReadPage]) -> None:
    """A page of prices or people that no other page links to is what a template left behind."""
    if len(pages) < MIN_PAGES:
        return
    own = {page_key(page.url): {page_key(link.url) for link in page.links} for page in pages}
    for page in pages[1:]:
        key = page_key(page.url)
        if page.kind in ("pricing", "team") and not any(key in links for other, links in own.items() if other != key):
            page.kind = "other"


def leave_out_machine_text(page: ReadPage) -> None:
    """Mark the blocks that are written for machines, and drop such texts from everything around them."""
    for block in page.blocks:
        if is_for_machines(block.text):
            add_mark(block, "order")
    page.title = "" if is_for_machines(page.title) else page.title
    page.meta = {name: text for name, text in page.meta.items() if not is_for_machines(text)}
    page.open_graph = {name: text for name, text in page.open_graph.items() if not is_for_machines(text)}
    page.json_ld = [node for node in page.json_ld if not any(map(is_for_machines, leaves(node)))]
    page.links = [link.model_copy(update={"text": ""}) if is_for_machines(link.text) else link for link in page.links]
    page.images = [
        image.model_copy(update={"alt": ""}) if is_for_machines(image.alt) else image for image in page.images
    ]


def sections(page: ReadPage) -> list[Section]:
    """Every section of a page, those inside others included."""
    found: list[Section] = []
    open_sections: list[Section] = []
    for block in page.blocks:
        if block.tag in HEADINGS:
            level = int(block.tag[1])
            open_sections = [section for section in open_sections if section.level < level]
        open_sections = [section for section in open_sections if section.heading.place == block.place]
        for section in open_sections:
            section.blocks.append(block)
        if block.tag in HEADINGS:
            section = Section(block, int(block.tag[1]))
            open_sections.append(section)
            found.append(section)
    return found


def mark_sections(page: ReadPage) -> None:
    for section in sections(page):
        heading = section.heading.text
        # The page's title only says what kind of page it is, and `kind` says that better.
        if section.level == 1 or len(heading.split()) > SECTION_WORDS:
            continue
        for mark, pattern in SECTION_PATTERNS.items():
            if pattern.search(heading):
                for block in (section.heading, *section.blocks):
                    add_mark(block, mark)


def mark_price_lists(page: ReadPage) -> None:
    """A line that only says `Price` is about the lines beside it, as in press kits."""
    for at, block in enumerate(page.blocks):
        if PRICE_LABEL.fullmatch(block.text):
            for other in page.blocks[at + 1 : at + 7]:
                if len(other.path) < len(block.path) or other.path[: len(block.path) - 1] != block.path[:-1]:
                    break
                add_mark(other, "pricing")


def mark_testimonials(page: ReadPage) -> None:
    """The name beside a quote belongs to the person quoted, not to the company."""
    for at, block in enumerate(page.blocks):
        if STARS.match(block.text) or ATTRIBUTION.match(block.text):
            mark_review(page.blocks, at)
        # In a footer, a company quotes itself; on a button, what people ask it.
        if "testimonial" in block.marks or block.place == "footer" or block.tag == "button":
            continue
        if not QUOTED.match(block.text):
            continue
        card = block.path[:-1]
        for other in page.blocks[max(0, at - 4) : at + 6]:
            if other.path[: len(card)] == card and card:
                add_mark(other, "testimonial")
        add_mark(block, "testimonial")


def mark_review(blocks: list[Block], at: int) -> None:
    """Mark what belongs to stars, or to a line such as `— Nora, candle maker`: the text before it, and the author."""
    above = blocks[at - 1] if at else None
    before = above is not None and len(above.text) >= REVIEW_LENGTH and above.tag not in HEADINGS
    after = blocks[at + 1 : at + 3]
    if above is not None and before:
        add_mark(above, "testimonial")
        after = [block for block in after[:1] if REVIEWER.match(block.text) or ATTRIBUTION.match(block.text)]
    elif not STARS.match(blocks[at].text):
        return
    for block in (blocks[at], *after):
        add_mark(block, "testimonial")


def mark_cookies(page: ReadPage) -> None:
    """Notices about cookies, whatever their classes are called."""
    for block in page.blocks:
        if COOKIES.search(block.text) and not NO_COOKIES.search(block.text):
            add_mark(block, "cookie")


def unmark_wrappers(page: ReadPage) -> None:
    """A part that holds the headline and most of the page is the page, whatever its class is called."""
    headline = next((block for block in page.blocks if block.tag == "h1"), None)
    shown = [block for block in page.blocks if block.place == "main"]
    around = WRAPPER_MARKS.intersection(headline.marks if headline else ())
    # Without a headline, what is around nearly everything on a page about the company.
    if headline is None and page.kind in WHOLE_PAGES and shown:
        around = (WRAPPER_MARKS - {"cookie", "modal"}).intersection(shown[0].marks)
    for mark in around:
        share = sum(mark in block.marks for block in shown)
        if share > len(shown) * (0.5 if headline else 0.8):
            for item in (*page.blocks, *page.links, *page.images):
                item.marks = [other for other in item.marks if other != mark]


def mark_leftovers(page: ReadPage) -> None:
    """Text around leftover template filler is filler too."""
    filler = [at for at, block in enumerate(page.blocks) if is_latin_filler(block.text)]
    for at in filler:
        card = page.blocks[at].path[:-2]
        for block in page.blocks[max(0, at - 8) : at + 9]:
            if block.path[: len(card)] == card:
                add_mark(block, "filler")
    for at, block in enumerate(page.blocks):
        # A page with this much filler has real text at its top, if anywhere.
        if (len(filler) >= 3 and at >= filler[0]) or is_leftover(block.text):
            add_mark(block, "filler")


def add_mark(block: Block, mark: str) -> None:
    if mark not in block.marks:
        block.marks = [*block.marks, mark]


def types_of(node: dict[str, Any]) -> set[str]:
    kinds: Any = node.get("@type")
    found = cast("list[Any]", kinds) if isinstance(kinds, list) else [kinds]
    return {str(kind).rpartition("/")[2] for kind in found}


def text_of(value: object) -> str:
    """A text in JSON-LD; the empty text for anything else."""
    return " ".join(value.split()) if isinstance(value, str) else ""


def leaves(value: object) -> Iterator[str]:
    """Every text in JSON-LD, also without the markup in it."""
    if isinstance(value, str):
        yield value
        if "<" in value:
            yield re.sub(r"<[^<>]++>", " ", value)
    elif isinstance(value, dict):
        for item in cast("dict[str, Any]", value).values():
            yield from leaves(item)
    elif isinstance(value, list):
        for item in cast("list[Any]", value):
            yield from leaves(item)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


def quote(page: ReadPage, *texts: str) -> list[SourceQuote]:
    return [SourceQuote(quote=text, url=page.url) for text in texts if text]


def same(one: str, other: str) -> bool:
    return comparable(one) == comparable(other)
