"""Measures how similar texts about different things are. Search shows only what is more similar than that.

    python -m tools.embedding.unrelated --listings LISTINGS.jsonl.gz --wordnet FOLDER

It compares every piece of the table with texts that were chosen at random: half of them listings of programs, half of
them definitions of all kinds of things, a few together. It writes two arrays beside the table: `mean.npy`, the mean
vector of these texts, and `unrelated.npy`, for each piece, how similar the most similar piece of a text is on average.
"""

import argparse
import gzip
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from showground.search.embedding.listing_vectors import embed_listing
from showground.search.embedding.text_vectors import FOLDER, get_table

SAMPLE = 128  # texts of each kind
DEFINITIONS = 4  # about as long as a listing
AT_ONCE = 2_000  # pieces
FIELDS = ("name", "tagline", "description", "keywords", "short_description", "tags")


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.embedding.unrelated", description="See the module.")
    parser.add_argument("--listings", type=Path, required=True, help="a listing as JSON in each line, compressed")
    parser.add_argument("--wordnet", type=Path, required=True, help="has data.noun and data.verb")
    given = parser.parse_args()
    measure([embed_listing(text, ()) for text in sample_texts(given.listings, given.wordnet)])


def sample_texts(listings_file: Path, wordnet: Path) -> list[dict[str, Any]]:
    """Texts about all kinds of things, as listings."""
    chance = Random(7)
    with gzip.open(listings_file, "rt", encoding="utf-8") as lines:
        listings = [json.loads(line) for line in chance.sample(list(lines), SAMPLE)]
    texts = [dict.fromkeys(FIELDS) | each | {"keywords": each["keywords"].split(",")} for each in listings]
    definitions = [
        line.partition(" | ")[2].split(";")[0]
        for part in ("noun", "verb")
        for line in (wordnet / f"data.{part}").read_text(encoding="utf-8", errors="replace").splitlines()
        if not line.startswith("  ")  # the licence
    ]
    for _ in range(SAMPLE):
        name, *others = chance.sample(definitions, DEFINITIONS)
        texts.append(dict.fromkeys(FIELDS) | {"name": name, "description": ". ".join(others)})
    return texts


def measure(texts: list[tuple[np.ndarray, np.ndarray]]) -> None:
    table = get_table()
    unit = table.rows.astype(np.float32) / table.lengths[:, None]
    distinct, where = np.unique(np.concatenate([pieces for _, pieces in texts]), return_inverse=True)
    starts = np.cumsum([0, *(len(pieces) for _, pieces in texts[:-1])])
    means = [
        np.maximum.reduceat((unit[at : at + AT_ONCE] @ unit[distinct].T)[:, where], starts, axis=1).mean(axis=1)
        for at in range(0, len(unit), AT_ONCE)
    ]
    np.save(FOLDER / "unrelated.npy", np.concatenate(means).astype(np.float16))
    np.save(FOLDER / "mean.npy", np.mean([vector for vector, _ in texts], axis=0).astype(np.float16))


if __name__ == "__main__":
    main()
