"""Categories, by a trained model of the site's words and a match with their keywords; tags and keywords of the product.

The model (`statements/category_model.py`) knows the shipped categories and recognises words that are no keywords. The
keywords (`category_keywords.py`) are what operators can change. Both are added: `Candidate.fit`. A category of the
operator's own has only its keywords, so they count more there.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from showground.extraction.drafters.extractive.category_keywords import (
    LONGEST_QUOTE,
    VAGUE,
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
MIN_SCORE = 1.5  # of keywords
KEYWORDS, OWN_KEYWORDS = 0.07, 0.15  # how much they count beside the model, and where there is no model
CLEAR = 0.1  # a score of the model that needs no keyword
CLEAR_WITHOUT_BEST_WORD = 0.06
MAX_CHECKED = 8  # candidates, of which three are proposed
MIN_FIT = 0.08
ENOUGH_LETTERS = 400  # about seventy words; in fewer, one that means something else weighs too much
MIN_SHARE = 0.5  # of the best fit, for the second and the third
SPECIFIC_ENOUGH = 0.6
MAX_SEARCHED = 80  # texts that may be quoted for a category without keywords on the site
QUOTES = 2  # of each category


@dataclass
class Candidate:
    """A category with what speaks for it."""

    match: Match
    likeness: float | None
    """How well it fits by the model; None if the model doesn't know it."""
    rests_on_one_word: bool = False
    """Whether the model has only one word to go by."""

    @property
    def category(self) -> CategoryChoice:
        return self.match.category

    @property
    def fit(self) -> float:
        words = math.log1p(self.match.score)
        return OWN_KEYWORDS * words if self.likeness is None else self.likeness + KEYWORDS * words

    @property
    def is_clear(self) -> bool:
        """Whether the model has no doubt, so that the site need not use a keyword."""
        return self.likeness is not None and self.likeness >= CLEAR and not self.rests_on_one_word

    @property
    def is_founded(self) -> bool:
        """Whether more than words that every site uses, or one word in passing, speaks for it."""
        return self.is_clear or (self.has_keywords and self.match.is_founded)

    @property
    def is_repeated(self) -> bool:
        """A site that uses no keyword prominently may still use one again and again."""
        return self.has_keywords and bool(self.match.repeated - VAGUE)

    @property
    def has_keywords(self) -> bool:
        return self.match.score >= MIN_SCORE


def find_categories(site: SiteModel, categories: Sequence[CategoryChoice]) -> tuple[Drafted | None, list[Match]]:
    """The three that fit best, the best one first; none if the site says too little about what it is.

    Where it says enough, what is left of the three is filled with those that only the model or a vague word speaks for:
    a founder who sees them removes one sooner than they find one among all.
    """
    zones = find_zones(site)
    ranked = rank(zones, site.name, categories)
    fitting = [one for one in ranked if one.fit >= MIN_FIT][:MAX_CHECKED]
    for one in fitting:
        one.rests_on_one_word = is_clear_by_one_word(one, zones)
    some = [one for one in fitting if one.is_founded] or [one for one in fitting if one.is_repeated]
    # Where one word outweighs the rest, what the model finds in the rest is a guess.
    some = [one for one in some if one.has_keywords or one.fit >= fitting[0].fit * MIN_SHARE]
    says_enough = sum(len(zone.text) for zone in zones) >= ENOUGH_LETTERS
    some = some or (fitting if says_enough else [])
    if not some:
        return None, []
    best = most_specific(some)
    beside = [one for one in fitting if one is not best and one.fit >= best.fit * MIN_SHARE]
    clear = [one for one in beside if is_clear_beside(one, best)]
    others = [*clear, *(one for one in beside if says_enough and one not in clear)]
    chosen: list[Candidate] = []
    quotes: list[SourceQuote] = []
    for one in with_broader([best, *others], ranked):
        said = quotes_for(one, zones)
        if said and len(chosen) < MAX_PROPOSED:
            chosen.append(one)
            quotes += [quote for quote in said if quote not in quotes]
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
    """Two keywords are more than one word, so only other candidates need the check."""
    if not one.is_clear or len(one.match.telling) > 1:
        return False
    return score_without_best_word(texts_of(zones), one.category.slug) < CLEAR_WITHOUT_BEST_WORD


def is_clear_beside(one: Candidate, best: Candidate) -> bool:
    """Whether enough speaks for a category beside the best: two different words, since one alone may mean something
    else (`train`); a stressed word that weighs nearly as much as all that speaks for the best; or the model.
    """
    if one.is_clear:
        return True
    match = one.match
    words = {singular(comparable(keyword)) for keyword in match.telling}
    stressed = bool(match.stressed - VAGUE) and match.score >= best.match.score * SPECIFIC_ENOUGH
    return one.has_keywords and (len(words) > 1 or stressed) and bool(match.prominent - VAGUE)


def quotes_for(one: Candidate, zones: Sequence[Zone]) -> list[SourceQuote]:
    """The texts with its keywords; without such a text, those whose words speak most for it by the model."""
    match = one.match
    telling = sorted(match.keywords, key=lambda keyword: (keyword in VAGUE, keyword not in match.prominent))
    said = dict.fromkeys(
        (quote.quote, quote.url) for quote in (match.keywords[keyword] for keyword in telling)
    )  # each once
    found = [SourceQuote(quote=quote, url=url) for quote, url in said if len(quote) <= LONGEST_QUOTE]
    if found or one.likeness is None:
        return found[:QUOTES]
    texts = {zone.said.quote: zone for zone in sorted(zones, key=lambda zone: zone.weight) if zone.said.quote}
    searched = [zone for zone in reversed(texts.values()) if len(zone.said.quote) <= LONGEST_QUOTE][:MAX_SEARCHED]
    scores = [(evidence_for(one.category.slug, zone.said.quote), zone.said) for zone in searched]
    best = sorted((pair for pair in scores if pair[0] > 0), key=lambda pair: -pair[0])
    return [quote for _, quote in best[:QUOTES]]


def with_broader(chosen: list[Candidate], ranked: list[Candidate]) -> list[Candidate]:
    """What is left of the three is filled with the broader categories of those chosen, if their words occur at all."""
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
    return below[0] if below and below[0].fit >= best.fit * SPECIFIC_ENOUGH else best


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
