"""One measurement: drafts of all sites whose checkouts are there, printed and kept by half."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from bench.comparing import keep
from bench.real_sites.drafts import draft_all
from bench.real_sites.labels import Label
from bench.real_sites.results import dump, show, summary

HALVES = {"report": "Reporting half", "tune": "Tuning half"}


def measure(
    labels: Sequence[Label],
    checkouts: Path,
    *,
    to_keep: bool = True,
    file: Path | None = None,
    with_missed: bool = False,
) -> None:
    """Print the results of each half; `file` gets every value of every draft."""
    there = [label for label in labels if (checkouts / label.domain).is_dir()]
    if len(there) < len(labels):
        print(
            f"{len(labels) - len(there)} of {len(labels)} real sites are not in {checkouts}."
            f" Fetch them with: python -m bench.real_sites fetch --files {checkouts}"
        )
    if not there:
        return
    outcomes = asyncio.run(draft_all(there, checkouts))
    by_half = {half: [outcome for outcome in outcomes if outcome.label.half == half] for half in HALVES}
    by_half = {half: some for half, some in by_half.items() if some}
    for half, some in by_half.items():
        print(f"\n{HALVES[half]}: {len(some)} real sites")
        show(some, with_missed=with_missed)
    if to_keep:
        keep("real_sites", {half: summary(some) for half, some in by_half.items()})
    if file:
        file.write_text(json.dumps(dump(outcomes), indent=1, ensure_ascii=False) + "\n")
