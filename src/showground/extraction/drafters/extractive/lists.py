"""Features and what makes the product different, from the site's headings and list items."""

import re
from itertools import islice, pairwise, takewhile

from showground.extraction.founders import zip_equal
from showground.extraction.plans import PLAN_NAME
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, HEADINGS, Section, SiteModel, sections
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.placeholders import is_leftover
from showground.extraction.statements.text_folding import bare, comparable

FEATURES = re.compile(
    r"\bfeatures?\b|what you (?:get|can do)|what it does|what['’]?s (?:included|inside)|everything you(?:['’]ll)? "
    r"(?:need|get)|capabilities|all the tools|what .{1,20} (?:can do|does)$|\bwhat we offer\b|^(?:our )?services$|"
    r"\bfunktionen\b|was .{1,30} kann\b|^(?:unsere )?leistungen|funktionsumfang|"
    r"fonctionnalités|caractéristiques|ce que vous obtenez|^(?:nos )?services$|"
    r"características|funcionalidad|funciones|^(?:nuestros )?servicios$|recursos principais|^recursos$|"
    r"funzionalità|caratteristiche|functies|\bfunktioner\b|ominaisuudet|"
    r"\bfunkcje\b|funkcjonalności|možnosti|özellik|возможности|функции|преимущества|"
    r"機能|特徴|特長|できること|功能|特点|特色|기능|특징|ميزات|المميزات|תכונות|คุณสมบัติ|ฟีเจอร์",
    re.IGNORECASE,
)
DISTINCT = re.compile(
    r"^why\b(?!.*\?$.*pric)|what makes (?:us|it|.{1,30}) (?:different|special|unique)|what sets|\bbenefits\b|"
    r"\badvantages\b|how we['’]?re different|"
    r"^warum\b|^pourquoi\b|^por qu[eé]\b|^perché\b|^waarom\b|vorteile|avantages|ventajas|vantagens|vantaggi|the "
    r"difference|dlaczego|neden\b|почему|なぜ|選ばれる理由|为什么",
    re.IGNORECASE,
)
# Sections whose cards are something else than features.
OTHER_CARDS = re.compile(
    r"\bfor whom\b|\bwho (?:is it|it['’]?s|it is|we) |\bwho uses\b|use cases?\b|industr(?:y|ies)\b|\bsectors?\b|"
    r"solutions? for\b|screenshots?\b|\bgallery\b|get (?:it|the app)\b|\bdownload|\binstall|getting started|"
    r"how .{1,30} works?\b|in practice|^(?:the )?problems?\b|\bpain|in numbers|\bstatistics\b|learn more|\bcontact|"
    r"\bvisit us|opening hours|roadmap|change ?log|release|what['’]?s new|documentation|\baward|requirements|"
    r"coming soon|^(?:our |the |latest |recent |meet )*(?:customers|partners|clients|news|blog|articles|resources|"
    r"events|team|press|community|process|values|mission|projects|portfolio|work|menu|shop|catalogue?|updates|products)\b|"
    # German, French, Spanish, Portuguese, Italian, Polish, Russian, Turkish, Japanese, Chinese, Korean
    r"für wen|branchen|kunden|kontakt|pour qui|clients|actualités|para quién|sectores|clientes|contacto|"
    r"para quem|setores|per chi|settori|clienti|dla kogo|branże|klienci|для кого|отрасли|клиент|контакты|kimler için|"
    r"współprac|^jak .{1,30} działa|nasıl |как .{0,30}работает|使い方|の流れ|如何使用|사용 방법|so (?:geht|läuft)|"
    r"cómo funciona|come funziona|como funciona|comment ça|お知らせ|導入事例|対象|お客様|会社|新闻|案例|고객|사례",
    re.IGNORECASE,
)
NOT_HERE = ABOUT_OTHERS | {"team", "pricing", "faq", "adviser", "legal", "logos", "modal"}
CALL = re.compile(
    r"^(?:(?:get|sign|try|learn|read|see|view|explore|discover|download|watch|buy|join|start|book|request|follow|talk|"
    r"choose|shop|order|visit)(?: (?:it|us|now|up|more|all|started|free|for free|here|today|with us|the app|our \w+|"
    r"your (?:free )?(?:trial|plan|demo)|a (?:demo|call|quote|meeting)|\w+ now|how it works|.{0,30} for free))?\W*$"
    r"|(?:ready|contact|subscribe|questions|faq|pricing|newsletter|stay (?:in|up)|about\b|our (?:team|mission|vision|"
    r"story|values)|blog|testimonials|trusted|loved|how it works|features|step \d|\d+ other|let['’]?s|and more|"
    r"and much more|what |who |built for|more\b|jetzt|mehr|en savoir|comienza|still |have (?:a|any|you)|need (?:help|"
    r"more)|coming|available|screenshots?|table of contents|welcome)\b(?! (?:sync|invoices|history)))",
    re.IGNORECASE,
)
LEAD = re.compile(r"^(?P<lead>[^.:–—]{3,50}?)\s?(?:\s[–—-]|:)\s+\S.{9,}$")
NO_FEATURE = re.compile(
    r"\brated\b|\b\d(?:\.\d)?/5\b|\b[1-5](?:\.\d)? stars\b|\breviews?\b$|\bcoming soon\b|\bin the works\b|"
    r"\btrusted by\b",
    re.IGNORECASE,
)
# A statistic, or the number of a step.
NUMBER = re.compile(
    r"^\W*(?:step |schritt |étape |paso |krok |шаг )?\d[\d.,:/]*\s?[+%km]?\W*(?:\w+\W*){0,2}$", re.IGNORECASE
)
MAX_ITEMS = 20
MIN_CARDS, MAX_IN_ROW = 3, 15  # more than that is a catalogue or a blog
MAX_HEADING_LENGTH = 10
MAX_CARDS = 100
MAX_CELLS = 200


