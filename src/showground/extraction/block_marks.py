"""Marks the blocks of a page by the headings and blocks around them: prices, questions, reviews, cookie notices."""

import re
from itertools import pairwise

from showground.extraction.page_sections import HEADINGS, Section, blocks_outside_element, sections
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.review_titles import REVIEW_TITLES
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.placeholders import is_latin_filler, is_leftover

# For each mark: headings of sections that get it.
SECTIONS = {
    "testimonial": REVIEW_TITLES,
    "adviser": r"\badvis[eo]rs?\b|\badvisory\b|\b(?:our|the) investors?\b|^investors?$|\bbacked by\b|\bbackers\b|"
               r"board of|\bmentors?\b"
    r"|\bbeirat\b|^investoren$",
    "compare": r"\bvs\.?(?!\w)|\bversus\b|\bcompared? (?:to|with)\b|^comparison|^alternatives\b|\bcompetitors?\b|"
               r"\bstack up\b|^compare\b|the old way"
    r"|what others charge|^vergleich",
    "jobs": r"^carreiras$|^trabalhe conosco|^(?:carrières?|nous recrutons)$|^empleos?$|^trabaja con nosotros|^вакансии$"
    r"|^kariyer$|^lavora con noi|^採用情報|^招聘|^채용"
    r"|^careers?$|^jobs$|open (?:positions|roles)|^join (?:our|the) team|we['’]?re hiring|^karriere$|offene "
            r"stellen",
    "faq": r"\bfaqs?\b|frequently asked|^(?:common |your |any )?questions\b|questions.{1,12}answer|häufige fragen|"
           r"häufig gestellte"
    r"|fragen (?:und|&) antworten|questions (?:fréquentes|courantes)|foire aux questions"
    r"|(?:preguntas|dudas) frecuentes|(?:perguntas|dúvidas) frequentes"
    r"|domande (?:più )?frequenti|domande e risposte|(?:veel|vaak) ?gestelde vragen|vragen en antwoorden"
    r"|vanliga frågor|frågor och svar|ofte stil(?:lede|te)|usein kysyt|sık(?:ça)? (?:sorulan|sorular)|merak edilen"
    r"|najczęściej zadawane|(?:częste|najczęstsze) pytania|čast[ée] (?:dotazy|otázky)|gyakori kérdések"
    r"|întrebări frecvente|συχνές ερωτήσεις|pertanyaan (?:umum|yang sering)|câu hỏi thường gặp"
    r"|^pytania(?: i odpowiedzi)?$|част(?:о задаваемые|ые вопросы)|важные вопросы|(?:поширені|часті) (?:за)?питання"
    r"|вопросы и ответы|よくある(?:ご)?質問|常见(?:问题|疑问)|常見(?:問題|疑問)"
    r"|자주 묻는|(?:ال)?أسئلة (?:ال)?شائعة|سؤالات متداول|שאלות נפוצות|คำถามที่พบบ่อย",
    "pricing": r"\bpricing\b|\bplans\b|\bprices?\b|(?:choose|pick|select|find) (?:a|your|the right) plan"
               r"|\bpreise?\b|\btarife\b|\btarifs\b|"
               r"\bprecios\b|\bplanes\b|\bpreços\b"
    r"|\bplanos\b|\bprezzi\b|\bprijzen\b|\bformules\b|\bforfaits\b|\btariffe\b|\blistino\b|\bcennik\b|\bcen+ík\b"
    r"|\bстоимость\b|how much (?:do|does|is|are)\b.{0,30}\bcost|was kostet"
    r"|combien (?:ça )?coût|cuánto cuesta|quanto (?:custa|costa)|wat kost|ile kosztuje|сколько стоит|ne kadar\?"
    r"|\bцены\b|\bтарифы\b|\bfiyat(?:lar|ları|larımız|landırma)?\b"
    r"|^.{0,8}(?:料金|価格|价格|價格|套餐|요금|가격).{0,6}$",
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
    "mock": r"^(?:an? )?(?:example|sample) (?:of|invoice|statement|report|bill|account|order|quote|receipt|menu)\b"
    r"|^beispiel(?: für|rechnung)|^exemple (?:de|d['’])|^ejemplo de|^exemplo de|^esempio di|^voorbeeld(?: van)?\b"
    r"|^przykład(?:owa|owy|owe)?\b|^пример\b|^образец\b|^örnek\b|^exempel på|^eksempel på|^مثال|^نموذج|^דוגמה"
    r"|^サンプル|^(?:入力|記入|表示)例|^示例|^样例|^예시",
    "others": r"^(?:also|more) (?:from|by) (?:us|the makers|our team)\b|^(?:our )?other (?:products|apps|projects)\b"
    r"|^weitere produkte|^auch von uns|^nos autres|^(?:nuestros )?otros productos|^outros produtos|^altri prodotti"
    r"|^andere producten|^inne produkty|^другие продукты|^diğer ürünler|^他の製品|^其他产品|^다른 제품"
    r"|\b(?:customers|clients|partners|integrations|suppliers|sponsors|investors)\b|\bwho uses\b|\bused by\b"
    r"|\btrusted by\b|\bworks with\b|\bas seen (?:in|on)\b|\bfeatured (?:in|on|by)\b|\bin the (?:press|media"
    r"|news)\b|^press\b(?! ?kit)|\bpowered by\b|^(?:(?:photo|image|icon|art|music|special|third[- ]party) )?credits?$"
    r"|\backnowledge?ments\b|^(?:web ?|site |website )?design(?:ed by| and (?:code|development))?$"
    r"|^(?:web)?gestaltung\b|^(?:technische |website )?(?:umsetzung|konzeption|realisierung)\b|^bildnachweis|^fotos?:?$"
    r"|^(?:conception|création|réalisation)\b|^crédits|^diseño|^desarrollo web|^realizzazione|^realizacja"
    r"|^(?:web)?ontwerp\b|^vormgeving|\bhosting\b|\bkunden\b|\breferenzen\b"
    r"|\bpartner\b|\bpresse\b|nos clients|partenaires|ils nous font confiance|héberge\w+|\bhoster\b|hospedagem|"
    r"alojamiento web|\bclientes\b|\bsocios\b"
    r"|\bparceiros\b|\bclienti\b|\bklanten\b|\bklienci\b|клиенты|партн[её]ры|müşteriler|ortaklar|お客様|導入企業"
    r"|パートナー|客户|合作伙伴"
    r"|고객사|파트너|ลูกค้า|عملاؤنا|شركاؤنا|לקוחות|שותפים",
    "legal": r"^terms\b|^privacy policy|^cookies?\b|^datenschutz|^legal notice",
}  # fmt: skip
SECTION_PATTERNS = {mark: re.compile(words, re.IGNORECASE) for mark, words in SECTIONS.items()}
MAX_HEADING_WORDS = 9
PRICE_LABEL = re.compile(
    r"(?:regular )?(?:prices?|pricing|preise?|prix|precios?|preços?|prezz[io]|prijs|cena|ceny|цен[аы]|fiyat|価格"
    r"|料金|价格|價格|가격|ราคา"
    r"|السعر|מחיר)\s?[:：]?",
    re.IGNORECASE,
)
# Marks from class names that mean nothing on an element around the whole page.
WRAPPER_MARKS = frozenset(
    {
        "testimonial", "cookie", "blog", "compare", "mock", "jobs", "legal", "team", "faq", "adviser", "logos", "modal",
        "trouble",
    }
)  # fmt: skip
WHOLE_PAGES = ("home", "pricing", "about", "contact", "features")
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
RATING = re.compile(r"^[★☆⭐✮✩\ufe0f\s]{3,}$|^[1-5](?:[.,]\d)?\s?(?:/|out of|von|sur)\s?5(?: stars)?$", re.IGNORECASE)
ATTRIBUTION = re.compile(r"^(?:[—–―~]|-\s)\s?\S+(?:\s+\S+){0,7}$|^@\w{2,30}$")
STARRED_REVIEW = re.compile(r"^[★☆⭐✮✩\ufe0f]{3,}\s*\S.{15,}", re.DOTALL)  # a review in one block with its stars
REVIEWER = re.compile(r"^[^\W\d_][^\W\d_]+(?: [^\W\d_]\.| [^\W\d_a-z][^\W\d_]+)?$")
FIRST_PERSON = re.compile(
    r"\b(?:I|I['’](?:m|ve|d|ll)|my|me|ich|mein\w*|je|j['’]\w+|mon|ma|mes|yo|mi|mis|eu|meu|minha|io|mio|mia)\b"
)
# Words in a heading that name a solution, not just a problem.
SOLUTION_WORDS = re.compile(
    r"solution|\bsolv|lösung|\blös|résou|solucion|soluç|soluzion|\bresolv|risol|\bresuelv|oploss|rozwiąz"
    r"|реш[аеё]|çöz|解決"
    r"|解决|해결|\bno\b|\bnot\b|without|never|ohne|kein|sans|\bsin\b|\bsem\b|senza|zonder|\bbez\b|\bбез\b|حل|פתר|ללא",
    re.IGNORECASE,
)
REVIEW_LENGTH = 30
MAX_LABEL_WORDS, MAX_AMOUNT_LENGTH = 5, 25  # words of the label of an amount, and characters of the amount
MAX_INPUTS = 12  # blocks of a calculator above its result
# The label of savings that a calculator shows: `Yearly savings`.
SAVINGS_LABEL = re.compile(
    r"[^\d%]*\b(?:savings?|saved|you (?:can |could )?save|roi|return on investment|lost revenue|ersparnis\w*"
    r"|einsparung\w*|[ée]conomies?|gains?|ahorros?|economia|risparmi[oa]?|besparing\w*|oszczędności|экономия"
    r"|tasarruf)\b[^\d%]*|\D*(?:節約|削減|节省|절감)\D*",
    re.IGNORECASE,
)
# Labels of other results of a calculator: `You save`, `Staff costs`, `Your selection`.
CALCULATOR_LABEL = re.compile(
    r"(?:you save|your savings|du sparst|sie sparen|ihre ersparnis|(?:je|u) bespaart|vous économisez|tu économises"
    r"|ahorras|você economiza|risparmi|oszczędzasz|вы экономите)\b[^\d]*"
    r"|(?:staff|labou?r|employee|personnel) costs?|\w*(?:mitarbeiter|personal|lohn)kosten|personeelskosten"
    r"|(?:your|ihre|deine|jouw|uw|votre|tu|la tua) (?:selection|configuration|auswahl|zusammenstellung|samenstelling"
    r"|sélection|selección|selezione)",
    re.IGNORECASE,
)
MIN_COPIED = 3  # lines of a plan besides its name
QUOTED = re.compile(r"^[\"“„«].{30,}[\"”“»]", re.DOTALL)


