"""Reads the weights of small trained models."""

from pathlib import Path


def read_weights(file: Path) -> dict[str, int]:
    """The weight of each feature. A line of the file is a feature, a tab and a whole number."""
    weights: dict[str, int] = {}
    for line in file.read_text(encoding="utf-8").split("\n"):
        feature, _, weight = line.rpartition("\t")
        if feature:
            weights[feature] = int(weight)
    return weights
