"""Decides which amounts on a site are prices of the product, and not of a rival, a market or a calculator."""

import re
from urllib.parse import unquote, urlsplit

from showground.extraction.about_others import is_about_others
from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import Price, find_prices, is_current_price
from showground.extraction.statements.text_folding import comparable, sentences
from showground.extraction.subjects import OTHERS_PARTS, Subjects

# Words about rivals or the market in general, which pages compare their prices with.
ABOUT_RIVALS = re.compile(
    r"\b(?:competitors?|others|other (?:tools|apps|companies|services|providers|vendors)|elsewhere|unlike"
    r"|(?:consultant|accountant|lawyer|contractor)s|an? (?:consultant|accountant|lawyer|contractor)|agencies"
    r"|the average|on average|typical(?:ly)?|industry"
    r"|(?:\w*markt)?durchschnitt(?:lich)?|en moyenne|moyenne du marché|en promedio|promedio del mercado|em média"
    r"|média do mercado|media di mercato|gemiddeld|marktgemiddelde|średnio|średnia rynkowa|в среднем|ortalama"
    r"|wettbewerb\w*|konkurrenz|andere anbieter"
    r"|concurren\w+|competidores|concorrent\w+|konkurencj\w+|конкурент\w+|rakip\w*)\b|競合|竞争|競爭|경쟁사",
    re.IGNORECASE,
)
# `On average, a website costs $500`: the price of such things in general.
GENERAL_PRICE = re.compile(
    r"\b(?:in general|generally|on average|typically|market (?:price|average)s?|en général|généralement|en moyenne"
    r"|im allgemeinen|durchschnittlich|im (?:durch)?schnitt|en general|generalmente|por lo general|en promedio"
    r"|em geral|em média|in genere|in media|gemiddeld|doorgaans|zazwyczaj|średnio|в среднем|genellikle|ortalama)\b"
    r"|一般的に|相場|平均で|平均的|一般来说|通常价格|평균",
    re.IGNORECASE,
)
# Amounts that the customer gets back.
DEPOSIT = re.compile(
    r"\b(?:deposits?|kaution(?:en)?|caution|dépôt de garantie|fianzas?|depósitos?|caução|cauzion[ei]|borg|kaucj\w+"
    r"|залог\w*|depozito|teminat)\b|保証金|押金|보증금|פיקדון|تأمين",
    re.IGNORECASE,
)
# Past and future prices, and prices that only earlier customers pay. All begin with a letter: without saying so first,
# a text of nothing but amounts is searched for all of them at each amount, again for each amount.
NOT_NOW = re.compile(
    r"\b(?=[^\W\d_])(?:used to cost|cost\b[^.]{0,30}\buntil|until\b[^.]{0,40}\bcost|(?:signed up|joined|bought"
    r"|subscribed) before|closed to new"
    r"|no longer (?:sold|offered|available)|will (?:rise|go up|increase|cost)|(?:rises|goes up|increases) to"
    r"|steigt\b[^.]{0,30}\bauf"
    r"|wird\b[^.]{0,30}\bkosten|kostete[nt]?|geplant\w*|passera à|coûtera|coûtait|subirá|costará|costaba"
    r"|aumentará|custará"
    r"|custava|costerà|costava|passerà a|zal\b[^.]{0,30}\bkosten|kostte|vil koste|kostede|kommer att kosta|kostade"
    r"|będzie kosztować|kosztował[ao]?|wzrośnie|zdraží|bude stát|stál[ao]?|подорожает|будет стоить|стоил[ао]?"
    r"|yükselecek|planlan\w*)\b",
    re.IGNORECASE,
)
# The head of a table column that names vendors: the table compares several.
VENDOR_COLUMN = re.compile(
    r"(?:providers?|vendors?|suppliers?|competitors?|anbieter|fournisseurs?|proveedor(?:es)?|fornecedor(?:es)?"
    r"|fornitor[ei]"
    r"|leveranciers?|dostawc[ay]|поставщики?|провайдеры?|sağlayıcı(?:lar)?)|提供商|供应商|供應商|공급업체|プロバイダー?|ベンダー",
    re.IGNORECASE,
)
# `Available on Steam for $9.99`, `Only $4.99 on the App Store`.
IN_STORE = re.compile(
    r"\b(?:on|via|in|auf|im|sur|en|na|su) (?:the |dem |l['’]|la |el )?(?:mac )?(?:app store|google play|play store"
    r"|steam|itch\.io|gumroad|microsoft store)\b",
    re.IGNORECASE,
)
# Titles and addresses of calculators.
CALCULATOR = re.compile(
    r"calculat(?:or|rice|eur)|\w*rechner\b|calculadora|calcolator[ei]|kalkulator|kalkylator|rekenmodule|rekentool"
    r"|калькулятор|hesaplama|hesaplayıcı|simulat(?:or|eur)|simulador|simulatore|estimator|計算|计算器|計算機|계산기|מחשבון"
    r"|حاسبة|เครื่องคำนวณ",
    re.IGNORECASE,
)
# The word `from` right before an amount.
FROM_BEFORE = re.compile(
    r"(?:^|[\s(])(?:from|starting (?:at|from)|starts at|ab|dès|à partir de|desde|a partir de|a partire da|vanaf"
    r"|już od|od"
    r"|от|fra|från)\s*$",
    re.IGNORECASE,
)
COSTS_VERB = (
    r"(?:costs?|charges?|is|are|was|starts?|asks?|takes?|wants?|sells?|kostet|verlangt|coûte|cuesta|cobra|custa|costa"
    r"|kosztuje|стоит)"
)
# `Globex costs only` right before an amount. A name begins where a word does: tried from each of its letters, a text
# without spaces would take time by the square of its length.
NAMED_BEFORE = re.compile(rf"(?<!\S)(?P<name>\S+(?: \S+)?)\s+{COSTS_VERB}\W+(?:\w+\W+){{0,3}}$", re.IGNORECASE)
# How a sentence about the price begins if it names nobody: `For only $5`, `Monthly plans start at $9`.
BEGINS_OFFER = re.compile(
    r"^\W*(?:(?:for |at |our |the |all |every |each |one |a |an |and |then |plus |only |just |now |today "
    r"|starting |it |they |you |und |nur |für |ab |le |la |les |el |il |o |a )*(?:from|only|just|now|starting"
    r"|starts?|plans?|pricing|prices?|price|cost|costs|subscriptions?|licen[cs]es?|memberships?|it|pay|buy|get|own"
    r"|order|try|free|then|after|monthly|yearly|annual(?:ly)?|one[- ]time|lifetime|upgrade|unlock|subscribe|in-app"
    r"|pro|premium|basic|starter|team|business|plus|full version|version|early bird|pre-?order|available|download"
    r"|trial|purchase|payment|seat|users?|month|year|per|ab|nur|preis\w*|kostet|einmalig|monatlich|jährlich|lizenz|abo"
    r"|tarif\w*|prix|dès|à partir|seulement|abonnement|licence|desde|precio|por|solo|sólo|suscripción|a partir"
    r"|preço|apenas|assinatura|da|prezzo|abbonamento|vanaf|slechts|cena|od|tylko|цена|от|всего"
    r"|подписка|fiyat|sadece|aylık)\b|月額|年額|価格|料金|月|每月|价格|仅|월|가격|ราคา|السعر|מחיר)",
    re.IGNORECASE,
)


