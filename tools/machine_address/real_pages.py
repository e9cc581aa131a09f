"""Collects passages of real sites, none of which speaks to machines: for `--pages` of the training.

    python -m tools.machine_address.real_pages FOLDER > pages.jsonl

FOLDER has a folder for each site, as `python -m bench.real_sites fetch` makes them. The sites of the reporting half are
left out. Pages of others are not ours, so neither they nor their passages are in this repository.
"""

import argparse
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from bench.real_sites.labels import FOLDER, load_labels
from showground.extraction.addressed_blocks import passages_of
from showground.extraction.reading.markup import read_markup

READ_AT = datetime(2026, 1, 1, tzinfo=UTC)
MAX_PAGES = 10  # of a site
MAX_BYTES = 400_000


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.machine_address.real_pages", description="See the module.")
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    labels, _ = load_labels(FOLDER)
    reported = {label.domain for label in labels if label.half == "report"}
    for site in sorted(given.folder.iterdir()):
        if site.is_dir() and site.name not in reported:
            for passage in dict.fromkeys(site_passages(site)):
                print(json.dumps({"site": site.name, "passage": passage}, ensure_ascii=False))


def site_passages(site: Path) -> Iterator[tuple[str, ...]]:
    files = [file for file in site.rglob("*.htm*") if file.is_file() and file.stat().st_size <= MAX_BYTES]
    for file in sorted(files, key=lambda file: (len(file.parts), str(file)))[:MAX_PAGES]:
        markup = file.read_text(encoding="utf-8", errors="replace")
        page = read_markup(f"https://{site.name}/{file.name}", markup, READ_AT)
        for place in range(len(page.blocks)):
            yield from passages_of(page.blocks, place)


if __name__ == "__main__":
    main()
