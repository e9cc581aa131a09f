"""Drafts the categories, by a trained model and by keywords, and the tags and keywords of the product.

The model (`statements/category_model.py`) knows the shipped categories, and also recognises words that are not
keywords. Operators can change the keywords (`category_keywords.py`). `Candidate.fit` adds up both. A category that an
operator added has only its keywords, so they count more there.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from showground.extraction.drafters.extractive.category_keywords import (
    MAX_QUOTE,
    VAGUE_WORDS,
    Match,
    find_matches,
    singular,
)
from showground.extraction.drafters.extractive.category_zones import Zone, find_zones, texts_of
from showground.extraction.proposal import CategoryChoice, Drafted, SourceQuote
from showground.extraction.site_model import SiteModel
from showground.extraction.statements.category_model import evidence_for, score_categories, score_without_best_word
from showground.extraction.statements.text_folding import comparable

MAX_PROPOSED = 3
MAX_TAGS = 6
MIN_KEYWORD_SCORE = 1.5  # of keywords
KEYWORD_WEIGHT, KEYWORD_WEIGHT_WITHOUT_MODEL = 0.07, 0.15  # next to the model's score, and without one
CLEAR_SCORE = 0.1  # a score of the model that needs no keyword to confirm it
CLEAR_WITHOUT_BEST_WORD = 0.06
MAX_CHECKED = 8  # candidates, of which three are proposed
MIN_FIT = 0.08
MIN_LETTERS = 400  # about seventy words; in fewer, a single misleading word counts too much
MIN_SHARE = 0.5  # of the best fit, for the second and the third
MIN_SPECIFIC_SHARE = 0.6
MAX_SEARCHED_TEXTS = 80  # texts that are considered as quotes for a category without keywords
MAX_QUOTES = 2  # of each category


@dataclass
class Candidate:
    """A category and the evidence for it."""

    match: Match
    likeness: float | None
    """The model's score; None if the model doesn't know the category."""
    rests_on_one_word: bool = False
    """Whether the model's score depends on a single word."""

    @property
    def category(self) -> CategoryChoice:
        return self.match.category

    @property
    def fit(self) -> float:
        words = math.log1p(self.match.score)
        return KEYWORD_WEIGHT_WITHOUT_MODEL * words if self.likeness is None else self.likeness + KEYWORD_WEIGHT * words

    @property
    def is_clear(self) -> bool:
        """Whether the model is sure, so that no keyword is needed."""
        return self.likeness is not None and self.likeness >= CLEAR_SCORE and not self.rests_on_one_word

    @property
    def is_founded(self) -> bool:
        """Whether there is better evidence than vague words or one passing mention."""
        return self.is_clear or (self.has_keywords and self.match.is_founded)

    @property
    def is_repeated(self) -> bool:
        """Whether the site uses a keyword repeatedly, if not prominently."""
        return self.has_keywords and bool(self.match.repeated - VAGUE_WORDS)

    @property
    def has_keywords(self) -> bool:
        return self.match.score >= MIN_KEYWORD_SCORE


def find_categories(site: SiteModel, categories: Sequence[CategoryChoice]) -> tuple[Drafted | None, list[Match]]:
    """The three best categories, the best first; none if the site says too little about itself.

    If it says enough, the three are filled up with weaker candidates: for a founder, removing a wrong category is
    easier than finding the right one among all.
    """
    zones = find_zones(site)
    ranked = rank(zones, site.name, categories)
    fitting = [one for one in ranked if one.fit >= MIN_FIT][:MAX_CHECKED]
    for one in fitting:
        one.rests_on_one_word = is_clear_by_one_word(one, zones)
    candidates = [one for one in fitting if one.is_founded] or [one for one in fitting if one.is_repeated]
    # Drop guesses of the model that are much weaker than the best fit.
    candidates = [one for one in candidates if one.has_keywords or one.fit >= fitting[0].fit * MIN_SHARE]
    says_enough = sum(len(zone.text) for zone in zones) >= MIN_LETTERS
    candidates = candidates or (fitting if says_enough else [])
    if not candidates:
        return None, []
    best = most_specific(candidates)
    beside = [one for one in fitting if one is not best and one.fit >= best.fit * MIN_SHARE]
    clear = [one for one in beside if is_clear_beside(one, best)]
    others = [*clear, *(one for one in beside if says_enough and one not in clear)]
    chosen: list[Candidate] = []
    quotes: list[SourceQuote] = []
    for one in add_broader([best, *others], ranked):
        category_quotes = quotes_for(one, zones)
        if category_quotes and len(chosen) < MAX_PROPOSED:
            chosen.append(one)
            quotes += [quote for quote in category_quotes if quote not in quotes]
    if not chosen:
        return None, []
    return Drafted(value=[one.category.name for one in chosen], quotes=quotes), [one.match for one in chosen]


