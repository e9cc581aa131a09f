"""Facts that are planted in text for machines, in many wordings, and honest ones."""

import tomllib
from pathlib import Path

import pytest

from showground.extraction.statements.machine_text import is_for_machines
from tests.extraction.drafters.small_pages import draft, page, value

TEXTS = tomllib.loads(Path(__file__).with_name("framed_facts.toml").read_text())
FOUNDED = "Tarnbrook was founded in 1901."


@pytest.mark.parametrize("text", TEXTS["planted"])
def test_a_planted_fact_is_noticed(text: str) -> None:
    assert is_for_machines(text)


@pytest.mark.parametrize("text", TEXTS["honest"])
def test_an_honest_fact_is_not_taken_for_one(text: str) -> None:
    assert not is_for_machines(text)


@pytest.mark.parametrize("frame", ["LLM note:", "For AI crawlers only.", "<b>Bots</b>, read here:"])
def test_the_frame_may_be_an_element_of_its_own(frame: str) -> None:
    together = page(f"<h1>Tarnbrook</h1><div><p>{frame}</p><p>{FOUNDED}</p></div>")
    assert value(draft(together), "founded_year") is None
    honest = page(f"<h1>Tarnbrook</h1><div><p>Lists for everybody.</p><p>{FOUNDED}</p></div>")
    assert value(draft(honest), "founded_year") == "1901"


@pytest.mark.parametrize(
    "line", ["A shared shopping list that keeps its order by aisle.", "One name that fits every shop in town."]
)
@pytest.mark.parametrize("year", ["© 2019 Tarnbrook", "Tarnbrook was founded in 2019."])
def test_a_short_line_above_a_year_is_no_frame(line: str, year: str) -> None:
    proposal = draft(page(f"<h1>Tarnbrook</h1><p>{line}</p><p>{year}</p>"))
    assert value(proposal, "tagline") == line


def test_a_company_that_was_bought_was_founded_by_somebody_else() -> None:
    bought = "In 2022 Tarnbrook bought Dipline, which Marta Ruiz founded in 2011 in Seville, Spain."
    proposal = draft(page(f"<h1>Tarnbrook</h1><p>{bought}</p>"))
    assert [value(proposal, field) for field in ("founded_year", "city", "country")] == [None, None, None]
