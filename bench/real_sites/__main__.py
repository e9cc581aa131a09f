"""The command `python -m bench.real_sites [fetch]`: measures drafts of real sites, or fetches the sites first."""

import argparse
import asyncio
import json
import sys
from pathlib import Path

from bench.comparing import keep
from bench.real_sites.checkouts import VARIABLE, default_folder, fetch
from bench.real_sites.drafts import draft_all
from bench.real_sites.labels import FOLDER, Label, load_labels
from bench.real_sites.results import dump, show, summary
from bench.real_sites.server import PortsRefused


def main() -> None:
    parser = argparse.ArgumentParser("python -m bench.real_sites", description="Measure drafts of real sites.")
    parser.add_argument("action", nargs="?", choices=("measure", "fetch"), default="measure")
    parser.add_argument("--half", choices=("tune", "report", "all"), help="which sites (tune, or with fetch, all)")
    parser.add_argument("--site", action="append", metavar="DOMAIN", help="only this site, whatever half it is in")
    parser.add_argument("--files", type=Path, default=default_folder(), help=f"folder of checkouts (or {VARIABLE})")
    parser.add_argument("--labels", type=Path, default=FOLDER, help="folder of label files")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every fault and value to this file")
    parser.add_argument("--missed", action="store_true", help="also list what was missed")
    parser.add_argument("--no-keep", action="store_true", help="don't write bench/results/real_sites.json")
    given = parser.parse_args()
    labels, broken = load_labels(given.labels)
    for line in broken:
        print(f"Can't use {line}", file=sys.stderr)
    half = given.half or ("tune" if given.action == "measure" else "all")
    chosen = [label for label in labels if (label.domain in given.site if given.site else half in (label.half, "all"))]
    if not chosen:
        sys.exit(f"There is no such label in {given.labels}.")
    if given.action == "fetch":
        failed = fetch(chosen, given.files)
        sys.exit("\n".join(failed) if failed else None)
    try:
        keep_as = None if given.site or given.no_keep else half
        measure(chosen, given.files, keep_as=keep_as, file=given.json, with_missed=given.missed)
    except PortsRefused as error:
        sys.exit(str(error))


def measure(
    labels: list[Label], checkouts: Path, *, keep_as: str | None, file: Path | None = None, with_missed: bool = False
) -> None:
    """Measure the sites whose checkouts are there and print the results; keep them if they have a name."""
    there = [label for label in labels if (checkouts / label.domain).is_dir()]
    print(f"{len(there)} real sites")
    if len(there) < len(labels):
        print(
            f"{len(labels) - len(there)} more are not in {checkouts}."
            f" Fetch them with: python -m bench.real_sites fetch --files {checkouts}"
        )
    if not there:
        return
    outcomes = asyncio.run(draft_all(there, checkouts))
    show(outcomes, with_missed=with_missed)
    if keep_as:
        keep("real_sites", {keep_as: summary(outcomes)})
    if file:
        file.write_text(json.dumps(dump(outcomes), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
