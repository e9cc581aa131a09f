"""The command `python -m bench.real_sites [fetch]`: measures drafts of real sites, or fetches the sites first."""

import argparse
import sys
from pathlib import Path

from bench.real_sites.checkouts import VARIABLE, default_folder, fetch
from bench.real_sites.labels import FOLDER, load_labels
from bench.real_sites.measurement import measure
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
        to_keep = not given.site and not given.no_keep
        measure(chosen, given.files, to_keep=to_keep, file=given.json, with_missed=given.missed)
    except PortsRefused as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
