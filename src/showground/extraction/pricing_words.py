"""The pricing model of a site that names no amounts, from its words."""

import re
from collections.abc import Sequence

from showground.extraction.about_others import is_about_others
from showground.extraction.plan_finder import SKIP
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import ReadPage
from showground.extraction.site_model import SiteModel
from showground.extraction.statements.money import find_prices, recurs
from showground.extraction.statements.pricing_model import (
    ALL_FREE,
    BESIDE_PRODUCT,
    FREE_OFFER,
    IN_APP,
    IS_OPEN,
    ON_REQUEST,
    SALES,
    SOME_FREE,
    says_free,
)
from showground.extraction.statements.text_folding import sentences
from showground.extraction.subjects import Subjects

NOT_FREE = re.compile(r"\b(?:not|isn['’]t|never|trial|nicht|pas|no es|não|non|nie|не)\b", re.IGNORECASE)
PAID = re.compile(
    r"\b(?:paid plans?|upgrade|billed|bezahl\w+|kostenpflichtig\w*|payant\w*|de pago|pagos?|a pagamento)\b",
    re.IGNORECASE,
)
NOT_OPEN = re.compile(
    r"\b(?:not|isn['’]t|integrat\w+|alternatives? to|support(?:s|ing)?|for open|third[- ]party)\b"
    # A title about the code of others: `Open Source Compliance`.
    r"|^open[- ]source (?:software )?(?:compliance|notices?|attributions?|acknowledge?ments?|licen[cs]es)$",
    re.IGNORECASE,
)
MAX_LINE = 400
MAX_BARE = 8  # words of a line without a subject
CALLED_FREE = re.compile(rf"{SOME_FREE}|bezpłatn", re.IGNORECASE)
CLAUSE_END = re.compile(r"\s*(?:,|;|\s[—–-]\s)")
# `Free to install and use` is said of the product.
FREE_TO = re.compile(r"\bfree to \w+(?:(?:,| and| or) \w+)*", re.IGNORECASE)
FREE_BESIDE = re.compile(rf"\b{SOME_FREE}(?! to\b)\W+(?:\w+\W+){{0,2}}?\w*(?:{BESIDE_PRODUCT.pattern})", re.IGNORECASE)


def model_in_words(subjects: Subjects, trial: Sequence[SourceQuote]) -> Drafted | None:
    """The pricing model of a site without amounts."""
    free: list[SourceQuote] = []
    open_source: list[SourceQuote] = []
    custom: list[SourceQuote] = []
    in_app: list[SourceQuote] = []
    site = subjects.site
    kinds = ("home", "pricing", "features", "about", "faq", "other")
    blocks = site.statements(*kinds, skip=SKIP - {"faq"})
    lines = [
        (page, text, page.kind == "pricing" or "pricing" in block.marks)
        for page, block in blocks
        for text in parts_of(block.text)
    ]
    # Where the first talk is free, `100 % free` without a subject is said of the talk.
    beside = any(FREE_BESIDE.search(text) for _, text, _ in lines)
    amounts = any(find_prices(text) for _, text, _ in lines)  # then contacting them is one way to buy of several
    for page, text, among_prices in [(site.home, site.home.meta.get("description", ""), False), *lines]:
        if len(text) > MAX_LINE or is_about_others(page):
            continue
        said = SourceQuote(quote=text, url=page.url)
        sold = among_prices and not amounts and SALES.search(text) and not BESIDE_PRODUCT.search(text)
        if sold or is_on_request(subjects, page, text):
            custom.append(said)
        if says_free(text) and IN_APP.search(text) and not speaks_of_others(subjects, page, text):
            in_app.append(said)
        bare = beside and len(text.split()) <= MAX_BARE
        free_lines = [] if bare or NOT_FREE.search(text) else sentences(text)
        is_free = any(says_all_free(subjects, sentence) for sentence in free_lines)
        # On a page of no known kind, `100 % free` may be said of anything, such as a demo.
        is_free = is_free and (page.kind != "other" or subjects.names_us(text))
        is_open = IS_OPEN.search(text) and not NOT_OPEN.search(text)
        # Who a line is about takes long to find out, so only lines that matter are asked.
        if not (is_free or is_open) or speaks_of_others(subjects, page, before_free_word(text)):
            continue
        if is_free:
            free.append(said)
        if is_open:
            open_source.append(said)
    models = [
        (model, said) for model, said in (("open-source", open_source), ("free", free), ("custom", custom)) if said
    ]
    if names_amounts(site) or (free and sells_plans(site) and not headline_says_free(site)):
        return None
    if trial:
        # What is free for some days costs something then, in whatever way.
        return Drafted(value="free-trial", quotes=list(trial[:1])) if not free and not open_source else None
    if in_app and not custom:
        return Drafted(value="freemium", quotes=in_app[:1])
    if not models or (custom and len(models) > 1):
        return None
    return Drafted(value=models[0][0], quotes=models[0][1][:2])


