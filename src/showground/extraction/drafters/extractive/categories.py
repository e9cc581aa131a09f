"""Categories, by a scored match of the site's words with their keywords; tags and keywords of the product."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from showground.extraction.page_sections import HEADINGS
from showground.extraction.proposal import CategoryChoice, Drafted, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, SiteModel
from showground.extraction.statements.placeholders import is_leftover
from showground.extraction.statements.text_folding import comparable, sentences, word_pattern

MAX_PROPOSED = 3
MIN_SCORE = 1.5
MIN_REPEATED = 3  # texts with the same word
MIN_SHARE = 0.3  # of the best score, for the second and the third
MAX_PER_KEYWORD = 5.0
FROM_SUBCATEGORIES = 0.3  # how much of the scores of its subcategories a category adds to its own
SPECIFIC_ENOUGH = 0.5
PHRASE, VAGUE_WORD = 1.5, 0.25
MAX_ZONES = 400
LONGEST_QUOTE = 500
MAX_TAGS = 6
# The words that say what the product is, before those that say what it does: `is a hiring platform that ...`.
IS_A = r"(?:is|are) (?:an?|the) [^.,:;!?]{3,60}?(?= (?:that|which|for|who|to|where)\b|[.,:;!?]|$)"
IN_TITLE, IN_SUMMARY, IN_HEADING, IN_TEXT = 4.0, 2.0, 1.0, 0.4
HIGHEST_BLOCKS = 6  # of the home page: what it says first
# `Stock lists for small breweries` is about stock; breweries are those who need it.
AUDIENCE = re.compile(r"\b(?:for|für|pour|para|per|voor|för|dla|для)\b")
FOR_WHOM = 0.5
NOT_SUBJECT = ABOUT_OTHERS | {"faq", "pricing", "team", "adviser", "legal", "logos", "modal"}
# Words that all kinds of sites use about themselves; alone they are no evidence.
VAGUE = frozenset(
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
        # What every local business asks for or offers beside its trade: an appointment, a quote, a chat.
        "termine", "rendez-vous", "citas", "afspraak", "afspraken", "randevu", "запись", "予約", "预约", "예약",
        "תורים", "مواعيد", "réservation", "reservas", "prenotazioni", "rezerwacja", "reserveren", "appointment",
        "availability", "whatsapp", "e-mail", "teklif", "beratung", "conseil", "betrieb", "bedrijf", "maintenance",
        "guests", "maker",
        # What products of all kinds offer before they are finished, or say of those who use them.
        "early access", "moving", "print", "deploy", "deployment", "mobility",
        "entrega", "entregas", "lieferung", "livraison", "consegna", "bezorging", "dostawa", "доставка", "teslimat",
        "backups", "attendance", "atendimento",
        "assets", "portfolio", "database", "datenbank", "base de données", "base de datos", "banco de dados",
        "baza danych", "база данных", "veritabanı", "データベース", "数据库", "데이터베이스",
    }
)  # fmt: skip


@dataclass
class Zone:
    """A text in which the site says what it is, and how much its words count."""

    weight: float
    text: str
    said: SourceQuote


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
    """Those in the title, or said more than once where it introduces itself."""

    repeated: set[str] = field(default_factory=set[str])
    """Those in several texts."""

    @property
    def telling(self) -> set[str]:
        """Its keywords without those that every site uses."""
        return set(self.keywords) - VAGUE

    @property
    def is_founded(self) -> bool:
        """Whether more than words that every site uses, or one word in passing, speaks for it."""
        return bool(self.stressed - VAGUE) or len(self.telling) >= (2 if self.prominent - VAGUE else 3)


def find_matches(site: SiteModel, categories: Sequence[CategoryChoice]) -> list[Match]:
    """Categories ranked by the weight of their keywords in the texts where the site introduces itself."""
    folded = {word: folded_keyword(word) for one in categories for word in (*one.keywords, one.name.lower())}
    # The name alone says nothing: a product called `Vector` may be about anything.
    folded = {word: text for word, text in folded.items() if text != comparable(site.name)}
    # A word that a category shares with those above and below it still tells this branch from others.
    branches = {
        (singular(folded[word]), one.parent or one.name)
        for one in categories
        for word in one.keywords
        if word in folded
    }
    shared = Counter(word for word, _ in branches)
    zones = list(zones_of(site))[:MAX_ZONES]
    texts = SearchedText("\n".join(zone.text for zone in zones))
    matches = [match_with(category, zones, texts, shared, folded) for category in categories]
    scores = {match.category.name: match.score for match in matches}
    for match in matches:
        below = [scores[one.name] for one in categories if one.parent == match.category.name]
        if below and match.keywords:
            match.score += FROM_SUBCATEGORIES * max(below)
    return sorted(matches, key=lambda match: -match.score)


@lru_cache(maxsize=20_000)  # the keywords are the same in every draft
def folded_keyword(keyword: str) -> str:
    return comparable(keyword)


def singular(folded: str) -> str:
    """One spelling for `stock` and `stocks`, which categories may share."""
    return folded.removesuffix("s")


class SearchedText:
    """All texts, searched for thousands of keywords. Most contain a letter, or three in a row, that no text has."""

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
        # Most keywords occur in no text; looking for their beginnings first rules them out quickly.
        start = folded[keyword][:-3] or folded[keyword]
        if not texts.may_have(start):
            continue
        pattern = word_pattern(keyword)
        hits = [zone for zone in zones if start in zone.text and pattern.search(zone.text)]
        if not hits:
            continue
        telling = VAGUE_WORD if keyword in VAGUE else PHRASE if " " in keyword else 1.0
        weight = min(sum(zone.weight for zone in hits), MAX_PER_KEYWORD)
        match.score += weight * telling / max(shared[singular(folded[keyword])], 1)
        best = max(hits, key=lambda zone: (len(zone.said.quote) <= LONGEST_QUOTE, zone.weight))
        match.keywords[keyword] = best.said
        if any(zone.weight >= IN_HEADING for zone in hits):
            match.prominent.add(keyword)
        if sum(zone.weight for zone in hits if zone.weight >= IN_HEADING) >= IN_TITLE:
            match.stressed.add(keyword)
        if len({zone.text for zone in hits}) >= MIN_REPEATED:
            match.repeated.add(keyword)
    return match


def zones_of(site: SiteModel) -> Iterator[Zone]:
    """The texts that say what the product is."""
    home = site.home

    def zone(weight: float, page: ReadPage, text: str) -> Iterator[Zone]:
        if not text or is_leftover(text):
            return
        said = SourceQuote(quote=text, url=page.url)
        if weight < IN_HEADING:
            yield Zone(weight, comparable(text), said)
            return
        for sentence in sentences(text):
            what, *audience = AUDIENCE.split(comparable(sentence), maxsplit=1)
            yield Zone(weight, what, said)
            yield from (Zone(weight * FOR_WHOM, whom, said) for whom in audience)

    summary = home.meta.get("description") or home.open_graph.get("og:description", "")
    yield from zone(IN_TITLE, home, home.title)
    yield from zone(IN_SUMMARY, home, summary)
    yield from zone(IN_HEADING, home, home.meta.get("keywords", ""))
    if site.name and (said := re.search(rf"\b{re.escape(site.name)} {IS_A}", summary)):
        yield from zone(IN_TITLE, home, said[0])
    for page in site.own_pages("home", "features", "about", "press"):
        own = [block for block in page.blocks if is_subject(block)]
        headings = [at for at, block in enumerate(own[:HIGHEST_BLOCKS]) if block.tag in HEADINGS]
        top = headings[1] if len(headings) > 1 else HIGHEST_BLOCKS
        for at, block in enumerate(own):
            weight = IN_HEADING if block.tag in HEADINGS else IN_TEXT
            if page is home and (block.tag == "h1" or at < top):
                weight = IN_SUMMARY
            yield from zone(weight if page is home else weight / 2, page, block.text)


def is_subject(block: Block) -> bool:
    return NOT_SUBJECT.isdisjoint(block.marks) and block.place in ("main", "header", "aside") and not block.lang


def find_categories(site: SiteModel, categories: Sequence[CategoryChoice]) -> tuple[Drafted | None, list[Match]]:
    """The three that fit best, the best one first; none if the site says too little about what it is.

    Others than the best are proposed only if two different words speak for them.
    """
    ranked = find_matches(site, categories)
    matches = [match for match in ranked if match.score >= MIN_SCORE]
    founded = [match for match in matches if match.is_founded]
    named = [match for match in matches if not match.is_founded and match.prominent - VAGUE]
    # A site that uses none of our keywords prominently may still use one again and again.
    some = founded or [match for match in matches if match.repeated - VAGUE]
    if not some:
        return None, []
    best = most_specific(some)
    least = some[0].score * MIN_SHARE
    weaker = [match for match in named if not any(match is one for one in some)]
    others = [
        match for match in (*some, *weaker) if match is not best and match.score >= least and is_clear(match, best)
    ]
    chosen = with_broader([best, *others][:MAX_PROPOSED], ranked)
    quotes: list[SourceQuote] = []
    for match in chosen:
        telling = sorted(match.keywords, key=lambda keyword: (keyword in VAGUE, keyword not in match.prominent))
        said = [match.keywords[keyword] for keyword in telling]
        said = [quote for at, quote in enumerate(said) if len(quote.quote) <= LONGEST_QUOTE and quote not in said[:at]]
        quotes += [quote for quote in said[:2] if quote not in quotes]
    return Drafted(value=[match.category.name for match in chosen], quotes=quotes), chosen


def is_clear(match: Match, best: Match) -> bool:
    """Whether two different words speak for a category beside the best: one alone may mean something else (`train`).

    One is enough if it is stressed, and weighs nearly as much as all that speaks for the best.
    """
    words = {singular(comparable(keyword)) for keyword in match.telling}
    return len(words) > 1 or (bool(match.stressed - VAGUE) and match.score >= best.score * SPECIFIC_ENOUGH)


def with_broader(chosen: list[Match], ranked: list[Match]) -> list[Match]:
    """What is left of the three is filled with the broader categories of those chosen, if their words occur at all."""
    above = [match.category.parent for match in chosen]
    broader = [
        match for name in dict.fromkeys(above) for match in ranked
        if match.category.name == name and match.keywords and not any(match is one for one in chosen)
    ]  # fmt: skip
    return [*chosen, *broader][:MAX_PROPOSED]


def most_specific(fitting: list[Match]) -> Match:
    """The best match, or a more specific category below it: keywords of broad categories occur on many sites."""
    best = fitting[0]
    below = [match for match in fitting if match.category.parent == best.category.name]
    return below[0] if below and below[0].score >= best.score * SPECIFIC_ENOUGH else best


def find_tags(chosen: list[Match]) -> Drafted | None:
    """The keywords of the best category that occur where the site introduces itself."""
    tags = {
        keyword: said
        for match in chosen[:1]
        for keyword, said in match.keywords.items()
        if len(said.quote) <= LONGEST_QUOTE and keyword in match.prominent and keyword not in VAGUE
    }
    kept = dict(list(tags.items())[:MAX_TAGS])
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
