"""The drafter against a real small model, by `make test-model`: a draft or a clean fallback, and nothing invented."""

import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest

from showground.extraction.drafters import ExtractiveDrafter, make_drafter
from showground.extraction.drafters.model import ModelDrafter
from showground.extraction.model_choice import ModelChoice
from showground.extraction.pipeline import draft_with
from tests.drafting.labelled import NAMES, categories, compare, draft_labelled, new_scores

pytestmark = pytest.mark.anyio
SECONDS = 240.0  # a slow machine may need minutes for what a provider does in seconds
PYTHON = Path(__file__).parents[2] / ".venv-model/bin/python"


@pytest.fixture(scope="module")
def address() -> Generator[str]:
    serving = Path(__file__).with_name("small_model.py")
    # It ends with its input, which leaving the block closes.
    with subprocess.Popen([PYTHON, serving], stdin=-1, stdout=-1, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()


@pytest.mark.parametrize("name", [name for name in NAMES if name in ("poor", "injection")])
async def test_nothing_is_invented(address: str, name: str) -> None:
    made = make_drafter(ModelChoice("smollm2", f"{address}/v1"))
    assert isinstance(made, ModelDrafter)
    drafter = ModelDrafter(made._model, seconds=SECONDS)
    reading, proposal = await draft_labelled(name, drafter)
    alone = await draft_with(ExtractiveDrafter(), reading.pages, categories())
    assert {problem.code for problem in proposal.problems} <= {"model_failed", "contradiction"}
    assert set(proposal.fields) >= set(alone.fields)
    facts = ("name", "founded_year", "city", "country", "pricing_model", "pricing_summary", "contact_email", "founders")
    wrong = [fault for fault in compare(name, proposal, new_scores()) if fault.endswith("is wrong")]
    assert [fault for fault in wrong if fault.split(": ")[1].split(" is ")[0] in facts] == []
