"""Gathers the lines that name a pricing model, on a site where no price was found: `It is free`, `Get a quote`."""

import re

from showground.extraction.about_others import is_about_others
from showground.extraction.pricing.model_rules import UnpricedEvidence
from showground.extraction.pricing.plan_finder import SKIPPED_MARKS
from showground.extraction.proposal import SourceQuote
from showground.extraction.reading.pages import ReadPage
from showground.extraction.site_model import SiteModel
from showground.extraction.statements.money import find_prices, recurs
from showground.extraction.statements.pricing_model import (
    ALL_FREE,
    CONTACT_SALES,
    FREE_EXTRA,
    FREE_OFFER,
    FREE_WORDS,
    IN_APP_PURCHASES,
    ON_REQUEST,
    OPEN_SOURCE,
    says_free,
)
from showground.extraction.statements.text_folding import sentences
from showground.extraction.subjects import Subjects

NOT_FREE = re.compile(r"\b(?:not|isn['’]t|never|trial|nicht|pas|no es|não|non|nie|не)\b", re.IGNORECASE)
PAID = re.compile(
    r"\b(?:paid plans?|upgrade|billed|bezahl\w+|kostenpflichtig\w*|payant\w*|de pago|pagos?|a pagamento)\b",
    re.IGNORECASE,
)
# `Alternative to open source tools`: the product itself isn't open source.
NOT_OPEN = re.compile(
    r"\b(?:not|isn['’]t|integrat\w+|alternatives? to|support(?:s|ing)?|for open|third[- ]party)\b"
    # A title about other people's code: `Open Source Compliance`.
    r"|^open[- ]source (?:software )?(?:compliance|notices?|attributions?|acknowledge?ments?|licen[cs]es)$",
    re.IGNORECASE,
)
MAX_LINE = 400  # characters
MAX_WORDS_WITHOUT_SUBJECT = 8  # words of a line such as `100 % free`
ANY_FREE_WORD = re.compile(rf"{FREE_WORDS}|bezpłatn", re.IGNORECASE)
CLAUSE_END = re.compile(r"\s*(?:,|;|\s[—–-]\s)")
# `Free to install and use` is about the product, although FREE_EXTRA matches `install`.
FREE_TO = re.compile(r"\bfree to \w+(?:(?:,| and| or) \w+)*", re.IGNORECASE)
# Something other than the product is free: `Free consultation`.
FREE_BESIDE = re.compile(rf"\b{FREE_WORDS}(?! to\b)\W+(?:\w+\W+){{0,2}}?\w*(?:{FREE_EXTRA.pattern})", re.IGNORECASE)


def gather_unpriced_evidence(subjects: Subjects, trials: list[SourceQuote]) -> UnpricedEvidence:
    free: list[SourceQuote] = []
    open_source: list[SourceQuote] = []
    on_request: list[SourceQuote] = []
    in_app: list[SourceQuote] = []
    site = subjects.site
    kinds = ("home", "pricing", "features", "about", "faq", "other")
    lines = [
        (page, text, page.kind == "pricing" or "pricing" in block.marks)
        for page, block in site.statements(*kinds, skip=SKIPPED_MARKS - {"faq"})
        for text in split_if_long(block.text)
    ]
    # If a first talk is free, a line without a subject such as `100 % free` may be about that talk.
    something_else_free = any(FREE_BESIDE.search(text) for _, text, _ in lines)
    # With amounts on the page, contacting sales is only one of several ways to buy.
    has_amounts = any(find_prices(text) for _, text, _ in lines)
    for page, text, among_prices in [(site.home, site.home.meta.get("description", ""), False), *lines]:
        if len(text) > MAX_LINE or is_about_others(page):
            continue
        quote = SourceQuote(quote=text, url=page.url)
        sold = among_prices and not has_amounts and CONTACT_SALES.search(text) and not FREE_EXTRA.search(text)
        if sold or is_on_request(subjects, page, text):
            on_request.append(quote)
        if says_free(text) and IN_APP_PURCHASES.search(text) and not is_about_somebody_else(subjects, page, text):
            in_app.append(quote)
        unclear = something_else_free and len(text.split()) <= MAX_WORDS_WITHOUT_SUBJECT
        free_lines = [] if unclear or NOT_FREE.search(text) else sentences(text)
        is_free = any(says_product_is_free(subjects, sentence) for sentence in free_lines)
        # On a page of no known kind, `100 % free` may be about anything, such as a demo.
        is_free = is_free and (page.kind != "other" or subjects.names_us(text))
        is_open = OPEN_SOURCE.search(text) and not NOT_OPEN.search(text)
        # Checked last, because finding out whom a line is about is slow.
        if not (is_free or is_open) or is_about_somebody_else(subjects, page, up_to_free_word(text)):
            continue
        if is_free:
            free.append(quote)
        if is_open:
            open_source.append(quote)
    return UnpricedEvidence(
        free=free,
        open_source=open_source,
        on_request=on_request,
        in_app=in_app,
        trials=trials,
        shows_amounts=shows_amounts(site),
        sells_plans=bool(free) and sells_plans(site) and not headline_says_free(site),
    )


