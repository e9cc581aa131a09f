"""Measures how similar texts about different things are, which search takes as the least that counts for nothing:
`python -m tools.embedding.unrelated --listings corpus.jsonl.gz`.

It compares every piece of the table with listings that were chosen at random, and writes two arrays beside the table:
`mean.npy`, the mean vector of listings, and `unrelated.npy`, for each piece, how similar the most similar piece of a
listing is on average.
"""

import argparse
import gzip
import json
from pathlib import Path
from random import Random

import numpy as np

from showground.search.embedding.listing_vectors import embed_listing
from showground.search.embedding.text_vectors import FOLDER, get_table

SAMPLE = 256  # listings
AT_ONCE = 2_000  # pieces


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.embedding.unrelated", description=__doc__)
    parser.add_argument("--listings", type=Path, required=True, help="a listing as JSON in each line, compressed")
    with gzip.open(parser.parse_args().listings, "rt", encoding="utf-8") as lines:
        entries = Random(7).sample([json.loads(line) for line in lines], SAMPLE)
    empty = dict.fromkeys(("short_description", "tags"))
    listings = [embed_listing(entry | empty | {"keywords": entry["keywords"].split(",")}, ()) for entry in entries]
    table = get_table()
    unit = table.rows.astype(np.float32) / table.lengths[:, None]
    distinct, where = np.unique(np.concatenate([pieces for _, pieces in listings]), return_inverse=True)
    starts = np.cumsum([0, *(len(pieces) for _, pieces in listings[:-1])])
    means = [
        np.maximum.reduceat((unit[at : at + AT_ONCE] @ unit[distinct].T)[:, where], starts, axis=1).mean(axis=1)
        for at in range(0, len(unit), AT_ONCE)
    ]
    np.save(FOLDER / "unrelated.npy", np.concatenate(means).astype(np.float16))
    np.save(FOLDER / "mean.npy", np.mean([vector for vector, _ in listings], axis=0).astype(np.float16))


if __name__ == "__main__":
    main()
