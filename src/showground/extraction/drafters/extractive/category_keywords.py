"""Matches the texts of a site with the keywords of categories."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from showground.extraction.drafters.extractive.category_zones import IN_HEADING, IN_TITLE, Zone
from showground.extraction.proposal import CategoryChoice, SourceQuote
from showground.extraction.statements.text_folding import comparable, word_finder

MIN_REPEATED = 3  # texts with the same word
MAX_KEYWORD_WEIGHT = 5.0
SUBCATEGORY_SHARE = 0.3  # how much of the scores of its subcategories a category adds to its own
PHRASE_WEIGHT, VAGUE_WEIGHT = 1.5, 0.25
MAX_QUOTE = 500
# Words that all kinds of sites use about themselves; alone they are no evidence.
VAGUE_WORDS = frozenset(
    {
        "business", "small business", "company", "customers", "operations", "staff", "team", "growth", "local", "city",
        "studio", "daily", "words", "story", "goals", "family", "support", "answers", "ask", "draft", "model", "rules",
        "posts", "comments", "reports", "products", "practice", "play", "learn", "content", "search", "shop", "store",
        "leads", "community", "ships", "kit", "field", "index", "collection", "focus", "planning",
        "integrations", "records", "device", "devices", "display", "developer", "security", "privacy", "insights",
        "library", "plugin", "dashboard", "dashboards", "events", "documents", "document", "message", "messages",
        "brand", "media", "template", "delivery", "schedule", "members", "friends", "image", "images", "pictures",
        "machine", "editor", "icons", "github", "open source", "open-source", "design", "training", "learning",
        "reading", "writing", "sales", "conversion", "steam", "workflow", "project", "projects", "organise", "care",
        "route", "booking", "code", "api", "cloud", "monitor", "storage", "stand", "cards", "card", "study", "plants",
        # What every local business offers besides its trade: an appointment, a quote, a chat.
        "termine", "rendez-vous", "citas", "afspraak", "afspraken", "randevu", "запись", "予約", "预约", "예약",
        "תורים", "مواعيد", "réservation", "reservas", "prenotazioni", "rezerwacja", "reserveren", "appointment",
        "availability", "whatsapp", "e-mail", "teklif", "beratung", "conseil", "betrieb", "bedrijf", "maintenance",
        "guests", "maker",
        # What products of all kinds offer.
        "early access", "moving", "print", "deploy", "deployment", "mobility",
        "entrega", "entregas", "lieferung", "livraison", "consegna", "bezorging", "dostawa", "доставка", "teslimat",
        "backups", "attendance", "atendimento",
        "assets", "portfolio", "database", "datenbank", "base de données", "base de datos", "banco de dados",
        "baza danych", "база данных", "veritabanı", "データベース", "数据库", "데이터베이스",
    }
)  # fmt: skip


@dataclass
class Match:
    """How well a category fits."""

    category: CategoryChoice
    score: float = 0.0
    keywords: dict[str, SourceQuote] = field(default_factory=dict[str, SourceQuote])
    """Its keywords on the site, each with the most prominent text that it occurs in."""
    prominent: set[str] = field(default_factory=set[str])
    """Those in titles, headings and the summary."""
    stressed: set[str] = field(default_factory=set[str])
    """Those in the title, or more than once where the site introduces itself."""

    repeated: set[str] = field(default_factory=set[str])
    """Those in several texts."""

    @property
    def telling(self) -> set[str]:
        """Its keywords without vague words."""
        return set(self.keywords) - VAGUE_WORDS

    @property
    def is_founded(self) -> bool:
        """Whether there is better evidence than vague words or one passing mention."""
        return bool(self.stressed - VAGUE_WORDS) or len(self.telling) >= (2 if self.prominent - VAGUE_WORDS else 3)


def find_matches(zones: Sequence[Zone], name: str, categories: Sequence[CategoryChoice]) -> list[Match]:
    """Categories ranked by the weight of their keywords in the texts where the site introduces itself."""
    folded = {word: folded_keyword(word) for one in categories for word in (*one.keywords, one.name.lower())}
    # The product's own name is not evidence: a product called `Vector` may be about anything.
    own = comparable(name)
    folded = {word: text for word, text in folded.items() if text != own}
    # Count how many branches share a word. Within one branch (a category and its parent) it counts once.
    branches = {
        (singular(folded[word]), one.parent or one.name)
        for one in categories
        for word in one.keywords
        if word in folded
    }
    shared = Counter(word for word, _ in branches)
    texts = SearchedText("\n".join(zone.text for zone in zones))
    matches = [match_with(category, zones, texts, shared, folded) for category in categories]
    scores = {match.category.name: match.score for match in matches}
    for match in matches:
        below = [scores[one.name] for one in categories if one.parent == match.category.name]
        if below and match.keywords:
            match.score += SUBCATEGORY_SHARE * max(below)
    return sorted(matches, key=lambda match: -match.score)


@lru_cache(maxsize=20_000)  # the keywords are the same in every draft
def folded_keyword(keyword: str) -> str:
    return comparable(keyword)


def singular(folded: str) -> str:
    """One spelling for `stock` and `stocks`, which categories may share."""
    return folded.removesuffix("s")


class SearchedText:
    """All texts of a site, with a quick check that rules out most keywords by their letters."""

    def __init__(self, whole: str) -> None:
        self.whole = whole
        self.letters = set(whole)
        self.threes = set(zip(whole, whole[1:], whole[2:], strict=False))

    def may_have(self, start: str) -> bool:
        threes = zip(start, start[1:], start[2:], strict=False)
        return self.letters.issuperset(start) and self.threes.issuperset(threes) and start in self.whole


def match_with(
    category: CategoryChoice,
    zones: Sequence[Zone],
    texts: SearchedText,
    shared: Counter[str],
    folded: Mapping[str, str],
) -> Match:
    match = Match(category)
    for keyword in dict.fromkeys((*category.keywords, category.name.lower())):
        if keyword not in folded:
            continue
        # Most keywords don't occur. Checking their beginnings first rules them out quickly.
        start = folded[keyword][:-3] or folded[keyword]
        if not texts.may_have(start):
            continue
        is_in = word_finder(keyword)
        hits = [zone for zone in zones if is_in(zone.text)]
        if not hits:
            continue
        telling = VAGUE_WEIGHT if keyword in VAGUE_WORDS else PHRASE_WEIGHT if " " in keyword else 1.0
        weight = min(sum(zone.weight for zone in hits), MAX_KEYWORD_WEIGHT)
        match.score += weight * telling / max(shared[singular(folded[keyword])], 1)
        best = max(hits, key=lambda zone: (len(zone.quote.quote) <= MAX_QUOTE, zone.weight))
        match.keywords[keyword] = best.quote
        if any(zone.weight >= IN_HEADING for zone in hits):
            match.prominent.add(keyword)
        if sum(zone.weight for zone in hits if zone.weight >= IN_HEADING) >= IN_TITLE:
            match.stressed.add(keyword)
        if len({zone.text for zone in hits}) >= MIN_REPEATED:
            match.repeated.add(keyword)
    return match
