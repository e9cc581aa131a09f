"""Drafts of the labelled websites are right, and blank where a site says nothing."""

import pytest

from showground.extraction.drafters import ExtractiveDrafter
from showground.extraction.pipeline import draft_with
from showground.extraction.reading import site as reading_site
from tests.drafting.labelled import NAMES, categories, compare, draft_labelled, expected_of, new_scores
from tests.support.wait import PATIENCE_SECONDS

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """No page is left out because the machine is busy."""
    monkeypatch.setattr(reading_site, "MAX_SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr(reading_site, "SECONDS_PER_PAGE", PATIENCE_SECONDS)


@pytest.mark.slow
async def test_drafts_are_right_and_blank_where_nothing_is_stated() -> None:
    scores = new_scores()
    faults: list[str] = []
    for number, name in enumerate(NAMES):
        reading, proposal = await draft_labelled(name, ExtractiveDrafter())
        faults += compare(name, proposal, scores)
        codes = {problem.code for problem in (*reading.problems, *proposal.problems)}
        assert codes >= set(expected_of(name).get("problems", [])), name
        if number % 4 == 0:  # drafting all of them twice would take a minute
            again = await draft_with(ExtractiveDrafter(), reading.pages, categories())
            assert again == proposal, f"{name} was drafted differently the second time"
    assert len(NAMES) >= 12
    for field, score in scores.items():
        assert score.precision >= 0.97, (field, faults)
        assert score.recall >= 0.8, (field, faults)
    # A site that states nothing about a field is among the labelled ones for each of them, and nothing was made up.
    assert [fault for fault in faults if fault.endswith("is wrong")] == []


async def test_only_what_is_asked_for_is_drafted() -> None:
    reading, _ = await draft_labelled("rich", ExtractiveDrafter())
    proposal = await draft_with(ExtractiveDrafter(), reading.pages, categories(), frozenset({"city", "faqs"}))
    assert list(proposal.fields) == ["city"]
    assert len(proposal.faqs) == 4
    assert proposal.founders == []


async def test_nothing_comes_of_no_pages() -> None:
    proposal = await draft_with(ExtractiveDrafter(), [], categories())
    assert proposal.fields == {}


async def test_every_value_has_quotes() -> None:
    _, proposal = await draft_labelled("rich", ExtractiveDrafter())
    drafted = [*proposal.fields.values(), *proposal.company_socials.values(), *proposal.story.values()]
    drafted += [*proposal.seo.values(), *proposal.founder_socials.values()]
    assert all(value.quotes for value in drafted)
    assert all(item.quotes for item in (*proposal.faqs, *proposal.founders))


async def test_pages_survive_being_stored() -> None:
    reading, proposal = await draft_labelled("rich", ExtractiveDrafter())
    stored = type(reading).model_validate_json(reading.model_dump_json())
    assert await draft_with(ExtractiveDrafter(), stored.pages, categories()) == proposal
