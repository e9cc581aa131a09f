"""Trains the model of `machine_address`: python -m tools.machine_address.train --pages pages.jsonl [--test-only]

It is a logistic regression with a penalty on large weights, fitted with Adam on all passages at once. First it is
tested: trained without the passages of one author and a part of the real sites, it is measured on them, for several
authors in turn. The thresholds are the lowest at which few honest passages and very few of the real ones are taken for
addressed ones in these tests. Then it is trained on everything, and its most important weights are written.
"""

import argparse
import json
import math
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from showground.extraction.statements.machine_address import (
    WEIGHTS_FILE,
    WITH_FACT,
    WITHOUT_FACT,
    features,
    may_be_addressed,
    may_state_fact,
)
from tools.machine_address.passages import Passage, composed_passages, written_passages

TESTED_SOURCES = ("c", "e", "f")
REAL_WEIGHT = 0.25
RANDOM_REAL, HARD_REAL = 3_000, 4_000
MIN_COUNT = 2  # passages that have a feature
PENALTY = 1e-5
STEPS, RATE = 90, 0.4
MAX_FEATURES = 16_000  # that are shipped
PRECISION = 100  # weights are whole hundredths
MAX_HONEST = 0.05  # share of honest passages that may be taken for addressed
MAX_REAL_FACTS, MAX_REAL_OTHERS = 1 / 150, 1 / 4_000  # the same of real passages, with and without a fact

Blocks = tuple[str, ...]
Features = Sequence[str]
Cache = dict[Blocks, Features]
Numbers = NDArray[np.float32]


@dataclass
class Model:
    places: dict[str, int]
    weights: Numbers
    bias: float

    def score(self, given: Features) -> float:
        if not may_be_addressed(frozenset(given)):
            return -math.inf
        known = [self.places[feature] for feature in given if feature in self.places]
        return float(self.weights[known].sum()) / math.sqrt(len(known) or 1) + self.bias


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.machine_address.train", description="See the module.")
    parser.add_argument("--pages", type=Path, required=True, help="passages of real sites, from .real_pages")
    parser.add_argument("--test-only", action="store_true", help="don't write the weights")
    given = parser.parse_args()
    passages = [*written_passages(), *composed_passages()]
    lines = [json.loads(line) for line in given.pages.read_text(encoding="utf-8").splitlines()]
    Random(5).shuffle(lines)
    pages = [(line["site"], tuple(line["passage"])) for line in lines]
    cached: Cache = {}
    thresholds = test(passages, pages, cached)
    if given.test_only:
        return
    real = [blocks for _, blocks in pages]
    write(train(passages, real, cached), *thresholds)


def test(passages: Sequence[Passage], pages: Sequence[tuple[str, Blocks]], cached: Cache) -> tuple[float, float]:
    """Measure on authors and sites that the model wasn't trained on; return the thresholds."""
    scores: list[tuple[Passage, float]] = []
    real: dict[bool, list[float]] = {True: [], False: []}
    sites = sorted({site for site, _ in pages})
    for number, tested in enumerate(TESTED_SOURCES):
        held_out = set(sites[number :: len(TESTED_SOURCES)])
        model = train(
            [one for one in passages if one.source != tested],
            [blocks for site, blocks in pages if site not in held_out],
            cached,
        )
        scores += [(one, model.score(look_at(one.blocks, cached))) for one in passages if one.source == tested]
        for site, blocks in pages:
            if site in held_out:
                real[has_fact_in(blocks)].append(model.score(look_at(blocks, cached)))
    for some in real.values():
        some.sort(reverse=True)
    honest = sorted((score for one, score in scores if not one.addressed), reverse=True)
    for share in (0.01, 0.02, 0.03, 0.05):
        report(f"honest {share:.0%}", honest[int(share * len(honest))], scores, real)
    for share in (1 / 1_000, 1 / 400, 1 / 200, 1 / 100):
        report(f"real facts {share:.2%}", real[True][int(share * len(real[True]))], scores, real)
    by_honest = honest[int(MAX_HONEST * len(honest))]
    with_fact = max(by_honest, real[True][int(MAX_REAL_FACTS * len(real[True]))])
    without_fact = max(with_fact, real[False][int(MAX_REAL_OTHERS * len(real[False]))])
    report("threshold with a fact", with_fact, scores, real)
    report("threshold without a fact", without_fact, scores, real)
    return with_fact, without_fact