def mark_blocks(page: ReadPage) -> None:
    """Mark each block with the kinds of sections that it is part of."""
    unmark_wrappers(page)
    mark_sections(page)
    mark_price_lists(page)
    mark_testimonials(page)
    mark_cookies(page)
    mark_leftovers(page)
    mark_copied_plans(page)
    mark_calculated_amounts(page)


def mark_sections(page: ReadPage) -> None:
    for section in sections(page):
        heading = section.heading.text
        # The page's title says what kind of page it is, which `kind` says better.
        if section.level == 1 or len(heading.split()) > MAX_HEADING_WORDS:
            continue
        for mark, pattern in SECTION_PATTERNS.items():
            if pattern.search(heading):
                others = (
                    blocks_outside_element(section)
                    if mark == "steps"
                    else features_after(section)
                    if mark == "others"
                    else ()
                )
                for block in (section.heading, *section.blocks):
                    if id(block) not in others:
                        add_mark(block, mark)
        if SOLUTION_WORDS.search(heading):
            for block in section.blocks:
                block.marks = [mark for mark in block.marks if mark != "trouble"]


def features_after(section: Section) -> set[int]:
    """The ids of blocks that a class calls features, below a heading such as `Partners` without that class."""
    if "feature" in section.heading.marks:
        return set()
    return {id(block) for block in section.blocks if "feature" in block.marks}


