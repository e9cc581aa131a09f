"""Checks whether the quotes of a drafted category support it."""

from collections.abc import Sequence

from showground.extraction.fact_checks import own_passages
from showground.extraction.proposal import CategoryChoice, SourceQuote
from showground.extraction.sources import Sources
from showground.extraction.statements.category_model import evidence_for
from showground.extraction.statements.text_folding import comparable, word_finder


def states_category(category: CategoryChoice, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    """Whether the quotes contain the category's name or a keyword, or the trained model takes them as evidence."""
    passages = own_passages(quotes, sources)
    whole = comparable(" ".join(passages))
    if any(word_finder(word)(whole) for word in (category.name, *category.keywords)):
        return True
    return any(evidence_for(category.slug, passage) > 0 for passage in passages)
