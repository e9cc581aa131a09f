"""Categories (by their keywords), tags and keywords of the product."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from showground.extraction.proposal import CategoryChoice, Drafted, SourceQuote
from showground.extraction.reading.pages import ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, HEADINGS, SiteModel
from showground.extraction.statements.placeholders import is_leftover
from showground.extraction.statements.text_folding import comparable, word_pattern

MIN_SCORE = 3.0
MIN_KEYWORDS = 2
CLEAR_LEAD = 1.15
SPECIFIC_ENOUGH = 0.6
MAX_ZONES = 400
# What it is, up to what it does: `is a hiring platform that ...`.
IS_A = r"(?:is|are) (?:an?|the) [^.,:;!?]{3,60}?(?= (?:that|which|for|who|to|where)\b|[.,:;!?]|$)"
IN_TITLE, IN_SUMMARY = 2.1, 2.0
NOT_SUBJECT = ABOUT_OTHERS | {"faq", "pricing", "team", "adviser", "legal", "logos", "modal"}
# Words that all kinds of sites use about themselves; alone they are no evidence.
VAGUE = frozenset(
    {
        "business", "small business", "company", "customers", "operations", "staff", "team", "growth", "local", "city",
        "studio", "daily", "words", "story", "goals", "family", "support", "answers", "ask", "draft", "model", "rules",
        "posts", "comments", "reports", "products", "practice", "play", "learn", "content", "search", "shop", "store",
        "leads", "community", "ships", "kit", "field", "index", "collection", "focus", "planning",
        "integrations", "records",
    }
)  # fmt: skip


@dataclass
class Match:
    """How well a category fits."""

    category: CategoryChoice
    score: float = 0.0
    keywords: dict[str, SourceQuote] = field(default_factory=dict[str, SourceQuote])
    prominent: set[str] = field(default_factory=set[str])
    """Those in titles, headings and the summary."""
    first: set[str] = field(default_factory=set[str])
    """Those in the title and the headline."""

    @property
    def is_prominent(self) -> bool:
        telling = self.prominent - VAGUE
        if not self.first - VAGUE and len(telling) <= MIN_KEYWORDS:
            return False  # it may do this too, but it does not introduce itself with it
        if self.category.parent is None:
            # Keywords of a broad category occur on many sites.
            return len(telling) > MIN_KEYWORDS
        return len(self.keywords) >= MIN_KEYWORDS + (len(self.prominent) < MIN_KEYWORDS) and bool(telling)


def find_matches(site: SiteModel, categories: Sequence[CategoryChoice]) -> list[Match]:
    """Categories ranked by the weight of their keywords in the texts where the site introduces itself."""
    shared = Counter(comparable(keyword) for category in categories for keyword in category.keywords)
    zones = zones_of(site)
    matches: list[Match] = []
    for category in categories:
        match = Match(category)
        for keyword in category.keywords:
            # Most keywords occur in no text; checking their beginnings first rules them out quickly.
            start, pattern = comparable(keyword)[:-3] or comparable(keyword), word_pattern(keyword)
            hits = [(weight, said) for weight, text, said in zones if start in text and pattern.search(text)]
            if hits:
                rarity = 1.0 / shared[comparable(keyword)] * (1.4 if " " in keyword else 1.0)
                match.score += min(sum(weight for weight, _ in hits), 6) * rarity
                if any(weight >= 1 for weight, _ in hits):
                    match.prominent.add(keyword)
                if any(weight > IN_SUMMARY for weight, _ in hits):
                    match.first.add(keyword)
                match.keywords[keyword] = max(hits, key=lambda hit: hit[0])[1]
        if word_pattern(category.name).search(" ".join(text for weight, text, _ in zones if weight > 1)):
            match.score += 2
        matches.append(match)
    return sorted(matches, key=lambda match: -match.score)


def zones_of(site: SiteModel) -> list[tuple[float, str, SourceQuote]]:
    """The texts that say what the product is, each with its weight."""
    home = site.home
    zones: list[tuple[float, str, SourceQuote]] = []

    def add(weight: float, page: ReadPage, text: str) -> None:
        if text and not is_leftover(text):
            zones.append((weight, comparable(text), SourceQuote(quote=text, url=page.url)))

    add(IN_TITLE, home, home.title)
    add(IN_SUMMARY, home, home.meta.get("description") or home.open_graph.get("og:description", ""))
    if site.name and (said := re.search(rf"\b{re.escape(site.name)} {IS_A}", home.meta.get("description", ""))):
        add(IN_TITLE, home, said[0])
    for page in site.own_pages("home", "features", "about"):
        for block in page.blocks:
            if NOT_SUBJECT.intersection(block.marks) or block.place not in ("main", "header", "aside") or block.lang:
                continue
            weight = IN_TITLE if block.tag == "h1" else 1 if block.tag in HEADINGS else 0.5
            add(weight if page is home else weight / 2, page, block.text)
    return zones[:MAX_ZONES]


def find_categories(site: SiteModel, categories: Sequence[CategoryChoice]) -> tuple[Drafted | None, list[Match]]:
    """The primary category if it is clear, and a second one if it fits as well."""
    matches = find_matches(site, categories)
    fitting = [match for match in matches if match.score >= MIN_SCORE and match.is_prominent]
    if not fitting:
        return None, []
    best = most_specific(fitting)
    others = [match for match in fitting if match is not best]
    rivals = [match for match in others if not related(best.category, match.category)]
    if rivals and fitting[0].score < rivals[0].score * CLEAR_LEAD:
        return None, []
    second = [match for match in others[:2] if match.score >= best.score * 0.75 and len(match.keywords) >= 3]
    chosen = [best, *second[:1]]
    quotes: list[SourceQuote] = []
    for match in chosen:
        for said in match.keywords.values():
            if said not in quotes and len(said.quote) <= 500:
                quotes.append(said)
    return Drafted(value=[match.category.name for match in chosen], quotes=quotes[:6]), chosen


def most_specific(fitting: list[Match]) -> Match:
    """The best match, or a more specific category below it: keywords of broad categories occur on many sites."""
    best = fitting[0]
    below = [match for match in fitting if match.category.parent == best.category.name]
    return below[0] if below and below[0].score >= best.score * SPECIFIC_ENOUGH else best


def related(one: CategoryChoice, other: CategoryChoice) -> bool:
    return (
        one.parent == other.name or other.parent == one.name or (one.parent is not None and one.parent == other.parent)
    )


def find_tags(chosen: list[Match]) -> Drafted | None:
    """The category's keywords that occur where the site introduces itself."""
    tags: dict[str, SourceQuote] = {}
    for match in chosen:
        for keyword, said in match.keywords.items():
            if len(said.quote) <= 500 and keyword in match.prominent and keyword not in VAGUE:
                tags.setdefault(keyword, said)
    kept = dict(list(tags.items())[:6])
    return Drafted(value=list(kept), quotes=list(kept.values())) if kept else None


def find_keywords(site: SiteModel, chosen: list[Match]) -> Drafted | None:
    """Keywords from the page's metadata that its text also uses; otherwise those of its category."""
    home = site.home
    summary = f"{home.title} {home.meta.get('description', '')}"
    text = comparable(f"{home.text} {summary}")
    named = [" ".join(word.split()) for word in home.meta.get("keywords", "").split(",")]
    named = [word for word in dict.fromkeys(named) if 3 <= len(word) <= 60 and comparable(word) in text]
    if len(named) >= 2:
        return Drafted(value=named[:12], quotes=[SourceQuote(quote=home.meta["keywords"], url=home.url)])
    # The category's keywords in the introduction. Frequent words alone could be about anything.
    tags = find_tags(chosen)
    return tags if tags and len(tags.value) >= 2 else None
