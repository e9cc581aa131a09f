"""Collects what real sites say they are: python -m tools.category_model.sites FOLDER > sites.jsonl

FOLDER has a folder for each site, as `python -m bench.real_sites fetch` makes them. Only sites of the tuning half are
read. Their pages are not ours, so neither they nor their texts are in this repository.
"""

import argparse
import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.real_sites.labels import FOLDER, Label, load_labels
from bench.real_sites.server import served
from showground.core.fetch import Fetcher
from showground.extraction.reading import ReadingProgress, read_site
from showground.extraction.sandbox_calls import draft_budget
from tools.category_model.examples import read, shipped_categories


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.category_model.sites", description="See the module.")
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    labels, _ = load_labels(FOLDER)
    wanted = [label for label in labels if label.half == "tune" and not label.problem and label.category]
    asyncio.run(print_all([label for label in wanted if (given.folder / label.domain).is_dir()], given.folder))


async def print_all(labels: Sequence[Label], folder: Path) -> None:
    slugs = {category["name"]: category["slug"] for category in shipped_categories()}

    async def tell(progress: ReadingProgress) -> None:
        """Nobody watches."""

    with served({label.host: folder / label.domain for label in labels}) as rules:
        for label in labels:
            budget = draft_budget(label.domain)
            url = f"https://{label.host}/"
            reading = await read_site(url, Fetcher(rules), budget, now=lambda: datetime.now(UTC), tell=tell)
            if not reading.pages:
                continue
            texts, name = read(list(reading.pages))
            site = {
                "domain": label.domain,
                "language": label.language,
                "slugs": [slugs[category] for category in label.category],
                "name": name,
                "texts": texts,
            }
            print(json.dumps(site, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
