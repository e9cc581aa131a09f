"""Drafts the short description, the description, and the texts for search engines."""

import re

from showground.extraction.drafters.extractive.tagline import HIGHEST_BLOCKS, is_all_links, is_shown_first
from showground.extraction.page_sections import HEADINGS
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, SiteModel, is_same_text, quotes_from, text_of
from showground.extraction.statements.machine_text import is_for_machines
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.people import is_person_name
from showground.extraction.statements.placeholders import GENERIC_NAMES, is_leftover
from showground.extraction.statements.text_folding import UNSPACED, comparable, name_key, sentences
from showground.extraction.statements.years import founding_years
from showground.extraction.subjects import Subjects

MAX_PARAGRAPHS = 6
MIN_PARAGRAPH = 50  # characters
MAX_DESCRIPTION_LENGTH = 4_000


def find_short_description(site: SiteModel, tagline: Drafted | None) -> Drafted | None:
    home = site.home
    candidates = [home.meta.get("description", ""), home.open_graph.get("og:description", "")]
    below = [subtitle.text for subtitle in subtitles(home)]
    candidates += [text for text in below if "@" not in text and not CALL_TO_ACTION.match(text)]
    for node in home.json_ld:
        candidates.append(text_of(node.get("description")))
    fitting = [text for text in candidates if is_sentence(text)]
    # An English text on a page in another language was probably never translated, so prefer others.
    fitting = [text for text in fitting if not is_untranslated(text, home.language)] or fitting
    whole = [text for text in fitting if not re.search(r"(?:…|\.\.\.)$", text)]
    more = [text for text in whole or fitting if not tagline or not is_same_text(text, tagline.value)]
    best = next(iter(more or whole or fitting), None)
    return Drafted(value=best, quotes=quotes_from(home, best)) if best else None


def is_untranslated(text: str, language: str | None) -> bool:
    """Whether a text is English although the page is in another language."""
    known = (language or "en")[:2] in ("en", "nl", "da", "nb", "no", "sv")
    return not known and text.isascii() and bool(re.search(r"\b(?:the|for|with|your|and)\b", text, re.IGNORECASE))


def is_row_of_promises(text: str) -> bool:
    return len(text) <= MAX_PROMISES and bool(NO_CARD_NEEDED.search(text))


def is_sentence(text: str) -> bool:
    enough = len(text.split()) >= 5 or bool(UNSPACED.search(text))
    if is_row_of_promises(text) or OFFICIAL_SITE.fullmatch(text):
        return False
    return 30 <= len(text) <= 500 and enough and not is_leftover(text) and not is_for_machines(text)


def subtitles(page: ReadPage) -> list[Block]:
    """The text right under the headline."""
    shown = [block for block in page.blocks[:HIGHEST_BLOCKS] if is_shown_first(page, block)]
    at = next((at for at, block in enumerate(shown) if block.tag == "h1"), -1)
    below = shown[at + 1 : at + 5]
    return [block for block in below if block.tag in ("p", "h2", "div") and not ABOUT_OTHERS.intersection(block.marks)]


def find_description(subjects: Subjects) -> Drafted | None:
    site = subjects.site
    places = {id(block): at for page in site.pages for at, block in enumerate(page.blocks)}
    for kinds in (("about",), ("home",), ("features",), ("press",)):
        # An about page may begin with a portrait, so start at the first paragraph that names the product.
        product_named = kinds != ("about",)
        paragraphs = [
            (page, block)
            for page, block in site.statements(*kinds, skip=SKIPPED_MARKS)
            if is_paragraph(block)
            and not is_all_links(page, block)
            and not is_by_person(page, places[id(block)])
            and not is_about_others_or_contact(subjects, page, block)
            and (product_named := product_named or (bool(site.name) and name_key(site.name) in name_key(block.text)))
        ]
        if sum(len(block.text) for _, block in paragraphs) >= 80:
            break
    else:
        return None
    chosen: list[tuple[ReadPage, Block]] = []
    length = 0
    for page, block in paragraphs:
        new = all(not is_same_text(block.text, other.text) for _, other in chosen)
        if new and len(chosen) < MAX_PARAGRAPHS and length + len(block.text) <= MAX_DESCRIPTION_LENGTH:
            chosen.append((page, block))
            length += len(block.text)
    texts = [(page, without_list_intro(block.text)) for page, block in chosen]
    text = "\n\n".join(text for _, text in texts)
    return Drafted(value=text, quotes=[SourceQuote(quote=text, url=page.url) for page, text in texts])


SKIPPED_MARKS = frozenset({"faq", "pricing", "legal", "modal", "adviser", "address", "others"})
CALL_TO_ACTION = re.compile(
    r"^(?:by (?:clicking|signing|subscribing)|subscribe|sign up|enter your|no credit card|©|copyright\b|we use cookies|"
    r"got (?:a|any) |have (?:a|any) |(?:still )?(?:have )?questions|requires |current version|for windows|looking for|"
    r"don['’]t hesitate|contact us|thank you|download|click)",
    re.IGNORECASE,
)


