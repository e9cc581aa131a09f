"""The commands that bring listings in and out by the file."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from showground.cli.opening import CommandFailed, say, through_the_door
from showground.settings import Settings

if TYPE_CHECKING:
    from showground.core.door import Door


def import_listings(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.bulk.importing import FileRefused, import_listings
    from showground.core.progress import Progress

    file: Path = arguments.file
    try:
        count = through_the_door(settings, lambda door: import_listings(door, file, Progress(sys.stderr, "listings")))
    except OSError as problem:
        raise CommandFailed(f"{file} cannot be read: {problem.strerror}.") from problem
    except FileRefused as refused:
        more = "There is more. " if refused.more else ""
        raise CommandFailed(
            f"{refused}\n{more}Nothing was taken in. Mend these lines and import the file again."
        ) from refused
    print(f"{count:,} {'listing' if count == 1 else 'listings'}")


def export_listings(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.bulk.exporting import export_listings
    from showground.core.progress import Progress

    async def write(door: "Door") -> None:
        async for line in export_listings(door, Progress(sys.stderr, "listings")):
            sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    del arguments
    through_the_door(settings, write)
    say("Votes, follows, reviews and orders are not in it; `showground backup` keeps all.")
