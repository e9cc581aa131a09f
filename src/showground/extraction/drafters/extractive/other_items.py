"""Leaves out items of lists and cards that are not about what the product does.

Examples: `Shipping`, `Returns` and `Payment` are the terms of a shop. `Before Acme` and `After Acme` are the headings
of a comparison. `Version 2 is here` is news.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block, ReadPage

MIN_TERMS = 2  # one alone may be what the product does, such as `Returns`
MAX_LABEL_WORDS = 4
TERMS_OF_SALE = re.compile(
    r"\W*(?:(?:about |our )?(?:shipping|delivery|returns?|refunds?|payments?|exchanges?|warranty)(?: (?:costs?|fees?"
    r"|times?|methods?|options|policy|terms|info(?:rmation)?))?"
    r"|(?:versand|lieferung|rückgabe|widerruf|zahlung|bezahlung)(?:s?(?:kosten|arten|zeiten|bedingungen))?"
    r"|(?:frais de )?(?:livraison|port)|expédition|retours?|remboursements?|(?:moyens de |modes de )?paiements?"
    r"|(?:gastos de )?envíos?|devoluciones|(?:formas|métodos) de pago|pagos?|envios?|frete|devoluções"
    r"|(?:formas de )?pagamentos?|spedizion[ei]|(?:costi di )?consegna|resi|rimborsi|pagament[oi]"
    r"|verzending|verzendkosten|retourneren|betaling|betaalmethoden|wysyłka|dostawa|zwroty|płatnoś(?:ć|ci)"
    r"|доставка|возврат|оплата|повернення|kargo|iade|ödeme(?: yöntemleri)?|frakt|betalning|fragt|levering"
    r"|toimitus|palautukset|maksutavat|szállítás|fizetés"
    r"|配送(?:について|方法)?|送料(?:について)?|(?:お)?支払い?(?:方法|について)?|返品(?:・交換)?(?:について)?"
    r"|运费|配送方式|支付方式|退换货|退款|運費|付款方式|退換貨|배송(?: ?안내)?|배송비"
    r"|결제(?: ?방법)?|교환(?:/| 및 )반품)\W*",
    re.IGNORECASE,
)
# The headings of a comparison: before and after, or without and with.
BEFORE_LABEL = re.compile(
    r"\W*(?:before|without|vorher|ohne|avant|sans|antes|sin|sem|prima|senza|voor(?:heen)?|zonder|przed|bez|до|без|før"
    r"|uden|uten|före|utan|ennen|ilman|önce|előtte)\b|^\W*(?:以前|導入前|之前|没有|이전|도입 전)",
    re.IGNORECASE,
)
AFTER_LABEL = re.compile(
    r"\W*(?:after|with|nachher|danach|mit|après|avec|después|depois|con|com|dopo|na|met|po|z|после|с|efter|etter|med"
    r"|jälkeen|sonra|utána)\b|^\W*(?:以後|導入後|之后|使用|이후|도입 후)",
    re.IGNORECASE,
)
# News: `Version 2 is here`, `Prima release pubblica`.
NEWS = re.compile(
    r"\b(?:is|are) (?:(?:now|finally) (?:live|available|online)|(?:now |finally )?(?:here|out|released))\W*$"
    r"|^\W*(?:the )?(?:first|new|latest|major|public|beta)"
    r"(?: \w+){0,2} (?:release|version|update)\W*$|^\W*(?:release|update|version|changelog|what['’]s new)\b.{0,20}\d"
    r"|\b(?:ist|sind) (?:jetzt|endlich) (?:da|live|verfügbar|online)\W*$"
    r"|^\W*(?:erste|neue|neueste)(?: \w+){0,2} version\W*$"
    r"|\b(?:est|sont) (?:enfin|maintenant) (?:disponibles?|en ligne)\W*$|^\W*(?:première|nouvelle) version\b"
    r"|\bya (?:está|están) disponibles?\W*$|^\W*(?:primera|nueva) versión\b|\bjá está disponível\W*$"
    r"|^\W*(?:primeira|nova) versão\b|\bè (?:ora|finalmente) (?:disponibile|online)\W*$"
    r"|^\W*(?:prima|nuova|ultima)(?: \w+){0,2} (?:release|versione)\b|^\W*(?:eerste|nieuwe) (?:release|versie)\b"
    r"|^\W*(?:pierwsza|nowa) wersja\b|^\W*(?:первая|новая) версия\b|^\W*(?:ilk|yeni) sürüm\b",
    re.IGNORECASE,
)


def without_other_items(page: ReadPage, items: Sequence[Block]) -> list[Block]:
    """Features without the terms of a shop, news, and lists that compare before and after."""
    terms = {id(item) for item in items if TERMS_OF_SALE.fullmatch(item.text)}
    compared = compared_lists(page)
    return [
        item
        for item in items
        if not (len(terms) >= MIN_TERMS and id(item) in terms)
        and not (item.tag == "li" and tuple(item.path[:-1]) in compared)
        and not NEWS.search(item.text)
    ]


def compared_lists(page: ReadPage) -> set[tuple[int, ...]]:
    """The lists below two short labels such as `Before Acme` and `After Acme`, by their paths."""
    labels: list[tuple[str, tuple[int, ...]]] = []
    for block, below in pairwise(page.blocks):
        short = len(block.text.split()) <= MAX_LABEL_WORDS and block.tag not in ("li", "a", "button")
        if short and below.tag == "li" and (block.tag not in HEADINGS or len(block.text.split()) > 1):
            labels.append((block.text, tuple(below.path[:-1])))
    found: set[tuple[int, ...]] = set()
    for (first, one), (second, other) in pairwise(labels):
        if BEFORE_LABEL.match(first) and AFTER_LABEL.match(second):
            found |= {one, other}
    return found