def mark_price_lists(page: ReadPage) -> None:
    """Mark the lines after one that only says `Price`, as in press kits."""
    for at, block in enumerate(page.blocks):
        if PRICE_LABEL.fullmatch(block.text):
            for other in page.blocks[at + 1 : at + 7]:
                if len(other.path) < len(block.path) or other.path[: len(block.path) - 1] != block.path[:-1]:
                    break
                add_mark(other, "pricing")


def mark_testimonials(page: ReadPage) -> None:
    """Mark quotes and the lines around them: a name next to a quote is that of the person quoted."""
    for at, block in enumerate(page.blocks):
        if RATING.match(block.text) or ATTRIBUTION.match(block.text):
            mark_review(page.blocks, at)
        # In a footer, a company quotes itself. On a button, it quotes questions.
        if "testimonial" in block.marks or block.place == "footer" or block.tag == "button":
            continue
        if not QUOTED.match(block.text) and not STARRED_REVIEW.match(block.text):
            continue
        card = block.path[:-1]
        for other in page.blocks[max(0, at - 4) : at + 6]:
            if other.path[: len(card)] == card and card:
                add_mark(other, "testimonial")
        add_mark(block, "testimonial")


def mark_review(blocks: list[Block], at: int) -> None:
    """Mark the text and author around stars or a line such as `— Nora, candle maker`."""
    above = blocks[at - 1] if at else None
    before = above is not None and len(above.text) >= REVIEW_LENGTH and above.tag not in HEADINGS
    after = blocks[at + 1 : at + 3]
    if above is not None and before:
        add_mark(above, "testimonial")
        after = [block for block in after[:1] if REVIEWER.match(block.text) or ATTRIBUTION.match(block.text)]
    elif not RATING.match(blocks[at].text):
        return
    for block in (blocks[at], *after):
        add_mark(block, "testimonial")