def is_own_price(subjects: Subjects, page: ReadPage, block: Block, text: str, price: Price) -> bool:
    """Whether an amount in a text of this block is a price of the product."""
    if (
        OTHERS_PARTS.intersection(block.marks)
        or block.lang
        or is_about_others(page)
        or not is_current_price(text, price)
    ):
        return False
    before = sentence_before(text, price)
    if DEPOSIT.search(f"{subjects.heading_of(page, block) or ''} {before}"):
        return False
    rest = re.split(r"[.!?](?:\s|$)", text[price.start + len(price.written) :])[0]
    if NOT_NOW.search(f"{before} {rest}"):
        return False
    if page.kind != "pricing" and (is_calculator(page) or price.is_open):
        return False
    if GENERAL_PRICE.search(before) and page.kind != "pricing":
        return False
    mentions = subjects.mentions(IN_STORE.sub(" ", before), page.language)
    if in_price_list(page, block):
        named = NAMED_BEFORE.search(before)
        # The name is tested with a verb after it, because a word such as `Only` is recognised as no name only then.
        others = subjects.mentions(f"{named['name']} costs" if named else "", page.language)
        rival = (
            others and others[-1].party == "other" and comparable(last_word_of_name(named)) not in heading_texts(page)
        )
        return not rival and not ABOUT_RIVALS.search(before) and is_own_column(subjects, page, block)
    last = [one for one in mentions if one.party in ("own", "other")]
    if last:
        return last[-1].party == "own"
    # Under a heading with the product's name, a price is the product's, whatever the page.
    alone = subjects.stands_alone(page, block) or subjects.names_us(subjects.heading_of(page, block) or "")
    begins = not before.strip(" \"'“”(–—-:") or BEGINS_OFFER.search(before)
    return alone and bool(begins or (price.period and FROM_BEFORE.search(before)))


