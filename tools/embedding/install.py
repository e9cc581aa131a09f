"""Puts a trained table into the package: `python -m tools.embedding.install table.npz`."""

import sys
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parents[2] / "src" / "showground" / "search" / "embedding"

table = np.load(sys.argv[1])
np.save(FOLDER / "rows.npy", np.ascontiguousarray(table["rows"]))
np.save(FOLDER / "scales.npy", table["scales"])
(FOLDER / "pieces.txt").write_text("".join(f"{piece}\n" for piece in table["pieces"]), encoding="utf-8")
