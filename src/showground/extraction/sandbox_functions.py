"""Extracts facts from pages and verifies them. Runs in the sandbox."""

from datetime import UTC, datetime
from functools import reduce
from typing import Any, cast

from showground.extraction.drafters.extractive import row_model
from showground.extraction.drafters.extractive.drafter import extract
from showground.extraction.proposal import PARTS, Proposal, Verified
from showground.extraction.reading.markup import read_markup
from showground.extraction.sandbox_calls import Pages, Proposals
from showground.extraction.statements import category_model, machine_address
from showground.extraction.verifier import verify

# For these fields, which are sentences, the later proposal wins. For facts, the earlier one wins.
PROSE = ("tagline", "short_description", "description", "features", "usps")
SAMPLE = """<html lang=en><title>Acme: notes for teams</title><nav><a href=/pricing>Pricing</a></nav>
<h1>Acme</h1><p>Acme keeps the notes of a team in one place. Founded in 2019 by Jane Roe in Porto, Portugal.</p>
<h2>Features</h2><ul><li>Search</li><li>Sharing</li><li>Export</li></ul>
<h2>Pricing</h2><h3>Pro</h3><p>$5 per month</p><h2>FAQ</h2><h3>Is there an app?</h3><p>Yes, for iOS and Android.</p>
<footer>Acme GmbH, Berlin. hello@acme.example <a href="https://x.com/acme">X</a></footer>"""


def extract_profile(asked: Pages) -> Proposal:
    return extract(asked.pages, asked.categories)


def verify_proposals(asked: Proposals) -> Verified:
    """One proposal with everything that the pages support."""
    checked = [verify(proposal, asked.pages, asked.categories) for proposal in asked.proposals]
    return reduce(combine, checked, Verified())


def combine(first: Verified, later: Verified) -> Verified:
    """The first proposal with additions from the later one."""
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


def _prepare() -> None:
    """Load tables and compile patterns by drafting from a sample, so that no sandbox process has to do it per call."""
    pages = [read_markup("https://acme.example/", SAMPLE, datetime(2026, 1, 1, tzinfo=UTC))]
    verify(extract(pages, []), pages, [])
    for model in (category_model, machine_address, row_model):
        model.get_weights()


_prepare()
