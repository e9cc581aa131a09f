"""Makes what the optional sentence encoder needs to give vectors like the table's.

    python -m tools.embedding.fit_encoder --tokenizer tokenizer.json --listings LISTINGS.jsonl.gz --wordnet FOLDER

Needs the packages of `showground[meaning]`, and about ten minutes. It writes three arrays to
`src/showground/search/embedding/encoder`:

- `model_ids.npy`: for each piece of the table, the model's number for it, or 0.
- `axes.npy`: the rotation that brings the model's 384 numbers nearest to the table's 256. The table was trained on
  vectors that had been rotated like this; the training did not keep the rotation.
- `mean.npy`: the mean vector of texts about all kinds of things, like the table's own.
"""

import argparse
import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import cast

import numpy as np

from showground.search.embedding.choice import choose_embedder
from showground.search.embedding.embedder import get_embedder
from showground.search.embedding.listing_vectors import embed_listing
from showground.search.embedding.sentence_encoder import ENCODER_FOLDER, SentenceEncoder
from showground.search.embedding.text_vectors import WIDTH, get_table
from showground.search.embedding.word_pieces import get_places
from tools.embedding.unrelated import sample_texts

MODEL_WIDTH = 384
COMPARED = 6_000  # listings
TESTED = 0.2  # share of them that the rotation is not fitted to


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.embedding.fit_encoder", description="See the module.")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of all-MiniLM-L6-v2")
    parser.add_argument("--listings", type=Path, required=True, help="a listing as JSON in each line, compressed")
    parser.add_argument("--wordnet", type=Path, required=True, help="has data.noun and data.verb")
    given = parser.parse_args()
    numbers = json.loads(given.tokenizer.read_text(encoding="utf-8"))["model"]["vocab"]
    ENCODER_FOLDER.mkdir(exist_ok=True)
    np.save(ENCODER_FOLDER / "model_ids.npy", np.array([numbers.get(p, 0) for p in get_places()], dtype=np.uint16))
    np.save(ENCODER_FOLDER / "axes.npy", np.eye(MODEL_WIDTH, dtype=np.float16))  # so that all numbers come out
    np.save(ENCODER_FOLDER / "mean.npy", np.zeros(WIDTH, dtype=np.float16))
    choose_embedder("encoder")
    encoder = cast("SentenceEncoder", get_embedder())
    with gzip.open(given.listings, "rt", encoding="utf-8") as lines:
        listings = [json.loads(line) for line in Random(3).sample(list(lines), COMPARED)]
    encoder.axes = fit_axes(encoder, [f"{each['name']}. {each['tagline']}" for each in listings])
    encoder.embed.cache_clear()
    np.save(ENCODER_FOLDER / "axes.npy", encoder.axes.astype(np.float16))
    vectors = [embed_listing(text, ())[0] for text in sample_texts(given.listings, given.wordnet)]
    np.save(ENCODER_FOLDER / "mean.npy", np.mean(vectors, axis=0).astype(np.float16))


def fit_axes(encoder: SentenceEncoder, texts: Sequence[str]) -> np.ndarray:
    """The orthogonal rotation with the least difference (Procrustes), from the singular vectors of both sides."""
    pairs = [
        (a, b)
        for text in texts
        if (a := encoder.embed(text)) is not None and (b := get_table().embed(text)) is not None
    ]
    full, short = (np.array(side) for side in zip(*pairs, strict=True))
    fitted = int(len(pairs) * (1 - TESTED))
    left, _, right = np.linalg.svd(full[:fitted].T @ short[:fitted], full_matrices=False)
    axes = (left @ right).astype(np.float32)
    rotated = full @ axes
    rotated /= np.linalg.norm(rotated, axis=1, keepdims=True)
    cosines = (rotated * short).sum(axis=1)
    print(f"cosine with the table: {cosines[:fitted].mean():.3f} where fitted, {cosines[fitted:].mean():.3f} elsewhere")
    return axes


if __name__ == "__main__":
    main()