def rank(zones: Sequence[Zone], name: str, categories: Sequence[CategoryChoice]) -> list[Candidate]:
    """All categories, the best fit first."""
    likeness = score_categories(texts_of(zones), comparable(name))
    matches = find_matches(zones, name, categories)
    candidates = [Candidate(match, likeness.get(match.category.slug)) for match in matches]
    return sorted(candidates, key=lambda one: -one.fit)


def is_clear_by_one_word(one: Candidate, zones: Sequence[Zone]) -> bool:
    """Whether a clear score depends on one word. With two keywords it can't, so the check is skipped."""
    if not one.is_clear or len(one.match.telling) > 1:
        return False
    return score_without_best_word(texts_of(zones), one.category.slug) < CLEAR_WITHOUT_BEST_WORD


def is_clear_beside(one: Candidate, best: Candidate) -> bool:
    """Whether there is enough evidence for another category besides the best one.

    That is a clear score of the model, two different words (one alone may be ambiguous: `train`), or a stressed word
    with nearly the score of the best category.
    """
    if one.is_clear:
        return True
    match = one.match
    words = {singular(comparable(keyword)) for keyword in match.telling}
    stressed = bool(match.stressed - VAGUE_WORDS) and match.score >= best.match.score * MIN_SPECIFIC_SHARE
    return one.has_keywords and (len(words) > 1 or stressed) and bool(match.prominent - VAGUE_WORDS)


def quotes_for(one: Candidate, zones: Sequence[Zone]) -> list[SourceQuote]:
    """The texts with its keywords, or else the texts that the model considers the best evidence."""
    match = one.match
    telling = sorted(match.keywords, key=lambda keyword: (keyword in VAGUE_WORDS, keyword not in match.prominent))
    unique = dict.fromkeys(
        (quote.quote, quote.url) for quote in (match.keywords[keyword] for keyword in telling)
    )  # each once
    found = [SourceQuote(quote=quote, url=url) for quote, url in unique if len(quote) <= MAX_QUOTE]
    if found or one.likeness is None:
        return found[:MAX_QUOTES]
    texts = {zone.quote.quote: zone for zone in sorted(zones, key=lambda zone: zone.weight) if zone.quote.quote}
    searched = [zone for zone in reversed(texts.values()) if len(zone.quote.quote) <= MAX_QUOTE][:MAX_SEARCHED_TEXTS]
    scores = [(evidence_for(one.category.slug, zone.quote.quote), zone.quote) for zone in searched]
    best = sorted((pair for pair in scores if pair[0] > 0), key=lambda pair: -pair[0])
    return [quote for _, quote in best[:MAX_QUOTES]]


def add_broader(chosen: list[Candidate], ranked: list[Candidate]) -> list[Candidate]:
    """Add the parent categories of those chosen, if any of their keywords occur."""
    above = dict.fromkeys(one.category.parent for one in chosen[:MAX_PROPOSED])
    broader = [
        one for name in above for one in ranked
        if one.category.name == name and one.match.keywords and not any(one is other for other in chosen)
    ]  # fmt: skip
    return [*chosen, *broader]


def most_specific(fitting: list[Candidate]) -> Candidate:
    """The best fit, or a more specific category below it: words of broad categories occur on many sites."""
    best = fitting[0]
    below = [one for one in fitting if one.category.parent == best.category.name]
    return below[0] if below and below[0].fit >= best.fit * MIN_SPECIFIC_SHARE else best


def find_tags(chosen: list[Match]) -> Drafted | None:
    """The keywords of the best category that occur where the site introduces itself."""
    tags = {
        keyword: quote
        for match in chosen[:1]
        for keyword, quote in match.keywords.items()
        if len(quote.quote) <= MAX_QUOTE and keyword in match.prominent and keyword not in VAGUE_WORDS
    }
    first_tags = dict(list(tags.items())[:MAX_TAGS])
    return Drafted(value=list(first_tags), quotes=list(first_tags.values())) if first_tags else None


def find_keywords(site: SiteModel, chosen: list[Match]) -> Drafted | None:
    """Keywords from the page's metadata that its text also uses; otherwise those of its category."""
    home = site.home
    summary = f"{home.title} {home.meta.get('description', '')}"
    text = comparable(f"{home.text} {summary}")
    listed = [" ".join(word.split()) for word in home.meta.get("keywords", "").split(",")]
    listed = [word for word in dict.fromkeys(listed) if 3 <= len(word) <= 60 and comparable(word) in text]
    if len(listed) >= 2:
        return Drafted(value=listed[:12], quotes=[SourceQuote(quote=home.meta["keywords"], url=home.url)])
    # The category's keywords in the introduction. Frequent words alone could be about anything.
    tags = find_tags(chosen)
    return tags if tags and len(tags.value) >= 2 else None
