"""Trains the model of `category_model`: python -m tools.category_model.train --sites sites.jsonl [--test-only]

It is a ridge regression (least squares with a penalty on large weights) of one number for each category: 1 if an
example is about it, else 0. There are far fewer examples than features, so it is solved for the examples: the weights
are sums of examples. First it is tested: each fifth of the written websites and of the real sites is left out of
training in turn and scored. Then it is trained on everything, and the largest weights are written.
"""

import argparse
import json
import sys
from array import array
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from showground.extraction.statements.category_model import CERTAIN_LENGTH, RARENESS_UNIT, WEIGHTS_FILE
from tools.category_model.examples import (
    Example,
    keyword_examples,
    shipped_categories,
    site_examples,
    written_examples,
)

PENALTY = 3.0
MIN_COUNT = 2  # examples that have a feature
RARENESS_POWER = 0.7
MAX_WEIGHTS = 200_000  # that are shipped
MAX_VALUE = 127
FOLDS = 5

Numbers = NDArray[np.float32]


class Matrix:
    """All examples as rows of numbers."""

    def __init__(self, examples: Sequence[Example], slugs: Sequence[str]) -> None:
        counts: dict[int, int] = {}
        for example in examples:
            for feature in example.features:
                counts[feature] = counts.get(feature, 0) + 1
        self.features = sorted(feature for feature, count in counts.items() if count >= MIN_COUNT)
        places = {feature: place for place, feature in enumerate(self.features)}
        shares = np.array([(1 + len(examples)) / (1 + counts[feature]) for feature in self.features])
        self.rareness = np.clip(np.round(np.log(shares) ** RARENESS_POWER / RARENESS_UNIT), 1, 255).astype(np.uint8)
        rows, columns, values = array("i"), array("i"), array("f")
        for row, example in enumerate(examples):
            for feature, value in example.features.items():
                if feature in places:
                    rows.append(row)
                    columns.append(places[feature])
                    values.append(value)
        shape = (len(examples), len(self.features))
        raw = scipy.sparse.csr_matrix((np.array(values), (np.array(rows), np.array(columns))), shape=shape)
        self.raw = (raw @ scipy.sparse.diags(self.rareness * RARENESS_UNIT)).tocsr().astype(np.float32)
        lengths = np.sqrt(np.asarray(self.raw.multiply(self.raw).sum(axis=1)).ravel())
        self.rows = (scipy.sparse.diags(1 / np.maximum(lengths, 1e-9)) @ self.raw).tocsr().astype(np.float32)
        self.similar: Numbers = (self.rows @ self.rows.T).toarray()
        self.importance = np.array([example.weight for example in examples])
        numbers = {slug: number for number, slug in enumerate(slugs)}
        self.wanted = np.zeros((len(examples), len(slugs)), dtype=np.float32)
        for row, example in enumerate(examples):
            for slug in example.slugs:
                self.wanted[row, numbers[slug]] = 1
        self.wanted -= self.wanted.mean(axis=1, keepdims=True)

    def fit(self, chosen: NDArray[np.int64]) -> Numbers:
        """A weight for each feature and category, learned from these rows."""
        similar = self.similar[np.ix_(chosen, chosen)] + PENALTY * np.diag(1 / self.importance[chosen])
        return self.rows[chosen].T @ np.linalg.solve(similar, self.wanted[chosen])

    def score(self, weights: Numbers, chosen: NDArray[np.int64]) -> Numbers:
        """As `score_categories` does it."""
        known = scipy.sparse.diags((weights != 0).any(axis=1).astype(np.float32))
        rows = (self.raw[chosen] @ known).tocsr()
        lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
        certainty = np.minimum(lengths / CERTAIN_LENGTH, 1) ** 2
        return (rows @ weights) * (certainty / np.maximum(lengths, 1e-9))[:, None]


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.category_model.train", description="See the module.")
    parser.add_argument("--sites", type=Path, required=True, help="real sites, from .sites")
    parser.add_argument("--test-only", action="store_true", help="don't write the weights")
    given = parser.parse_args()
    slugs = [category["slug"] for category in shipped_categories()]
    examples = [*keyword_examples(), *written_examples(), *site_examples(given.sites)]
    matrix = Matrix(examples, slugs)
    print(f"{len(examples)} examples, {len(matrix.features)} features", flush=True)
    report(examples, slugs, cross_validate(matrix, examples))
    if not given.test_only:
        write(matrix, prune(matrix.fit(np.arange(len(examples)))), slugs)


def cross_validate(matrix: Matrix, examples: Sequence[Example]) -> Numbers:
    """The scores of all written and real websites, each by a model that hasn't seen it."""
    scores = np.zeros_like(matrix.wanted)
    folds = np.array([-1 if example.source == "keywords" else row % FOLDS for row, example in enumerate(examples)])
    for fold in range(FOLDS):
        held_out = np.flatnonzero(folds == fold)
        scores[held_out] = matrix.score(prune(matrix.fit(np.flatnonzero(folds != fold))), held_out)
    return scores


def report(examples: Sequence[Example], slugs: Sequence[str], scores: Numbers) -> None:
    for written in (True, False):
        for english in (True, False):
            some = [
                row
                for row, example in enumerate(examples)
                if example.source != "keywords"
                and (example.source == "written") == written
                and (example.language == "en") == english
            ]
            ranked = [[slugs[number] for number in np.argsort(-scores[row])[:3]] for row in some]
            pairs = [(set(examples[row].slugs), best) for row, best in zip(some, ranked, strict=True)]
            first = sum(best[0] in right for right, best in pairs) / max(len(some), 1)
            among = sum(not right.isdisjoint(best) for right, best in pairs) / max(len(some), 1)
            kind = f"{'written' if written else 'real'}, {'English' if english else 'other languages'}"
            print(f"{kind}: {len(some)}; first right {first:.3f}, among three {among:.3f}")


def prune(weights: Numbers) -> Numbers:
    """The largest weights, as whole numbers of a unit."""
    sizes = np.abs(weights).ravel()
    least = np.partition(sizes, len(sizes) - MAX_WEIGHTS)[-MAX_WEIGHTS]
    unit = float(sizes.max()) / MAX_VALUE
    return (np.round(np.where(np.abs(weights) >= least, weights, 0) / unit) * unit).astype(np.float32)


def write(matrix: Matrix, weights: Numbers, slugs: Sequence[str]) -> None:
    unit = float(np.abs(weights).max()) / MAX_VALUE
    values = np.round(weights / unit).astype(np.int8)
    used = np.flatnonzero((values != 0).any(axis=1))
    counts = (values[used] != 0).sum(axis=1).astype(np.uint8)
    rows, categories = np.nonzero(values[used])
    hashes = array("I", (matrix.features[place] for place in used))
    if sys.byteorder == "big":
        hashes.byteswap()
    header = {"features": len(used), "slugs": slugs, "unit": unit}
    parts = (
        json.dumps(header).encode() + b"\n",
        hashes.tobytes(),
        matrix.rareness[used].tobytes(),
        counts.tobytes(),
        categories.astype(np.uint8).tobytes(),
        values[used][rows, categories].tobytes(),
    )
    WEIGHTS_FILE.write_bytes(b"".join(parts))
    print(f"{len(rows)} weights of {len(used)} features, {WEIGHTS_FILE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