def is_calculator(page: ReadPage) -> bool:
    """Whether the address or headline of a page says it is a calculator. Its amounts are results and examples."""
    headline = next((heading.text for heading in page.headings if heading.level == 1), "")
    path = unquote(urlsplit(page.url).path)
    return bool(CALCULATOR.search(path) or CALCULATOR.search(headline))


def in_price_list(page: ReadPage, block: Block) -> bool:
    """Whether a block is among the company's prices. A page of no known kind may be about anybody's."""
    return page.kind == "pricing" or ("pricing" in block.marks and page.kind != "other")


def own_prices_in(subjects: Subjects, page: ReadPage, block: Block) -> list[Price]:
    """The product's prices in a block."""
    return [price for price in find_prices(block.text) if is_own_price(subjects, page, block, block.text, price)]


def sentence_before(text: str, price: Price) -> str:
    """The part of a sentence before an amount."""
    at = 0
    for sentence in sentences(text):
        start = text.find(sentence, at)
        at = start + len(sentence)
        if start <= price.start < at:
            return text[start : price.start]
    return text[: price.start]


def last_word_of_name(named: re.Match[str] | None) -> str:
    return named["name"].split()[-1] if named else ""


def heading_texts(page: ReadPage) -> set[str]:
    """The texts of headings on a page, which may be names of plans."""
    return {comparable(block.text) for block in page.blocks if block.tag in (*HEADINGS, "th", "dt")}


def heads_of_table(subjects: Subjects, page: ReadPage, cell: Block) -> list[Block]:
    """The cells without an amount in the first row of the table that a cell is in."""
    if id(page) not in subjects.tables:
        found: dict[tuple[int, ...], list[Block]] = {}
        for block in page.blocks:
            in_first_row = block.tag in ("td", "th") and len(block.path) > 3 and block.path[-2] == 0
            if in_first_row and not find_prices(block.text):
                found.setdefault(tuple(block.path[:-3]), []).append(block)
        subjects.tables[id(page)] = found
    return subjects.tables[id(page)].get(tuple(cell.path[:-3]), [])


def is_own_column(subjects: Subjects, page: ReadPage, block: Block) -> bool:
    """Whether a cell is in the product's own column, if the table compares it with others."""
    if block.tag not in ("td", "th") or len(block.path) <= 3:
        return True
    heads = heads_of_table(subjects, page, block)
    if any(VENDOR_COLUMN.fullmatch(head.text.strip()) for head in heads):
        return False
    ours = [head.path[-1] for head in heads if subjects.is_name_of_ours(head.text)]
    return not ours or block.path[-1] in ours
