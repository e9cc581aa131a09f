"""Reads the labelled sites of the tuning half, for the training: python -m tools.row_model.read CHECKOUTS READINGS

CHECKOUTS has a folder for each site, as `python -m bench.real_sites fetch` makes them. READINGS gets a JSON file for
each. Pages of others are not ours, so neither they nor what was read are in this repository.
"""

import argparse
import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.real_sites.labels import Label, load_labels
from bench.real_sites.server import served
from showground.core.fetch import Fetcher
from showground.extraction.reading import ReadingProgress, read_site
from showground.extraction.sandbox_calls import draft_budget


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.row_model.read", description="See the module.")
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("readings", type=Path)
    given = parser.parse_args()
    labels, _ = load_labels()
    tuned = [label for label in labels if label.half == "tune" and not label.problem]
    given.readings.mkdir(parents=True, exist_ok=True)
    asyncio.run(read([label for label in tuned if (given.checkouts / label.domain).is_dir()], given))


async def read(labels: Sequence[Label], given: argparse.Namespace) -> None:
    async def tell(progress: ReadingProgress) -> None:
        """Nobody watches."""

    with served({label.host: given.checkouts / label.domain for label in labels}) as rules:
        for label in labels:
            budget = draft_budget(label.domain)
            reading = await read_site(
                f"https://{label.host}/", Fetcher(rules), budget, now=lambda: datetime.now(UTC), tell=tell
            )
            pages = [page.model_dump(mode="json") for page in reading.pages]
            (given.readings / f"{label.domain}.json").write_text(json.dumps(pages), encoding="utf-8")
            print(f"{label.domain}: {len(pages)} pages", flush=True)


if __name__ == "__main__":
    main()
