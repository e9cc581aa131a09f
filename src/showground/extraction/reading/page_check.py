"""Detects responses that are not a real page: bot checks, parked domains, cookie walls, soft 404s."""

import re

from showground.extraction.proposal import ExtractionProblem
from showground.extraction.reading.pages import Block, ReadPage

NOT_FOUND = re.compile(
    r"^(?:error\s*)?404\b|\b404\s*(?:[-–—|:]|not found|error)|\b(?:page|seite|página|pagina)\b.{0,20}\b(?:not found"
    r"|can.t be found|doesn.t exist|nicht gefunden|no encontrada|não encontrada|non trovata|niet gevonden)"
    r"|^not found$|\bpage (?:introuvable|non trouvée)|^oops\b.{0,40}$",
    re.IGNORECASE,
)
WALL = re.compile(
    r"^just a moment|^attention required|checking your browser|verify(?:ing)? (?:that )?you are (?:a )?human"
    r"|^access denied|^are you a robot|^ddos.guard|^security check|enable javascript and cookies to continue"
    r"|^vercel security checkpoint|^pardon our interruption",
    re.IGNORECASE,
)
PARKED = re.compile(
    r"\b(?:domain (?:name )?(?:is|may be) (?:for sale|parked)|this domain (?:is|has been) (?:registered|parked"
    r"|for sale)|buy this domain|parked free|domain parking|is for sale!?$|hugedomains|welcome to nginx|apache2? "
    r".*default page"
    r"|index of /|future home of|site is under construction|account suspended)",
    re.IGNORECASE,
)
NEEDS_SCRIPT = re.compile(
    r"enable javascript|javascript (?:is )?(?:required|disabled|enabled)|without javascript|requires javascript",
    re.IGNORECASE,
)
CONSENT = re.compile(r"\b(?:cookies?|consent|zustimm\w*|consentement|accept all|reject all)\b", re.IGNORECASE)
# `[^<>]` stops at the next tag. Otherwise a page full of unclosed tags would be rescanned from each one.
SCRIPT = re.compile(r"<script\b[^<>]*+>", re.IGNORECASE)
MOUNT = re.compile(
    r"<(?:div|main)\b[^<>]{0,300}?\bid=[\"']?(?:root|app|__next|__nuxt|svelte|gatsby-focus-wrapper|q-app)\b"
    r"[^<>]{0,300}+>\s{0,100}+</",
    re.IGNORECASE,
)
FEW_WORDS = 25
SENTENCES = {
    "soft_404": "{} says that the page does not exist, although it returns status 200.",
    "bot_wall": "{} shows a bot check instead of its content.",
    "parked": "{} shows a placeholder of its host or registrar instead of a website.",
    "cookie_wall": "{} shows only a cookie banner.",
    "script_only": "{} needs JavaScript to show its content, so there is almost no text we can read.",
    "no_text": "{} has no text.",
}


def find_fault(page: ReadPage, html: str) -> ExtractionProblem | None:
    """What is wrong with a page, if anything. A page built by JavaScript still has a title and metadata."""
    code = fault_of(page, html)
    return ExtractionProblem(code=code, detail=SENTENCES[code].format(page.url)) if code else None


def fault_of(page: ReadPage, html: str) -> str | None:
    headline = next((block.text for block in page.blocks if block.tag == "h1"), "")
    words = sum(len(block.text.split()) for block in page.blocks)
    if NOT_FOUND.search(page.title) or NOT_FOUND.search(headline) or (words < 40 and NOT_FOUND.search(page.text[:300])):
        return "soft_404"
    if WALL.search(page.title) or WALL.search(headline) or (words < 80 and WALL.search(page.text)):
        return "bot_wall"
    if PARKED.search(page.title) or (words < 120 and PARKED.search(page.text)):
        return "parked"
    own = [block for block in page.blocks if "cookie" not in block.marks]
    if words >= 8 and is_only_consent(own):
        return "cookie_wall"
    if sum(len(block.text.split()) for block in own) < FEW_WORDS:
        if "<script" in html.lower() and (NEEDS_SCRIPT.search(html) or looks_empty(html)):
            return "script_only"
        if not words:
            return "no_text"
    return None


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
