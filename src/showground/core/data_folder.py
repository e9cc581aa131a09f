"""The data folder: where it is unless it is set, and how it is closed to other users of the machine."""

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

NAME = "showground"


def default_data_dir(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """One folder whatever the current folder is: the checkout's own in a checkout, else one for each user."""
    checkout = _checkout()
    if checkout is not None:
        return checkout / "data"
    home = Path(environ.get("HOME") or _home_of_user())
    if platform == "darwin":
        return home / "Library" / "Application Support" / NAME
    named = Path(environ.get("XDG_DATA_HOME", ""))
    return (named if named.is_absolute() else home / ".local" / "share") / NAME


def _checkout() -> Path | None:
    """The folder of the source tree, when this package is run from one and not from where a wheel was installed."""
    source = Path(__file__).resolve().parents[2]
    return source.parent if source.name == "src" and (source.parent / "pyproject.toml").is_file() else None


def _home_of_user() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # a user without a name, as in some containers
        return Path("/")  # where nothing can be made: the command that tries says which setting to use


def make_data_dir(data_dir: Path) -> None:
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)


def is_ours_alone(data_dir: Path) -> bool:
    """Whether its mode is ours to set: others may need what else is in a folder such as /srv or /tmp."""
    if not data_dir.exists():
        return True
    shared = data_dir.stat().st_mode & stat.S_ISVTX  # as /tmp is
    return not shared and all(path.name == "postgres" or path.stem == "secret" for path in data_dir.iterdir())


def close_data_dir(data_dir: Path, group: int | None = None) -> None:
    """Close it to other users, if it is ours alone. The files in it are closed each for itself as well."""
    if is_ours_alone(data_dir):
        close_folder(data_dir, group)


def close_folder(folder: Path, group: int | None = None) -> None:
    """Let its owner in and nobody else; a group, where one is given, may pass through but not list what is there."""
    found = folder.stat()
    if os.geteuid() not in (0, found.st_uid):
        return  # another user's, who decides about it
    if group is not None and found.st_gid != group:
        os.chown(folder, -1, group)
    mode = found.st_mode & stat.S_IRWXU | (stat.S_IXGRP if group is not None else 0)
    if stat.S_IMODE(found.st_mode) != mode:
        folder.chmod(mode)


def close_file(file: Path) -> None:
    """Let its owner read and write it, and nobody else."""
    found = file.stat()
    if found.st_mode & (stat.S_IRWXG | stat.S_IRWXO) and os.geteuid() in (0, found.st_uid):
        file.chmod(0o600)
