"""Detects responses that are not a real page: bot checks, parked domains, templates, cookie walls, soft 404s."""

import math
import re

from showground.extraction.proposal import ExtractionProblem
from showground.extraction.reading.page_phrases import (
    CLOSED,
    CONSENT,
    DEFACED,
    FAILED,
    MOUNT,
    NEEDS_SCRIPT,
    NOT_FOUND,
    OFFERED_OR_CLOSED,
    PARKED,
    PASSWORD,
    SCRIPT,
    SIGN_IN,
    SOON,
    STARTER,
    WALL,
)
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.placeholders import is_leftover

FEW_WORDS = 25
FEW_SENTENCES = 120  # words; a page with more of them says something of its own
LONG_NOTICE = 300  # words: with questions and answers, advertisements and legal notes
FORM_WORDS = 80  # on a page with a form to sign in: help, other ways, and who protects it
MOSTLY = 0.5
TITLE_PARTS = re.compile(r"\s[–—|:·-]\s")
MANY_LEFTOVERS = 5  # texts; a site of its own may have kept one or two
# Phrases in the title or the headline of a page with fewer than the last number of words, or anywhere on a page with
# fewer than the first.
NO_SITE = (
    ("soft_404", NOT_FOUND, 40, math.inf),
    ("error_page", FAILED, FEW_WORDS, math.inf),
    ("bot_wall", WALL, 80, math.inf),
    ("defaced", DEFACED, 0, math.inf),
    ("parked", PARKED, FEW_SENTENCES, math.inf),
    ("parked", OFFERED_OR_CLOSED, FEW_SENTENCES, LONG_NOTICE),
    ("closed", CLOSED, 0, LONG_NOTICE),
    ("template", STARTER, FEW_SENTENCES, FEW_SENTENCES),
    ("sign_in", SIGN_IN, 0, FEW_WORDS),
)
SENTENCES = {
    "error_page": "{} shows a server error instead of its content.",
    "defaced": "{} appears to have been hacked: it shows spam instead of its content.",
    "sign_in": "{} only lets people sign in.",
    "soft_404": "{} says that the page does not exist, although it returns status 200.",
    "bot_wall": "{} shows a bot check instead of its content.",
    "parked": "{} shows a placeholder of its host or registrar instead of a website.",
    "closed": "{} says that the product is no longer offered.",
    "coming_soon": '{} is only a "coming soon" page.',
    "template": "{} still shows the sample text of its template.",
    "cookie_wall": "{} shows only a cookie banner.",
    "script_only": "{} needs JavaScript to show its content, so there is almost no text we can read.",
    "no_text": "{} has no text.",
}


def find_page_problem(page: ReadPage, html: str) -> ExtractionProblem | None:
    """What is wrong with a page, if anything. A page built by JavaScript still has a title and metadata."""
    code = page_problem_code(page, html)
    return ExtractionProblem(code=code, detail=SENTENCES[code].format(page.url)) if code else None


def page_problem_code(page: ReadPage, html: str) -> str | None:
    headline = next((block.text for block in page.blocks if block.tag == "h1"), "")
    words = sum(len(block.text.split()) for block in page.blocks)
    for code, pattern, few, most in NO_SITE:
        if words < most and (pattern.search(page.title) or pattern.search(headline)):
            return code
        if words < few and says(page, pattern):
            return code
    # A page that says so twice, in its title and its headline, has only notes and sample text beside it.
    title, *heads = headlines(page, headline)
    few = LONG_NOTICE if SIGN_IN.search(title) and any(map(SIGN_IN.search, heads)) else FORM_WORDS
    if words < few and PASSWORD.search(html) and any(map(SIGN_IN.search, (title, *heads))):
        return "sign_in"
    titled = any(map(SOON.search, TITLE_PARTS.split(title)))  # `Tallow | coming soon`
    few = LONG_NOTICE if titled and SOON.search(headline) else FEW_SENTENCES // 2
    if words < few and any(map(SOON.search, (title, *heads))):
        return "coming_soon"
    return "template" if is_template(page) else missing_content(page, html, words)


def headlines(page: ReadPage, headline: str) -> list[str]:
    """Where a page says what it is: its title and its headline, or any of its lines if it has none."""
    return [page.title, headline] if headline else [page.title, *(block.text for block in page.blocks)]


def missing_content(page: ReadPage, html: str, words: int) -> str | None:
    """Why a page of a site has almost no text, if so."""
    own = [block for block in page.blocks if "cookie" not in block.marks]
    if words >= 8 and is_only_consent(own):
        return "cookie_wall"
    if sum(len(block.text.split()) for block in own) < FEW_WORDS:
        if "<script" in html.lower() and (NEEDS_SCRIPT.search(html) or looks_empty(html)):
            return "script_only"
        if not words:
            return "no_text"
    return None


def says(page: ReadPage, pattern: re.Pattern[str]) -> bool:
    return any(pattern.search(block.text) for block in page.blocks)


def is_template(page: ReadPage) -> bool:
    """Whether most of the text is what the template came with: with the headline, or in many places."""
    shown = [block for block in page.blocks if block.place == "main" and len(block.text.split()) >= 3]
    if not shown:
        return False
    left = [block.text for block in shown if is_leftover(block.text)]
    if sum(map(len, left)) <= sum(len(block.text) for block in shown) * MOSTLY:
        return False
    headline = next((block.text for block in page.blocks if block.tag == "h1"), page.title)
    # A page with filler under its own headline and headings is unfinished, but says what it is.
    many = len(left) >= MANY_LEFTOVERS and 2 * len(left) > len(shown)
    return is_leftover(headline) or is_leftover(page.title) or many


def is_only_consent(blocks: list[Block]) -> bool:
    """Whether almost nothing but a cookie banner is on the page."""
    long = [block for block in blocks if len(block.text.split()) > 5]
    if not long:
        return not blocks
    return len(long) <= 4 and all(CONSENT.search(block.text) for block in long)


def looks_empty(html: str) -> bool:
    """Whether the page has an empty mount element, or almost nothing but scripts."""
    scripts = SCRIPT.findall(html)
    return bool(MOUNT.search(html)) or any("json" not in script.lower() for script in scripts)
