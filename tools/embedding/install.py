"""Puts a trained table into the package: `python -m tools.embedding.install table.npz`."""

import sys
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parents[2] / "src" / "showground" / "search" / "embedding"

table = np.load(sys.argv[1])
np.save(FOLDER / "rows.npy", np.ascontiguousarray(table["rows"]))
np.save(FOLDER / "scales.npy", table["scales"])
(FOLDER / "pieces.txt").write_text("".join(f"{piece}\n" for piece in table["pieces"]), encoding="utf-8")
# Placeholders, which tools.embedding.unrelated replaces.
np.save(FOLDER / "mean.npy", np.zeros(table["rows"].shape[1], dtype=np.float16))
np.save(FOLDER / "unrelated.npy", np.zeros(len(table["rows"]), dtype=np.float16))
