"""Drafts the questions that the site answers."""

import re
from typing import Any, cast

from showground.extraction.answer_checks import is_sentence
from showground.extraction.block_paths import shared_path
from showground.extraction.drafters.extractive.calls_to_action import is_call, is_closing_question
from showground.extraction.drafters.extractive.page_names import PAGE_NAME
from showground.extraction.drafters.extractive.plain_cards import alike_in, are_alike
from showground.extraction.page_sections import HEADINGS
from showground.extraction.proposal import DraftedFaq, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel, types_of
from showground.extraction.statements.machine_text import is_for_machines
from showground.extraction.statements.placeholders import is_leftover
from showground.extraction.statements.text_folding import comparable

MAX_PROPOSED = 40  # more than a draft has, because the verifier drops some
MAX_QUESTION, MAX_ANSWER = 300, 1500
SKIPPED_MARKS = frozenset({"testimonial", "cookie", "mock", "blog", "jobs", "filler", "order", "struck"})
# Without h1, which is the title of the page even if it is a question.
QUESTION_TAGS = frozenset({*HEADINGS[1:], "summary", "dt", "button", "p", "div", "li", "label", "th"})
MIN_ALIKE = 2
# In Japanese a question may end like a sentence: `無料ですか。`
ENDS_QUESTION = re.compile(r"[?？¿؟]$|(?:です|ます|ません|でしょう)か[。.]?$")
TOGGLE_SIGN = re.compile(r"\s*[+＋−–✕×▾▼▸▶▿⌄⌃∨˅›»>←→↓↑⬇🔽\s-]+$")  # what opens and closes a panel


def find_faqs(site: SiteModel) -> list[DraftedFaq]:
    found: dict[str, DraftedFaq] = {}
    # The questions on the home page matter most; a help page is about details.
    for page in site.own_pages("home", "pricing", "faq", "features", "contact", "about", "press", "other"):
        if re.search(r"career|job|interview|privacy|terms", page.url, re.IGNORECASE):
            continue
        faqs = faqs_on_page(page)
        # If the page shows questions, its structured data only repeats them.
        for faq in faqs or faqs_in_json_ld(page):
            if is_usable(faq):
                found.setdefault(comparable(faq.question), faq)
    return list(found.values())[:MAX_PROPOSED]


def is_usable(faq: DraftedFaq) -> bool:
    fits = 8 <= len(faq.question) <= MAX_QUESTION and 2 <= len(faq.answer) <= MAX_ANSWER
    return fits and not any(is_leftover(text) or is_for_machines(text) for text in (faq.question, faq.answer))


def faqs_on_page(page: ReadPage) -> list[DraftedFaq]:
    """Questions on the page, each with the text up to the next question."""
    found: list[DraftedFaq] = []
    blocks = [
        block
        for block in page.blocks
        if not SKIPPED_MARKS.intersection(block.marks)
        and block.place == "main"
        and not block.lang
        and not TOGGLE_SIGN.fullmatch(block.text)
    ]
    asked = [block for block in blocks if is_question(page, block)]
    asked += row_of_questions(page, blocks) if not asked else []
    asked = without_closing_question(asked)
    # In a list of questions, a title such as `Refunds` counts as one, too.
    titles = [block for block in blocks if is_title(page, block) and is_among(block, asked)]
    questions = {id(block) for block in (*asked, *titles)}
    for at, block in enumerate(blocks):
        if id(block) not in questions:
            continue
        answer: list[Block] = []
        for other in blocks[at + 1 : at + 9]:
            heads = other.tag in HEADINGS or other.tag in ("summary", "dt", "button")
            # Some pages use the same tag for questions and answers.
            ends = (heads and not (other.tag == block.tag and is_sentence(other.text))) or id(other) in questions
            if ends or len(shared_path(other.path, block.path)) < len(block.path) - 3:
                break
            answer.append(other)
        text = "\n".join(other.text for other in answer)
        if answer and len(text) >= 2:
            quotes = [
                SourceQuote(quote=block.text, url=page.url),
                *(SourceQuote(quote=other.text, url=page.url) for other in answer),
            ]
            found.append(DraftedFaq(question=TOGGLE_SIGN.sub("", block.text), answer=text, quotes=quotes))
    return found


def without_closing_question(asked: list[Block]) -> list[Block]:
    """The questions, without a last one that looks different from the others: it leads to a form."""
    last, others = asked[-1:], asked[:-1]
    alone = bool(last) and not any(look_alike(last[0], one) for one in others)
    row = any(sum(look_alike(one, other) for other in others) > MIN_ALIKE for one in others)
    return others if alone and row else asked


def look_alike(one: Block, other: Block) -> bool:
    return one.tag == other.tag and len(one.path) == len(other.path)


def is_among(block: Block, asked: list[Block]) -> bool:
    """Whether a block is at the same position in its card as several questions are."""
    alike = [one for one in asked if one.tag == block.tag and are_alike(one.path, block.path)]
    return len(alike) >= MIN_ALIKE


def row_of_questions(page: ReadPage, blocks: list[Block]) -> list[Block]:
    """Headings side by side that are all questions, in any section; on home pages they may be teasers."""
    heads = [block for block in blocks if block.tag in HEADINGS[1:] and block.place == "main"]
    row = alike_in([block for block in heads if is_asking(block.text)]) if page.kind != "home" else []
    others = [block for block in heads if row and block.tag == row[0].tag and are_alike(block.path, row[0].path)]
    return row if len(others) == len(row) else []


def is_asking(text: str) -> bool:
    return ENDS_QUESTION.search(TOGGLE_SIGN.sub("", text)) is not None


def is_title(page: ReadPage, block: Block) -> bool:
    in_faq = "faq" in block.marks or page.kind == "faq"
    is_heading = block.tag in (*HEADINGS, "button", "label") and not is_sentence(block.text)
    other = is_closing_question(block.text) or is_call(block.text) or PAGE_NAME.fullmatch(block.text)
    return in_faq and is_heading and not other


def is_question(page: ReadPage, block: Block) -> bool:
    if block.tag not in QUESTION_TAGS or len(block.text) > MAX_QUESTION or is_closing_question(block.text):
        return False
    in_faq = "faq" in block.marks or page.kind == "faq"
    if block.tag in ("summary", "dt") and in_faq:
        return True
    return is_asking(block.text) and (in_faq or (block.tag == "summary" and len(block.text.split()) >= 3))


def faqs_in_json_ld(page: ReadPage) -> list[DraftedFaq]:
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
            text = text_without_markup(cast("dict[str, Any]", answer).get("text")) if isinstance(answer, dict) else ""
            question = text_without_markup(entry.get("name"))
            if question and text:
                quotes = [SourceQuote(quote=question, url=page.url), SourceQuote(quote=text, url=page.url)]
                found.append(DraftedFaq(question=question, answer=text, quotes=quotes))
    return found


def text_without_markup(value: object) -> str:
    """A text in JSON-LD, without markup, which answers may contain."""
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415

    if not isinstance(value, str):
        return ""
    if "<" in value:
        body = LexborHTMLParser(value).body
        value = body.text(separator=" ") if body else ""
    return " ".join(value.split())
