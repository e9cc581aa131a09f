"""Files that commands read and write; `-` is standard input or output."""

import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from showground.cli.resources import CommandFailed

PIPE = Path("-")


@contextmanager
def written(file: Path) -> Generator[BinaryIO]:
    """Standard output, or a file readable only by its owner. The file appears under its name once it is complete."""
    if file == PIPE:
        if sys.stdout.isatty():
            raise CommandFailed("This can't be written to a terminal. Name a file, or pipe it into a program.")
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if file.exists():
        raise CommandFailed(f"{file} already exists. Choose another name, or remove it first.")
    part = file.with_name(f"{file.name}.part")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:  # noqa: PTH123
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.rename(file)
    except OSError as problem:
        raise CommandFailed(f"{file} cannot be written: {problem.strerror}.") from problem
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def opened(file: Path) -> Generator[BinaryIO]:
    if file == PIPE:
        with tempfile.TemporaryFile() as kept:
            shutil.copyfileobj(sys.stdin.buffer, kept)
            kept.seek(0)
            yield kept
        return
    try:
        stream = file.open("rb")
    except OSError as problem:
        raise CommandFailed(f"{file} cannot be read: {problem.strerror}.") from problem
    with stream:
        yield stream


@contextmanager
def as_path(file: Path) -> Generator[Path]:
    """The path of a file that is read more than once; standard input is copied to a temporary file."""
    if file != PIPE:
        yield file
        return
    with tempfile.NamedTemporaryFile() as kept:
        shutil.copyfileobj(sys.stdin.buffer, kept)
        kept.flush()
        yield Path(kept.name)