def find_features(site: SiteModel) -> Drafted | None:
    """The features of the first page that has some, all its sections together: the home page, or one about them."""
    for page in site.own_pages("home", "features", "about"):
        items = [*headed_features(page), *listed_features(page), *marked_features(page)]
        if page.kind != "about":
            items += cards_on(page)
            items = items or plain_rows(page)
        if page.kind == "features" and not items:
            items = headings_of(page)
        items = [item for item in items if not site.name or bare(item.text) != bare(site.name)]
        if items:
            return drafted(page, items)
    for page in site.own_pages("home"):
        if items := large_rows(page):
            return drafted(page, items)
    for page in site.own_pages("press", "other"):
        if items := headed_features(page):
            return drafted(page, items)
    return None


def headed_features(page: ReadPage) -> list[Block]:
    """What sections called features contain, whatever they are made of."""
    found: list[Block] = []
    for section in sections(page):
        if is_headed(section, FEATURES):
            found += items_of(section)
    return found


def listed_features(page: ReadPage) -> list[Block]:
    """List items right under a line such as `Our app offers these features:`, and the rows of a table of features."""
    found: list[Block] = []
    for at, block in enumerate(page.blocks):
        if NOT_HERE.intersection(block.marks) or not FEATURES.search(block.text) or len(found) > MAX_CARDS:
            continue
        if block.tag in ("p", "div") and block.text.endswith((":", "：")):
            after = page.blocks[at + 1 : at + 1 + MAX_ITEMS]
            found += [item for item in takewhile(lambda item: item.tag == "li", after) if is_item(item)]
        elif block.tag == "th":
            table = block.path[:-3]
            after = page.blocks[at + 1 : at + 1 + MAX_CELLS]
            cells = [cell for cell in after if cell.tag == "td" and cell.path[: len(table)] == table]
            found += [cell for cell in cells if cell.path[-1] == block.path[-1] and is_item(cell)]
    return found


def marked_features(page: ReadPage) -> list[Block]:
    """What classes and ids call features."""
    marked = [block for block in page.blocks if "feature" in block.marks]
    heads = [block for block in first_lines(marked) if block.tag in ("h2", "h3", "h4", "li") and is_item(block)]
    small = [block for block in heads if block.tag != "h2"]
    return most_common_tag(small) or plain_cards(marked) or alike_in(heads[:MAX_CARDS])


def is_headed(section: Section, pattern: re.Pattern[str]) -> bool:
    heading = section.heading
    fits = len(heading.text.split()) <= MAX_HEADING_LENGTH and not NOT_HERE.intersection(heading.marks)
    return fits and bool(pattern.search(heading.text))


def find_usps(site: SiteModel) -> Drafted | None:
    for page in site.own_pages("home", "features", "about"):
        for section in sections(page):
            if section.level > 1 and is_headed(section, DISTINCT) and (items := items_of(section)):
                return drafted(page, items)
    return None


def items_of(section: Section) -> list[Block]:
    """The headings inside a section, or its list items."""
    for tags in (tuple(f"h{level}" for level in range(section.level + 1, 7)), ("li",), ("dt",), ("summary",)):
        items = [block for block in first_lines(section.blocks) if block.tag in tags and is_item(block)]
        if items := most_common_tag(items):
            return items
    return plain_cards(section.blocks)


def first_lines(blocks: list[Block]) -> list[Block]:
    """Keep only the first line of elements with several lines; it says what they are about."""
    return [block for at, block in enumerate(blocks) if not at or block.path != blocks[at - 1].path]


def most_common_tag(items: list[Block]) -> list[Block]:
    """The items of one level; a lone heading among cards belongs to something else."""
    tags = [block.tag for block in items]
    best = max(dict.fromkeys(tags), key=tags.count, default="")
    chosen = [block for block in items if block.tag == best]
    return chosen if len(chosen) >= 2 else []