def mark_cookies(page: ReadPage) -> None:
    """Mark notices about cookies, whatever their class names."""
    for block in page.blocks:
        if "cookie" in block.text.lower() and COOKIES.search(block.text) and not NO_COOKIES.search(block.text):
            add_mark(block, "cookie")


def unmark_wrappers(page: ReadPage) -> None:
    """Remove marks of a part that contains the headline and most of the page, because it is the whole page."""
    headline = next((block for block in page.blocks if block.tag == "h1"), None)
    shown = [block for block in page.blocks if block.place == "main"]
    around = WRAPPER_MARKS.intersection(headline.marks if headline else ())
    # Without a headline: a part that contains nearly everything on a page about the company.
    if headline is None and page.kind in WHOLE_PAGES and shown:
        around = (WRAPPER_MARKS - {"cookie", "modal"}).intersection(shown[0].marks)
    for mark in around:
        share = sum(mark in block.marks for block in shown)
        if share > len(shown) * (0.5 if headline else 0.8):
            for item in (*page.blocks, *page.links, *page.images):
                item.marks = [other for other in item.marks if other != mark]


def mark_leftovers(page: ReadPage) -> None:
    """Mark template filler and the text around it."""
    filler = [at for at, block in enumerate(page.blocks) if is_latin_filler(block.text)]
    for at in filler:
        card = page.blocks[at].path[:-2]
        for block in page.blocks[max(0, at - 8) : at + 9]:
            if block.path[: len(card)] == card:
                add_mark(block, "filler")
    for at, block in enumerate(page.blocks):
        # After that much filler, the rest of the page is filler too.
        if (len(filler) >= 3 and at >= filler[0]) or is_leftover(block.text):
            add_mark(block, "filler")


def mark_copied_plans(page: ReadPage) -> None:
    """Mark plans with different names but the same price and list: cards of a template that nobody edited."""
    lists = {tuple(block.path[:-2]) for block in page.blocks if block.tag == "li" and "pricing" in block.marks}
    cards: dict[tuple[int, ...], list[Block]] = {}
    for block in page.blocks:
        for depth in range(1, len(block.path)):
            card = tuple(block.path[:depth])
            if card in lists:
                cards.setdefault(card, []).append(block)
    alike: dict[tuple[str, ...], list[list[Block]]] = {}
    for blocks in cards.values():
        texts = tuple(block.text for block in blocks if block.tag not in HEADINGS)
        if len(texts) > MIN_COPIED and any(find_prices(text) for text in texts):
            alike.setdefault(texts, []).append(blocks)
    for copies in alike.values():
        names = {blocks[0].text for blocks in copies}
        for block in (block for blocks in copies for block in blocks if len(names) > 1):
            add_mark(block, "filler")


def mark_calculated_amounts(page: ReadPage) -> None:
    """Mark the results and inputs of a calculator as samples: `Yearly savings`, `€54,000`."""
    for at, (above, block) in enumerate(pairwise(page.blocks)):
        if CALCULATOR_LABEL.fullmatch(above.text) and len(block.text) <= MAX_AMOUNT_LENGTH and find_prices(block.text):
            add_mark(block, "mock")
        if is_only_amount(block) and len(above.text.split()) <= MAX_LABEL_WORDS and SAVINGS_LABEL.fullmatch(above.text):
            add_mark(block, "mock")
            for label, value in pairwise(page.blocks[max(0, at - MAX_INPUTS) : at]):
                if label.tag == "label" and is_only_amount(value):
                    add_mark(value, "mock")


def is_only_amount(block: Block) -> bool:
    """Whether a block is an amount without a period, and nothing else."""
    return len(block.text) <= MAX_AMOUNT_LENGTH and any(not price.period for price in find_prices(block.text))


def add_mark(block: Block, mark: str) -> None:
    if mark not in block.marks:
        block.marks = [*block.marks, mark]
