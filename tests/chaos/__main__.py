"""The command `python -m tests.chaos [NAME ...]`: causes each fault under load and reports the result."""

import argparse
import sys
import time
import traceback
from importlib import import_module
from pathlib import Path

from tests.chaos.fault import FAULTS, Fault, NotMade
from tests.chaos.site import Ground, open_ground
from tests.chaos.table import Row, line, page
from tests.support.folders import temporary_folder

MODULES = (
    "web_process_killed",
    "postgres_restarted",
    "postgres_stalled",
    "connections_exhausted",
    "machines_lost",
    "worker_killed",
    "mail_server_lost",
    "names_lost",
    "disk_full",
    "clock_jumped",
    "payment_events",
    "slow_clients",
)
DOCUMENT = Path(__file__).parents[2] / "docs" / "faults.md"


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.chaos", description="Inject faults under load.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"faults to inject: {', '.join(MODULES)} (default: all)"
    )
    names = parser.parse_args().names or MODULES
    if unknown := set(names) - set(MODULES):
        parser.error(f"there is no fault {', '.join(sorted(unknown))}; there are {', '.join(MODULES)}")
    for name in names:
        import_module(f"tests.chaos.{name}")
    with temporary_folder() as folder, open_ground(folder) as ground:
        rows = [_make(fault, ground) for fault in FAULTS]
    if set(names) == set(MODULES):
        DOCUMENT.write_text(page(rows))
    return any(row.failed for row in rows)


def _make(fault: Fault, ground: Ground) -> Row:
    began = time.monotonic()
    try:
        row = Row(fault.name, fault.run(ground))
    except NotMade as reason:
        row = Row(fault.name, None, not_made=str(reason))
    except Exception:  # noqa: BLE001 - continue with the other faults
        row = Row(fault.name, None, broke_down=traceback.format_exc())
    print(f"{line(row)}  [{time.monotonic() - began:.0f} s]", flush=True)
    return row


if __name__ == "__main__":
    sys.exit(main())
