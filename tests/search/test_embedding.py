"""Vectors of texts: as the training tool makes them, and small enough to ship."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from showground.search import embedding
from showground.search.embedding.listing_vectors import embed_listing
from showground.search.embedding.nearest import NearestIndex
from showground.search.embedding.text_vectors import (
    PIECES,
    WIDTH,
    as_bytes,
    from_bytes,
    get_table,
    pieces_as_bytes,
    pieces_from_bytes,
    signs_of,
)
from showground.search.embedding.word_pieces import get_places, pieces_of, words_in

EXAMPLES = json.loads(Path(__file__).with_name("embedding_examples.json").read_text(encoding="utf-8"))
MAX_BYTES = 10_000_000
BYTES_PER_LISTING = 40


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["text"][:20])
def test_texts_are_cut_and_added_up_as_in_training(example: dict[str, object]) -> None:
    """The examples were made with the tokenizer that trained the table (tools/embedding/train.py)."""
    text = str(example["text"])
    assert [piece for word in words_in(text) for piece in pieces_of(word, get_places())] == example["pieces"]
    vector = get_table().embed(text)
    if example["first"] is None:
        assert vector is None
    else:
        assert vector is not None
        np.testing.assert_allclose(vector[:8], np.array(example["first"]), atol=2e-5)
        assert abs(float(np.linalg.norm(vector)) - 1) < 1e-5


def test_ascii_texts_are_cut_as_all_others_are() -> None:
    """They are cut in a faster way. A word with an accent makes the whole text take the other one."""
    text = "".join(f"{chr(code)}a{chr(code)}B " for code in range(128))
    assert words_in(text) == words_in(f"{text} é")[:-1]


def test_words_that_are_too_long_have_no_pieces() -> None:
    table = get_table()
    for word in ("a" * 101, "a" * 10_000):
        assert table.embed_words([word]) is None
        assert table.weight_of(word) == 0
    assert table.embed_words(["a" * 100]) is not None


def test_the_table_is_small_enough_to_ship() -> None:
    folder = Path(embedding.__file__).parent
    sizes = {file.name: file.stat().st_size for file in folder.iterdir() if file.suffix in (".npy", ".txt")}
    assert set(sizes) == {"rows.npy", "scales.npy", "mean.npy", "unrelated.npy", "pieces.txt"}
    assert sum(sizes.values()) <= MAX_BYTES


def test_the_lengths_are_those_of_the_rows() -> None:
    table = get_table()
    np.testing.assert_array_equal(table.lengths, np.linalg.norm(table.rows.astype(np.float32), axis=1))


def test_similar_meanings_are_nearer_than_others() -> None:
    borrow, lend, bread = (get_table().embed(text) for text in ("borrow tools", "lend equipment", "bake bread"))
    assert borrow is not None
    assert lend is not None
    assert bread is not None
    assert borrow @ lend > 0.4 > borrow @ bread


def test_a_stored_vector_keeps_its_direction() -> None:
    vector = get_table().embed("borrow equipment from people nearby")
    assert vector is not None
    assert float(from_bytes(as_bytes(vector))[0] @ vector) > 0.999


def test_a_listing_without_known_words_is_similar_to_nothing() -> None:
    nothing = dict.fromkeys(("tagline", "short_description", "description", "keywords", "tags"))
    vector, pieces = embed_listing({"name": "🎪", **nothing}, [])
    assert not from_bytes(as_bytes(vector)).any()
    assert pieces_from_bytes(pieces_as_bytes(pieces)).shape == (1, PIECES)


def test_words_are_compared_one_by_one() -> None:
    table = get_table()
    texts = ("borrow a ladder", "lend a ladder to neighbours", "bake bread at night")
    listed = pieces_from_bytes(b"".join(pieces_as_bytes(table.pieces_in(text)) for text in texts))
    same, similar, other = table.word_similarity(table.pieces_in("borrow a ladder"), listed)
    assert same > 0.999
    assert same > similar > 0.5 > other


def test_an_unrelated_listing_is_about_as_similar_as_expected() -> None:
    table = get_table()
    asked = table.pieces_in("irrigation of balcony plants")
    listed = pieces_from_bytes(pieces_as_bytes(table.pieces_in(" ".join(example["text"] for example in EXAMPLES))))
    [similarity] = table.word_similarity(asked, listed)
    vector = table.embed("irrigation of balcony plants")
    assert vector is not None
    of_words = table.unrelated_similarity(asked)
    assert abs(vector @ table.mean) < 0.3
    assert 0 < of_words < 0.4
    assert abs(similarity - of_words) < 0.3


def random_index(count: int) -> tuple[NearestIndex, np.ndarray]:
    vectors = np.random.default_rng(1).standard_normal((count, WIDTH)).astype(np.float32)
    index = NearestIndex()
    put(index, range(1, count + 1), vectors)
    return index, vectors


def put(index: NearestIndex, ids: range | list[int], vectors: np.ndarray) -> None:
    index.put(np.array(ids, dtype=">i8").tobytes(), b"".join(signs_of(vector) for vector in vectors))


def test_the_nearest_come_first() -> None:
    index, vectors = random_index(3_000)
    for place in (0, 1_234, 2_999):
        assert index.find(vectors[place], 5)[0] == place + 1
        assert place + 1 not in index.find(-vectors[place], 100)


def test_listings_are_added_replaced_and_dropped() -> None:
    index, vectors = random_index(50)
    before = index.version
    put(index, [7, 80, 90], vectors[[20, 30, 40]])
    assert index.version > before
    before = index.version
    put(index, [7, 80, 90], vectors[[20, 30, 40]])
    assert index.version == before
    assert len(index) == 52
    assert set(index.find(vectors[20], 2).tolist()) == {7, 21}
    assert set(index.find(vectors[30], 2).tolist()) == {31, 80}
    assert 7 not in index.find(vectors[6], 5)
    index.drop(np.array([80, 31], dtype=np.int64))
    assert not {31, 80} & set(index.find(vectors[30], 50).tolist())
    assert index.find(vectors[20], 5, np.array([5, 7], dtype=np.int64)).tolist() == [7, 5]


def test_a_listing_takes_forty_bytes() -> None:
    index, _ = random_index(1_000)
    ids, signs = index.rows
    assert ids.nbytes + signs.nbytes == 1_000 * BYTES_PER_LISTING
    assert sys.getsizeof(ids) < len(ids) * 8 + 1_000