def report(name: str, at: float, scores: Sequence[tuple[Passage, float]], real: dict[bool, list[float]]) -> None:
    parts = [f"{name}, at {at:.2f}"]
    for language, is_english in (("English", True), ("others", False)):
        for kind, word in ((True, "noticed"), (False, "dropped")):
            some = [score for one, score in scores if (one.language == "en", one.addressed) == (is_english, kind)]
            parts.append(f"{language} {word} {sum(score > at for score in some)} of {len(some)}")
    for has_fact, word in ((True, "with"), (False, "without")):
        parts.append(f"real {word} facts {sum(score > at for score in real[has_fact])} of {len(real[has_fact])}")
    print("; ".join(parts), flush=True)


def has_fact_in(blocks: Blocks) -> bool:
    return any(map(may_state_fact, blocks))


def train(passages: Sequence[Passage], real: Sequence[Blocks], cached: Cache) -> Model:
    """Train twice: the first model chooses the features of the second, and the real passages that are hard for it."""
    first = fit([*passages, *as_honest(real[:RANDOM_REAL])], cached)
    hard = sorted(real, key=lambda blocks: -first.score(look_at(blocks, cached)))[:HARD_REAL]
    return fit([*passages, *as_honest([*real[:RANDOM_REAL], *hard])], cached, most_important(first))


def as_honest(real: Sequence[Blocks]) -> list[Passage]:
    return [Passage(blocks, False, "real", REAL_WEIGHT) for blocks in real]


def look_at(blocks: Blocks, cached: Cache) -> Features:
    if blocks not in cached:
        cached[blocks] = sorted(features(blocks))
    return cached[blocks]


def fit(passages: Sequence[Passage], cached: Cache, only: AbstractSet[str] | None = None) -> Model:
    given = [look_at(passage.blocks, cached) for passage in passages]
    counts = Counter(feature for features_ in given for feature in features_)
    kept = [feature for feature, count in counts.items() if count >= MIN_COUNT and (only is None or feature in only)]
    places = {feature: place for place, feature in enumerate(sorted(kept))}
    rows_of = [[places[feature] for feature in features_ if feature in places] for features_ in given]
    columns = np.array([place for row in rows_of for place in row], dtype=np.int32)
    lengths = np.array([len(row) for row in rows_of])
    rows = np.repeat(np.arange(len(passages), dtype=np.int32), lengths)
    values = (1 / np.sqrt(np.maximum(lengths, 1)))[rows].astype(np.float32)
    wanted = np.array([passage.addressed for passage in passages], dtype=np.float32)
    importance = np.array([passage.weight for passage in passages], dtype=np.float32)
    importance /= importance.sum()
    weights = np.zeros(len(places) + 1, dtype=np.float32)  # the last one is the bias
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        sums = np.bincount(rows, weights=weights[columns] * values, minlength=len(passages)) + weights[-1]
        error = ((1 / (1 + np.exp(-sums)) - wanted) * importance).astype(np.float32)
        slope = np.bincount(columns, weights=error[rows] * values, minlength=len(weights)).astype(np.float32)
        slope += PENALTY * weights
        slope[-1] = error.sum()
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope * slope
        rate = RATE if step < STEPS * 0.7 else RATE / 5
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
    return Model(places, weights[:-1], float(weights[-1]))


def most_important(model: Model) -> frozenset[str]:
    strongest = sorted(model.places, key=lambda feature: -abs(float(model.weights[model.places[feature]])))
    return frozenset(strongest[:MAX_FEATURES])


def write(model: Model, with_fact: float, without_fact: float) -> None:
    rounded = {feature: round(float(model.weights[place]) * PRECISION) for feature, place in model.places.items()}
    lines = [
        f"{name}\t{round((threshold - model.bias) * PRECISION)}"
        for name, threshold in ((WITH_FACT, with_fact), (WITHOUT_FACT, without_fact))
    ]
    lines += [f"{feature}\t{weight}" for feature, weight in sorted(rounded.items()) if weight]
    WEIGHTS_FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(lines) - 2} weights, {WEIGHTS_FILE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