def is_on_request(subjects: Subjects, page: ReadPage, text: str) -> bool:
    """Whether a line says that you have to ask for the price. One word before that is not a name: `Free quote`."""
    before = [sentence[: found.start()] for sentence in sentences(text) if (found := ON_REQUEST.search(sentence))]
    return bool(before) and (len(before[0].split()) < 2 or not is_about_somebody_else(subjects, page, before[0]))


def is_all_free(sentence: str) -> bool:
    """Whether a sentence says that the product is free. A question doesn't."""
    asked = sentence.rstrip().endswith(("?", "？"))
    free = not asked and ALL_FREE.search(sentence)
    return bool(free) and not FREE_EXTRA.search(FREE_TO.sub(" ", sentence))


def says_product_is_free(subjects: Subjects, sentence: str) -> bool:
    """As `is_all_free`, but the sentence may go on: `Acme is free, no account - installed in a minute`."""
    if not ANY_FREE_WORD.search(sentence):
        return False  # a quick check for most sentences; the patterns below are slower
    if is_all_free(sentence):
        return True
    free = ALL_FREE.search(sentence) or FREE_OFFER.search(sentence)
    rest = CLAUSE_END.search(sentence, free.end()) if free else None
    if not free or not rest or not subjects.names_us(sentence[: free.start()]):
        return False
    return is_all_free(sentence[: rest.start()])


def up_to_free_word(text: str) -> str:
    """A line up to where it says `free` or `open source`. One word before that is not a name: `Yes, free`."""
    found = [match for pattern in (ALL_FREE, OPEN_SOURCE) if (match := pattern.search(text))]
    before = text[: min((match.end() for match in found), default=len(text))]
    started = text[: min((match.start() for match in found), default=len(text))]
    return before if len(started.split()) > 1 or not found else ""


def split_if_long(text: str) -> list[str]:
    return [text] if len(text) <= MAX_LINE else sentences(text)


def is_about_somebody_else(subjects: Subjects, page: ReadPage, text: str) -> bool:
    """Whether the first party that a line names is somebody else."""
    named = [one for one in subjects.mentions(text, page.language) if one.party in ("own", "itself", "other")]
    return bool(named) and named[0].party == "other"


def headline_says_free(site: SiteModel) -> bool:
    """Whether the headline of the pricing page says that everything is free: `It's free. Full stop.`"""
    return any(
        page.kind == "pricing" and block.tag == "h1" and any(map(is_all_free, sentences(block.text)))
        for page, block in site.statements("pricing", skip=SKIPPED_MARKS)
    )


def sells_plans(site: SiteModel) -> bool:
    """Whether the pricing page mentions paid plans, even if a script adds the amounts in the browser."""
    return any(
        page.kind == "pricing" and (PAID.search(block.text) or recurs(block.text)) and not NOT_FREE.search(block.text)
        for page, block in site.statements("pricing", skip=SKIPPED_MARKS)
    )


def shows_amounts(site: SiteModel) -> bool:
    """Whether there are amounts where prices usually are, whatever they are for. Then not everything is free."""
    for page, block in site.statements("home", "pricing", "features", skip=frozenset({"legal"})):
        if (page.kind == "pricing" or "pricing" in block.marks) and any(
            not price.is_zero for price in find_prices(block.text)
        ):
            return True
    return False
