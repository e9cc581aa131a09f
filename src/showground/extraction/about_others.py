"""Recognises pages about others: comparisons, customers, partners, articles."""

import re
from urllib.parse import unquote, urlsplit

from showground.extraction.reading.pages import ReadPage

OWN_KINDS = ("home", "about", "contact", "pricing", "team")
# Addresses of pages about comparisons, customers or partners, and of the blog.
OTHERS_PATH = re.compile(
    r"(?:^|[/_-])(?:vs|versus|compare|comparison|comparisons|alternatives?|competitors?|customers?|case-stud(?:y"
    r"|ies)|success-stor(?:y|ies)|testimonials|reviews|partners?|investors?|blog|news|posts?|articles?"
    r"|press-releases?|showcase|licen[cs]es|credits|third-party|attributions?|acknowledge?ments)"
    r"(?:[/._-]|$)",
    re.IGNORECASE,
)
OTHERS_TITLE = re.compile(
    r"\bvs\.?(?=\s)|\bversus\b|\bcompared (?:to|with)\b|\balternatives? (?:to|for)\b|\w\s+alternatives?\b"
    r"|\bcase study\b"
    r"|\bim vergleich\b|\bcomparatif\b|\bcomparativa\b|\bconfronto\b",
    re.IGNORECASE,
)


def is_about_others(page: ReadPage) -> bool:
    """Whether a page is about others as much as about the product; a home page never is."""
    if page.kind in OWN_KINDS:
        return False
    headline = next((heading.text for heading in page.headings if heading.level == 1), "")
    path = unquote(urlsplit(page.url).path)
    return bool(OTHERS_PATH.search(path) or OTHERS_TITLE.search(page.title) or OTHERS_TITLE.search(headline))
