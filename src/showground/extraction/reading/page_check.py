"""Detects responses that are not a real page: bot checks, parked domains, templates, cookie walls, soft 404s."""

import math
import re

from showground.extraction.proposal import ExtractionProblem
from showground.extraction.reading.page_phrases import (
    BOT_WALL,
    CLOSED,
    COMING_SOON,
    COOKIE_CONSENT,
    DEFACED,
    EMPTY_MOUNT,
    NEEDS_SCRIPT,
    NOT_FOUND,
    OFFERED_OR_CLOSED,
    PARKED,
    PASSWORD_FIELD,
    SCRIPT_TAG,
    SERVER_ERROR,
    SIGN_IN,
    TEMPLATE_TEXT,
)
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.placeholders import is_leftover

FEW_WORDS = 25
FEW_SENTENCES = 120  # words; a page with more has content of its own
LONG_NOTICE = 300  # words; a notice may come with questions, advertisements and legal notes
FORM_WORDS = 80  # words on a sign-in page: help, other ways to sign in, notes on bot protection
MIN_LEFTOVER_SHARE = 0.5
TITLE_PARTS = re.compile(r"\s[–—|:·-]\s")
MIN_LEFTOVERS = 5  # sample texts; a finished site may have kept one or two
# Problem code, phrases, and two limits in words. The phrases count anywhere on a page with fewer words than the first
# limit, and in the title or headline of a page with fewer words than the second.
PHRASE_CHECKS = (
    ("soft_404", NOT_FOUND, 40, math.inf),
    ("error_page", SERVER_ERROR, FEW_WORDS, math.inf),
    ("bot_wall", BOT_WALL, 80, math.inf),
    ("defaced", DEFACED, 0, math.inf),
    ("parked", PARKED, FEW_SENTENCES, math.inf),
    ("parked", OFFERED_OR_CLOSED, FEW_SENTENCES, LONG_NOTICE),
    ("closed", CLOSED, 0, LONG_NOTICE),
    ("template", TEMPLATE_TEXT, FEW_SENTENCES, FEW_SENTENCES),
    ("sign_in", SIGN_IN, 0, FEW_WORDS),
)
MESSAGES = {
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
    return ExtractionProblem(code=code, detail=MESSAGES[code].format(page.url)) if code else None


def page_problem_code(page: ReadPage, html: str) -> str | None:
    headline = next((block.text for block in page.blocks if block.tag == "h1"), "")
    words = sum(len(block.text.split()) for block in page.blocks)
    for code, pattern, any_line_limit, headline_limit in PHRASE_CHECKS:
        if words < headline_limit and (pattern.search(page.title) or pattern.search(headline)):
            return code
        if words < any_line_limit and contains_phrase(page, pattern):
            return code
    # If both title and headline say so, the rest of the page is notes, so more words are allowed.
    title, *heads = headlines(page, headline)
    any_line_limit = LONG_NOTICE if SIGN_IN.search(title) and any(map(SIGN_IN.search, heads)) else FORM_WORDS
    if words < any_line_limit and PASSWORD_FIELD.search(html) and any(map(SIGN_IN.search, (title, *heads))):
        return "sign_in"
    title_says_soon = any(map(COMING_SOON.search, TITLE_PARTS.split(title)))  # `Tallow | coming soon`
    any_line_limit = LONG_NOTICE if title_says_soon and COMING_SOON.search(headline) else FEW_SENTENCES // 2
    if words < any_line_limit and any(map(COMING_SOON.search, (title, *heads))):
        return "coming_soon"
    return "template" if is_template(page) else missing_content(page, html, words)


def headlines(page: ReadPage, headline: str) -> list[str]:
    """The title and the headline, or all lines if there is no headline."""
    return [page.title, headline] if headline else [page.title, *(block.text for block in page.blocks)]


def missing_content(page: ReadPage, html: str, words: int) -> str | None:
    """Why a page has almost no text; None if it has enough."""
    own = [block for block in page.blocks if "cookie" not in block.marks]
    if words >= 8 and is_only_consent(own):
        return "cookie_wall"
    if sum(len(block.text.split()) for block in own) < FEW_WORDS:
        if "<script" in html.lower() and (NEEDS_SCRIPT.search(html) or looks_empty(html)):
            return "script_only"
        if not words:
            return "no_text"
    return None


def contains_phrase(page: ReadPage, pattern: re.Pattern[str]) -> bool:
    return any(pattern.search(block.text) for block in page.blocks)


def is_template(page: ReadPage) -> bool:
    """Whether most of the text is sample text of a template, including the headline or in many places."""
    main_blocks = [block for block in page.blocks if block.place == "main" and len(block.text.split()) >= 3]
    if not main_blocks:
        return False
    leftovers = [block.text for block in main_blocks if is_leftover(block.text)]
    if sum(map(len, leftovers)) <= sum(len(block.text) for block in main_blocks) * MIN_LEFTOVER_SHARE:
        return False
    headline = next((block.text for block in page.blocks if block.tag == "h1"), page.title)
    # A page with filler text under a headline of its own is unfinished, but says what the product is.
    many = len(leftovers) >= MIN_LEFTOVERS and 2 * len(leftovers) > len(main_blocks)
    return is_leftover(headline) or is_leftover(page.title) or many


def is_only_consent(blocks: list[Block]) -> bool:
    """Whether there is almost nothing on the page but a cookie banner."""
    long = [block for block in blocks if len(block.text.split()) > 5]
    if not long:
        return not blocks
    return len(long) <= 4 and all(COOKIE_CONSENT.search(block.text) for block in long)


def looks_empty(html: str) -> bool:
    """Whether the page has an empty mount element, or almost nothing but scripts."""
    scripts = SCRIPT_TAG.findall(html)
    return bool(EMPTY_MOUNT.search(html)) or any("json" not in script.lower() for script in scripts)