def headings_of(page: ReadPage) -> list[Block]:
    return most_common_tag([block for block in page.blocks if block.tag in ("h2", "h3") and is_item(block)])


def is_item(block: Block) -> bool:
    text = block.text.strip()
    if NOT_HERE.intersection(block.marks) or block.place not in ("main", "aside") or block.lang:
        return False
    if not 3 <= len(text) <= 110 or len(text.split()) > 14 or text.endswith(("?", ":")) or is_leftover(text):
        return False
    return (
        not CALL.match(text)
        and not PLAN_NAME.match(text)
        and not find_prices(text)
        and not NO_FEATURE.search(text)
        and not re.fullmatch(r"[\W\d]+\S{0,2}", text)
    )


def cards_on(page: ReadPage) -> list[Block]:
    """In each section, at least three headings of one level with a text under each."""
    heads = card_heads(page)
    found: dict[int, Block] = {}
    for section in sections(page):
        below = [block for block in section.blocks if block.tag in HEADINGS]
        if section.level == 1 and below and below[0].tag == "h2":
            continue  # these are the sections of the page
        cards = [block for block in below if block.tag == below[0].tag]
        own = [block for block in cards if id(block) in heads]
        if len(own) >= MIN_CARDS and len(cards) <= MAX_IN_ROW:
            found |= {id(block): block for block in own}
    return list(found.values())


def card_heads(page: ReadPage) -> dict[int, Block]:
    """Headings with a text under them, without those that sections about something else have, and steps."""
    titles = {id(block): section.heading.text for section in sections(page) for block in section.blocks}
    heads: dict[int, Block] = {}
    for at, (head, text) in enumerate(pairwise(page.blocks)):
        prose = text.tag not in HEADINGS and (len(text.text) > 30 or len(text.text.split()) > 4)
        if head.tag not in HEADINGS or not prose or not is_item(head) or "steps" in head.marks:
            continue
        if OTHER_CARDS.search(titles.get(id(head), "")):
            continue
        if not NUMBER.match(head.text) and not (at and NUMBER.fullmatch(page.blocks[at - 1].text)):
            heads[id(head)] = head
    return dict(islice(heads.items(), MAX_CARDS))


def plain_rows(page: ReadPage) -> list[Block]:
    """At least three small headings side by side, where no heading stands above them."""
    return alike_in([head for head in card_heads(page).values() if head.tag not in ("h1", "h2")])


def large_rows(page: ReadPage) -> list[Block]:
    """Large headings that alternate with texts, as on pages that show one feature below the other."""
    large = [head for head in card_heads(page).values() if head.tag in ("h1", "h2")]
    return alike_in([head for head in large if not FEATURES.search(head.text) and not OTHER_CARDS.search(head.text)])


def alike_in(candidates: list[Block]) -> list[Block]:
    for block in candidates:
        beside = [other for other in candidates if other.tag == block.tag and are_alike(other.path, block.path)]
        if MIN_CARDS <= len(beside) <= MAX_IN_ROW:
            return beside
    return []


def are_alike(one: list[int], other: list[int]) -> bool:
    """Whether two blocks are at the same position in two cards, which may be in different rows."""
    differing = sum(a != b for a, b in zip(one, other, strict=False))
    return len(one) == len(other) and differing <= 2 and len(zip_equal(one, other)) >= len(one) - 6


def plain_cards(blocks: list[Block]) -> list[Block]:
    """At least three cards without headings: a few words, and a text under them in the same element."""
    heads = [
        head for head, text in pairwise(blocks)
        if head.tag in ("div", "p", "dt", "li") and is_item(head) and len(head.text.split()) <= 6
        and not re.search(r"[.!,→]$|\d\s?[%+]", head.text) and len(text.text) > 30 and len(text.text.split()) >= 5
        and text.tag in ("div", "p", "dd", "li") and head.path[:-1] == text.path[:-1] and len(head.path) > 2
    ][:MAX_CARDS]  # fmt: skip
    for head in heads:
        beside = [
            other for other in heads
            if len(other.path) == len(head.path)
            and (other.path[:-2], other.path[-1]) == (head.path[:-2], head.path[-1])
        ]  # fmt: skip
        if len(beside) >= 3:
            return beside
    return []


def drafted(page: ReadPage, items: list[Block]) -> Drafted:
    unique: dict[str, Block] = {}
    for block in items:
        unique.setdefault(comparable(block.text), block)
    chosen = list(unique.values())[:MAX_ITEMS]
    # `Single file: copy it, back it up.`: if every item starts with such a label, the label is the item.
    leads = [LEAD.match(block.text) for block in chosen]
    return Drafted(
        value=[lead["lead"] for lead in leads if lead] if all(leads) else [block.text.rstrip(".") for block in chosen],
        quotes=[SourceQuote(quote=block.text, url=page.url) for block in chosen],
    )
