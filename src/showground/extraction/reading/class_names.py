"""Reads from class names and ids what a part of a page is: prices, reviews, a menu."""

import re
from collections.abc import Mapping

from showground.extraction.reading.pages import Place

MARKS = {
    "testimonial": r"testimonials?|(?:customer|user) reviews?|reviews|review (?:card|item|slide)|quotes?|blockquote|"
    r"wall of love"
    r"|tweets?|customer stor(?:y|ies)"
    r"|case stud(?:y|ies)|success stor(?:y|ies)|social proof",
    "pricing": r"pricing|prices?|plans?|tiers?|preise?|tarifs?|precios?",
    "faq": r"faqs?|questions?",
    "team": r"team|founders?|people|staff|members?",
    "adviser": r"advis[eo]rs?|advisory|investors?|backers?|board|mentors?",
    "cookie": r"cookies?|consent|onetrust|cky|gdpr|cmp",
    "modal": r"modal|popup|pop up|lightbox|offcanvas",
    "blog": r"blog|(?:latest|recent|related) posts?|post (?:list|card|grid)|article card|news|related",
    "compare": r"compare|comparison|versus|vs|competitors?|alternatives?",
    "mock": r"mock|mockups?|screenshot|terminal|browser window|app window|sample|fake|demo ui|calculator|code block",
    "logos": r"logos|clients|customers|partners|trusted|as seen",
    "feature": r"features?|benefits?|capabilities",
    "hero": r"hero|masthead|jumbotron",
    "steps": r"steps?|how it works",
    "jobs": r"jobs?|careers?|openings|vacanc(?:y|ies)",
    "legal": r"legal|imprint|impressum|terms|privacy",
    "trouble": r"problems?(?! (?:and )?solutions?)|pains?(?: points?)?|challenges?|troubles?|struggles?|frustrations?",
}
MARK_PATTERNS = {mark: re.compile(rf"\b(?:{words})\b") for mark, words in MARKS.items()}
MARKS_BY_TAG = {"blockquote": "testimonial", "pre": "mock", "code": "mock", "address": "address"}
TAG_PLACES: dict[str, Place] = {
    "header": "header",
    "nav": "nav",
    "footer": "footer",
    "aside": "aside",
    "main": "main",
}
ROLE_PLACES: dict[str, Place] = {
    "banner": "header",
    "navigation": "nav",
    "contentinfo": "footer",
    "complementary": "aside",
}
FOOTER_NAME = re.compile(r"footer\b(?<=\bfooter)")
# The foot of a card, as in `plan-card__footer`.
FOOT_OF_PART = re.compile(
    r"\b(?:article|author|box|card|comment|dialog|entry|form|item|meta|modal|panel|plan|post|price|pricing|product|quote"
    r"|review|service|step|testimonial|tile|widget) footer\b"
)
BAR_NAME = re.compile(r"\b(?:nav|navbar|navigation|topbar)\b")
MENU_NAME = re.compile(r"\bmenu\b")
UNMARKED_TAGS = frozenset({"html", "body", "main"})  # their names describe the whole page


def words_in_names(attributes: Mapping[str, str | None]) -> str:
    """Classes and ids as words: `pricingTable__item` is `pricing table item`."""
    if not attributes or not (attributes.get("class") or attributes.get("id")):
        return ""
    return words_in(" ".join(names_in(attributes)))


def names_in(attributes: Mapping[str, str | None]) -> list[str]:
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"[:400]
    # Utility classes such as `sm:grid-cols-2` and `after:content-['quote']` describe styling.
    return [name for name in names.split() if ":" not in name and "[" not in name]


def words_in(names: str) -> str:
    names = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", names)
    return re.sub(r"[^a-z0-9]+", " ", names.lower()).strip()


def is_footer(attributes: Mapping[str, str | None]) -> bool:
    """Whether a single name is that of a page's footer: `panel footer` has one, `panel-footer` hasn't."""
    names = map(words_in, names_in(attributes))
    return any(FOOTER_NAME.search(name) and not FOOT_OF_PART.search(name) for name in names)


def find_marks(tag: str, names: str) -> list[str]:
    if tag in UNMARKED_TAGS:
        return []
    found = [mark for mark, pattern in MARK_PATTERNS.items() if names and pattern.search(names)]
    if tag in MARKS_BY_TAG:
        found.append(MARKS_BY_TAG[tag])
    return found


def find_place(tag: str, role: str, names: str, attributes: Mapping[str, str | None], inside: Place) -> Place:
    """Where on the page an element is. A header inside a section is that section's title, not the page's."""
    if inside in ("footer", "nav"):
        return inside
    if role in ROLE_PLACES:
        return ROLE_PLACES[role]
    if tag in TAG_PLACES:
        return TAG_PLACES[tag]
    if tag in ("div", "section", "ul"):
        if FOOTER_NAME.search(names) and is_footer(attributes):
            return "footer"
        if BAR_NAME.search(names) or MENU_NAME.search(names):
            return "nav"
    return inside