def is_on_request(subjects: Subjects, page: ReadPage, text: str) -> bool:
    """Whether a line says that one has to ask for the price; a word alone before it is no name: `Free quote`."""
    asks = [sentence[: found.start()] for sentence in sentences(text) if (found := ON_REQUEST.search(sentence))]
    return bool(asks) and (len(asks[0].split()) < 2 or not speaks_of_others(subjects, page, asks[0]))


def is_all_free(sentence: str) -> bool:
    """Whether a sentence says that the product is free; a question doesn't say it."""
    asked = sentence.rstrip().endswith(("?", "？"))
    free = not asked and ALL_FREE.search(sentence)
    return bool(free) and not BESIDE_PRODUCT.search(FREE_TO.sub(" ", sentence))


def says_all_free(subjects: Subjects, sentence: str) -> bool:
    """The same, also if a sentence about the product goes on: `Acme is free, no account - installed in a minute`."""
    if not CALLED_FREE.search(sentence):
        return False  # most sentences; the others are searched for longer patterns
    if is_all_free(sentence):
        return True
    free = ALL_FREE.search(sentence) or FREE_OFFER.search(sentence)
    rest = CLAUSE_END.search(sentence, free.end()) if free else None
    if not free or not rest or not subjects.names_us(sentence[: free.start()]):
        return False
    return is_all_free(sentence[: rest.start()])


def before_free_word(text: str) -> str:
    """What a line says up to where it calls something free or open; one word before that is no name: `Yes, free`."""
    found = [match for pattern in (ALL_FREE, IS_OPEN) if (match := pattern.search(text))]
    before = text[: min((match.end() for match in found), default=len(text))]
    started = text[: min((match.start() for match in found), default=len(text))]
    return before if len(started.split()) > 1 or not found else ""


def parts_of(text: str) -> list[str]:
    return [text] if len(text) <= MAX_LINE else sentences(text)


def speaks_of_others(subjects: Subjects, page: ReadPage, text: str) -> bool:
    """Whether a line about the price begins with somebody else."""
    named = [one for one in subjects.mentions(text, page.language) if one.party in ("own", "itself", "other")]
    return bool(named) and named[0].party == "other"


def headline_says_free(site: SiteModel) -> bool:
    """Whether the page of prices is there to say that there are none: `It's free. Full stop.`"""
    return any(
        page.kind == "pricing" and block.tag == "h1" and any(map(is_all_free, sentences(block.text)))
        for page, block in site.statements("pricing", skip=SKIP)
    )


def sells_plans(site: SiteModel) -> bool:
    """Whether the page of prices speaks of what one pays, also where a script writes the amounts."""
    return any(
        page.kind == "pricing" and (PAID.search(block.text) or recurs(block.text)) and not NOT_FREE.search(block.text)
        for page, block in site.statements("pricing", skip=SKIP)
    )


def names_amounts(site: SiteModel) -> bool:
    """Whether there are amounts where prices usually are, whatever they are for: then not everything is free."""
    for page, block in site.statements("home", "pricing", "features", skip=frozenset({"legal"})):
        if (page.kind == "pricing" or "pricing" in block.marks) and any(
            not price.is_zero for price in find_prices(block.text)
        ):
            return True
    return False
