"""Extracts facts from pages and verifies them. Runs in the sandbox."""

from functools import reduce
from typing import Any, cast

from showground.extraction.drafters.extractive.drafter import extract
from showground.extraction.proposal import PARTS, Proposal, Verified
from showground.extraction.sandbox_calls import Pages, Proposals
from showground.extraction.statements.places import towns
from showground.extraction.verifier import verify

# For sentences the later proposal wins; for facts the earlier one.
PROSE = ("tagline", "short_description", "description", "features", "usps")
towns()  # loaded once, for all children


def extract_profile(asked: Pages) -> Proposal:
    return extract(asked.pages, asked.categories)


def verify_proposals(asked: Proposals) -> Verified:
    """One proposal with everything that the pages support."""
    checked = [verify(proposal, asked.pages, asked.categories) for proposal in asked.proposals]
    return reduce(combine, checked, Verified())


def combine(first: Verified, later: Verified) -> Verified:
    """The first, with what the later one adds to it."""
    facts = {field: kept for field, kept in first.fields.items() if field not in PROSE}
    prose = {field: kept for field, kept in first.fields.items() if field in PROSE}
    return Verified(
        fields={**prose, **later.fields, **facts},
        **{part: _combine_part(getattr(first, part), getattr(later, part)) for part in PARTS},
        logo_candidates=first.logo_candidates or later.logo_candidates,
        problems=[*first.problems, *(problem for problem in later.problems if problem not in first.problems)],
    )


def _combine_part(first: Any, later: Any) -> Any:
    """Merge by key if a part has keys; otherwise take one list, because both may contain the same items."""
    return {**later, **cast("dict[str, Any]", first)} if isinstance(first, dict) else first or later