# Terms of payment and announcements don't say what the product is.
TERMS = re.compile(
    r"\b(?:refund\w*|money[- ]back|cancel (?:any ?time|your)|cancellations?|auto-?renew\w*|renews automatically|billed"
    r"|rückerstattung|widerruf\w*|kündig\w+|remboursement|résili\w+|reembols\w+|cancela (?:cuando|quando)|rimbors\w+"
    r"|disdett\w+|zwrot pieniędzy|rezygnacj\w+|возврат средств|para iadesi|iade garantisi|terugbetaling|opzegg\w+"
    r"|coming soon|bientôt|demnächst|próximamente|em breve|prossimamente|wkrótce|yakında|binnenkort)\b"
    r"|返金|解約|近日公開|退款|即将推出|환불|해지|출시 예정|החזר כספי|استرداد",
    re.IGNORECASE,
)
# Promises below a button: `No credit card · Cancel any time`.
NO_CARD_NEEDED = re.compile(
    r"\b(?:no (?:credit )?card|without a (?:credit )?card|cancel any ?time|keine kreditkarte|jederzeit kündbar"
    r"|ohne kreditkarte|sans (?:carte|engagement)|sin (?:tarjeta|permanencia)|sem (?:cartão|fidelidade)"
    r"|senza (?:carta|vincoli)|bez karty|без (?:карты|привязки)|kredi kartı (?:gerekmez|gerekmiyor|istemez)"
    r"|geen creditcard)\b|クレジットカード不要|カード登録不要|いつでも解約|无需信用卡|無需信用卡|随时取消"
    r"|카드 ?(?:등록 ?)?(?:불필요|없이)|بدون بطاقة|ללא כרטיס",
    re.IGNORECASE,
)
MAX_PROMISES = 100  # characters
# `The official website of Acme`: says what the page is, not what the product is.
OFFICIAL_SITE = re.compile(
    r"(?:(?:the |this is the )?official (?:web ?)?(?:site|page|home ?page)|(?:die )?offizielle (?:web)?seite"
    r"|(?:le )?site officiel|(?:el )?sitio (?:web )?oficial|(?:o )?site oficial|(?:il )?sito ufficiale|официальный сайт"
    r"|oficjalna strona)\b(?:\W+\w+){0,6}\W*"
    r"|.{0,30}(?:公式(?:サイト|ホームページ)|官方网站|官方網站|공식 ?(?:사이트|홈페이지))\W*",
    re.IGNORECASE,
)
# Sources, and statistics: `111,263 € is the fine for ...`.
STATISTIC = re.compile(
    r"\W*(?:sources?|quellen?|fuentes?|fontes?|fonti|bron(?:nen)?|źródł[oa]|источники?|kaynak(?:lar)?|出典|来源|출처)\s*[:：]"
    r"|[$€£¥₺₽]?\s?\d[\d.,]*\s?[%$€£¥₺₽]\s",
    re.IGNORECASE,
)
ADDRESS = re.compile(r"\S@[\w-]+\.\w")  # of an email
RIVALS = re.compile(
    r"\b(?:alternatives (?:such as|like|include|are)|(?:our )?competitors|rivals?|alternativen wie|wettbewerber\w*"
    r"|mitbewerber\w*|concurrents|competidores|concorrentes|concorrenti|concurrenten|konkurren(?:ten|cj[aię]|ci"
    r"|ter|terna)|конкурент\w*|rakip\w*)\b|競合(?:他社|製品)|竞争对手|競爭對手|경쟁(?:사|제품)|المنافسين|המתחרים",
    re.IGNORECASE,
)
ENDS_WITH_ARROW = re.compile(r"[→›»]\s*$")  # the text of a card that leads elsewhere


def is_paragraph(block: Block) -> bool:
    long_enough = len(block.text) >= MIN_PARAGRAPH and (
        len(block.text.split()) >= 8 or bool(UNSPACED.search(block.text))
    )
    return (
        block.tag in ("p", "div", "td", "section", "article") and block.place == "main" and long_enough
        and bool(re.search(r"[.!?。…:]", block.text)) and not CALL_TO_ACTION.match(block.text)
        and not TERMS.search(block.text) and not ENDS_WITH_ARROW.search(block.text) and not STATISTIC.match(block.text)
        and bool(without_list_intro(block.text)) and not is_row_of_promises(block.text)
        # Prices are drafted separately, and amounts in a text may be anybody's.
        and not find_prices(block.text)
    )  # fmt: skip


def is_about_others_or_contact(subjects: Subjects, page: ReadPage, block: Block) -> bool:
    """Whether a paragraph is about rivals or another company's founding, or has an email address."""
    if ADDRESS.search(block.text) or RIVALS.search(block.text):
        return True
    return any(
        not subjects.owns(page, block, statement) for statement in founding_years(block.text, subjects.site.year)
    )


def without_list_intro(text: str) -> str:
    """A paragraph without a last sentence that only introduces a list: `You can read three things:`."""
    if not text.endswith((":", "：")):
        return text
    rest = text[: text.rfind(last)].rstrip() if (last := (sentences(text) or [""])[-1]) else ""
    return rest if len(rest) >= MIN_PARAGRAPH else ""


def is_by_person(page: ReadPage, at: int) -> bool:
    """Whether a text is attributed to a person: by a name above it, or right under it, as with reviews."""
    block = page.blocks[at]
    before = [other for other in page.blocks[max(0, at - 3) : at] if other.tag not in ("h1", "h2")]
    after = [other for other in page.blocks[at + 1 : at + 2] if other.tag not in HEADINGS]
    signed = [other for other in after if other.path[:-1] == block.path[:-1]]
    return any(is_person_name(other.text) for other in (*before, *signed))


def find_seo(site: SiteModel) -> dict[str, Drafted]:
    found: dict[str, Drafted] = {}
    title, meta = site.home.title, site.home.meta.get("description", "")
    if 3 <= len(title) <= 70 and not is_leftover(title) and comparable(title) not in GENERIC_NAMES:
        found["title"] = Drafted(value=title, quotes=quotes_from(site.home, title))
    if 30 <= len(meta) <= 170 and is_sentence(meta):
        found["meta"] = Drafted(value=meta, quotes=quotes_from(site.home, meta))
    return found
