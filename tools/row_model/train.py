"""Trains the model of `row_model`: python -m tools.row_model.train --readings FOLDER [--test-only]

It is a logistic regression with a penalty on large weights, fitted by Newton's method. First it is tested: trained
without a fifth of the sites, it scores their rows, for each fifth in turn. The threshold is the highest at which few of
the stated features that rules find are lost in these tests. Then it is trained on all sites, and written.
"""

import argparse
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from showground.extraction.drafters.extractive.row_model import THRESHOLD, WEIGHTS_FILE
from tools.row_model.sites import LabelledRow, LabelledSite, load_sites

PARTS = 5
SPLITS = 3  # into parts, each time at random; a row gets the mean of its scores
MAX_LOST = 0.01  # share of the stated features that rules find
MIN_COUNT = 10  # rows that have a property
PENALTY = 13.0
STEPS = 25
PRECISION = 100  # weights are whole hundredths

Numbers = NDArray[np.float64]


@dataclass
class Model:
    places: dict[str, int]
    weights: Numbers
    """The last one is the bias."""

    def score(self, row: LabelledRow) -> float:
        known = [self.places[one] for one in row.properties if one in self.places]
        return float(self.weights[known].sum() + self.weights[-1])


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.row_model.train", description="See the module.")
    parser.add_argument("--readings", type=Path, required=True, help="pages of the labelled sites, from .read")
    parser.add_argument("--test-only", action="store_true", help="don't write the weights")
    given = parser.parse_args()
    sites = list(load_sites(given.readings))
    threshold = test(sites)
    if not given.test_only:
        write(train([row for site in sites for row in site.rows]), threshold)


def test(sites: Sequence[LabelledSite]) -> float:
    """Measure on sites that the model wasn't trained on; return the threshold."""
    rows = [row for site in sites for row in site.rows]
    scores = [0.0] * len(rows)
    owner = [at for at, site in enumerate(sites) for _ in site.rows]
    for seed in range(SPLITS):
        order = list(range(len(sites)))
        Random(seed).shuffle(order)
        for part in range(PARTS):
            left_out = set(order[part::PARTS])
            model = train([row for row, site in zip(rows, owner, strict=True) if site not in left_out])
            for at, row in enumerate(rows):
                if owner[at] in left_out:
                    scores[at] += model.score(row) / SPLITS
    scored = sorted(zip(scores, rows, strict=True), key=lambda one: one[0])
    drafted, false = sum(row.drafted for _, row in scored), sum(row.false for _, row in scored)
    print(f"{len(sites)} sites, {len(scored)} rows; rules find {drafted} stated features and {false} others")
    lost, threshold = 0, scored[0][0]
    for score, row in scored:
        lost += row.drafted
        if lost > MAX_LOST * drafted:
            break
        threshold = score
    for at in (threshold - 0.5, threshold, threshold + 0.5, threshold + 1):
        below = [row for score, row in scored if score < at]
        lost, left_out = sum(row.drafted for row in below), sum(row.false for row in below)
        print(f"below {at:.2f}: {lost} stated features lost, {left_out} others left out")
    return threshold


def train(rows: Sequence[LabelledRow]) -> Model:
    counts = Counter(one for row in rows for one in row.properties)
    places = {one: place for place, one in enumerate(sorted(one for one in counts if counts[one] >= MIN_COUNT))}
    given = np.zeros((len(rows), len(places) + 1))
    given[:, -1] = 1
    for at, row in enumerate(rows):
        given[at, [places[one] for one in row.properties if one in places]] = 1
    wanted = np.array([row.stated / (row.stated + row.others) for row in rows])
    importance = np.array([math.sqrt(row.stated + row.others) for row in rows])
    weights = np.zeros(len(places) + 1)
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-(given @ weights)))
        slope = given.T @ (importance * (likely - wanted)) + PENALTY * weights
        bend = (given * (importance * likely * (1 - likely))[:, None]).T @ given + PENALTY * np.eye(len(weights))
        change = np.linalg.solve(bend, slope)
        weights -= change
        if np.abs(change).max() < 1 / PRECISION / 100:
            break
    return Model(places, weights)


def write(model: Model, threshold: float) -> None:
    rounded = {one: round(float(model.weights[place]) * PRECISION) for one, place in model.places.items()}
    lines = [f"{THRESHOLD}\t{round((threshold - float(model.weights[-1])) * PRECISION)}"]
    lines += [f"{one}\t{weight}" for one, weight in sorted(rounded.items()) if weight]
    WEIGHTS_FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(lines) - 1} weights, {WEIGHTS_FILE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
