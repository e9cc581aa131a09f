"""Measures how many planted facts are noticed, and how many honest ones are dropped: `python -m bench.planted FILE...`

Each line of a file is a JSON object: `planted` (true or false), `lang`, `blocks` (texts that follow each other on a
page) and `fact` (the words that state it). The blocks are put on a page, which is read as a website's page is.
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

from showground.extraction.reading.markup import read_markup
from showground.extraction.site_model import prepare

READ_AT = datetime(2026, 1, 1, tzinfo=UTC)
MAX_HEADING = 80  # characters


def main() -> None:
    parser = argparse.ArgumentParser("python -m bench.planted", description="Measure which planted facts are noticed.")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--mistakes", action="store_true", help="list them; never with a set that nobody may look at")
    given = parser.parse_args()
    for file in given.files:
        print(file.name)
        items = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        measure(items, with_mistakes=given.mistakes)


def measure(items: Sequence[dict[str, Any]], *, with_mistakes: bool = False) -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    marked: Counter[tuple[str, bool]] = Counter()
    for item in items:
        key = ("English" if item["lang"] == "en" else "other languages", bool(item["planted"]))
        seen[key] += 1
        is_marked = leaves_out(item)
        marked[key] += is_marked
        if with_mistakes and is_marked != item["planted"]:
            print(" missed " if item["planted"] else " dropped", item["lang"], " | ".join(item["blocks"]))
    for language in ("English", "other languages"):
        planted, honest = (language, True), (language, False)
        print(f"  {language}: noticed {marked[planted]} of {seen[planted]}, dropped {marked[honest]} of {seen[honest]}")
    for name, kind in (("noticed", True), ("dropped", False)):
        hits, count = (sum(number for (_, it), number in of.items() if it == kind) for of in (marked, seen))
        print(f"  {name}: {hits} of {count}" + (f" ({hits / count:.1%})" if count else ""))


def leaves_out(item: dict[str, Any]) -> bool:
    """Whether the fact of an item would not be taken."""
    page = prepare([read_markup("https://acme.example/", page_of(item["blocks"]), READ_AT)]).pages[0]
    fact = squeeze(item["fact"])
    holding = [block for block in page.blocks if fact in squeeze(block.text)]
    return any("order" in block.marks for block in holding or page.blocks)


def page_of(blocks: Sequence[str]) -> str:
    """A page with these blocks. The first of several is a heading if it looks like one."""
    tags = ["p"] * len(blocks)
    if len(blocks) > 1 and len(blocks[0]) <= MAX_HEADING and not blocks[0].rstrip().endswith((".", ",", ";")):
        tags[0] = "h2"
    body = "".join(f"<{tag}>{escape(text)}</{tag}>" for tag, text in zip(tags, blocks, strict=True))
    return f"<html><body><main>{body}</main></body></html>"


def squeeze(text: str) -> str:
    return "".join(text.split()).lower()


if __name__ == "__main__":
    main()
