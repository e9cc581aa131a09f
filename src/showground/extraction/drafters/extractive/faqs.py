"""Questions that the site answers."""

import re
from collections import Counter
from typing import Any, cast

from showground.extraction.founders import zip_equal
from showground.extraction.proposal import DraftedFaq, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import HEADINGS, SiteModel, types_of
from showground.extraction.statements.machine_text import is_for_machines
from showground.extraction.statements.placeholders import is_leftover
from showground.extraction.statements.text_folding import comparable

MAX_ITEMS = 10
MAX_QUESTION, MAX_ANSWER = 300, 1500
NOT_HERE = frozenset({"testimonial", "cookie", "mock", "blog", "jobs", "filler", "order", "struck"})
QUESTION_TAGS = frozenset({*HEADINGS, "summary", "dt", "button", "p", "div", "li", "label", "th"})
MIN_ALIKE = 2
SIGN = re.compile(r"\s*[+＋−–✕×▾▼▸▶▿⌄⌃∨˅›»>←→↓↑⬇🔽\s-]+$")  # what opens and closes a panel
CALL = re.compile(
    r"^(?:ready to|still (?:have|need)|have (?:a|any|more)|got (?:a|any)|need (?:help|more)|want to|looking for|"
    r"interested|any questions|questions\?)",
    re.IGNORECASE,
)


def find_faqs(site: SiteModel) -> list[DraftedFaq]:
    found: dict[str, DraftedFaq] = {}
    for page in site.own_pages("faq", "pricing", "home", "features", "contact", "about", "other"):
        if re.search(r"career|job|interview|privacy|terms", page.url, re.IGNORECASE):
            continue
        faqs = shown(page)
        # Where people see the questions, the structured data repeats them in other words.
        for faq in faqs or structured(page):
            if is_fit(faq):
                found.setdefault(comparable(faq.question), faq)
    return list(found.values())[:MAX_ITEMS]


def is_fit(faq: DraftedFaq) -> bool:
    fits = 8 <= len(faq.question) <= MAX_QUESTION and 2 <= len(faq.answer) <= MAX_ANSWER
    return fits and not any(is_leftover(text) or is_for_machines(text) for text in (faq.question, faq.answer))


def shown(page: ReadPage) -> list[DraftedFaq]:
    """Questions on the page, each with the text up to the next question."""
    found: list[DraftedFaq] = []
    blocks = [
        block
        for block in page.blocks
        if not NOT_HERE.intersection(block.marks) and block.place == "main" and not block.lang
    ]
    asked = [block for block in blocks if is_question(page, block)]
    shapes = Counter((block.tag, len(block.path)) for block in asked)
    # Between questions of one form, `Refunds` is one too.
    titles = [block for block in blocks if is_title(page, block) and shapes[block.tag, len(block.path)] >= MIN_ALIKE]
    questions = {id(block) for block in (*asked, *titles)}
    for at, block in enumerate(blocks):
        if id(block) not in questions:
            continue
        answer: list[Block] = []
        for other in blocks[at + 1 : at + 9]:
            ends = other.tag in HEADINGS or other.tag in ("summary", "dt", "button") or id(other) in questions
            if ends or len(zip_equal(other.path, block.path)) < len(block.path) - 3:
                break
            answer.append(other)
        text = "\n".join(other.text for other in answer)
        if answer and len(text) >= 2:
            quotes = [
                SourceQuote(quote=block.text, url=page.url),
                *(SourceQuote(quote=other.text, url=page.url) for other in answer),
            ]
            found.append(DraftedFaq(question=SIGN.sub("", block.text), answer=text, quotes=quotes))
    return found


def is_title(page: ReadPage, block: Block) -> bool:
    in_faq = "faq" in block.marks or page.kind == "faq"
    return in_faq and block.tag in (*HEADINGS, "button", "label") and not CALL.match(block.text)


def is_question(page: ReadPage, block: Block) -> bool:
    if block.tag not in QUESTION_TAGS or len(block.text) > MAX_QUESTION or CALL.match(block.text):
        return False
    in_faq = "faq" in block.marks or page.kind == "faq"
    if block.tag in ("summary", "dt") and in_faq:
        return True
    asks = SIGN.sub("", block.text).endswith(("?", "？", "¿", "؟"))
    return (asks and (in_faq or block.tag == "summary") and len(block.text.split()) >= 3) or (asks and in_faq)


def structured(page: ReadPage) -> list[DraftedFaq]:
    found: list[DraftedFaq] = []
    for node in page.json_ld:
        if "FAQPage" not in types_of(node):
            continue
        listed: Any = node.get("mainEntity") or []
        for item in cast("list[Any]", listed) if isinstance(listed, list) else [listed]:
            if not isinstance(item, dict):
                continue
            entry = cast("dict[str, Any]", item)
            answer: Any = entry.get("acceptedAnswer")
            if isinstance(answer, list) and answer:
                answer = cast("list[Any]", answer)[0]
            text = plain(cast("dict[str, Any]", answer).get("text")) if isinstance(answer, dict) else ""
            question = plain(entry.get("name"))
            if question and text:
                quotes = [SourceQuote(quote=question, url=page.url), SourceQuote(quote=text, url=page.url)]
                found.append(DraftedFaq(question=question, answer=text, quotes=quotes))
    return found


def plain(value: object) -> str:
    """A text of JSON-LD, in which answers may hold markup."""
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415

    if not isinstance(value, str):
        return ""
    if "<" in value:
        body = LexborHTMLParser(value).body
        value = body.text(separator=" ") if body else ""
    return " ".join(value.split())
