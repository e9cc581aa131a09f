"""The data folder: its default location, and how other users of the machine are kept out."""

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

NAME = "showground"


def default_data_dir(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """The same folder from any current folder: `data` in a source checkout, otherwise one per user."""
    checkout = _checkout()
    if checkout is not None:
        return checkout / "data"
    home = Path(environ.get("HOME") or _home_of_user())
    if platform == "darwin":
        return home / "Library" / "Application Support" / NAME
    named = Path(environ.get("XDG_DATA_HOME", ""))
    return (named if named.is_absolute() else home / ".local" / "share") / NAME


def _checkout() -> Path | None:
    """The folder of the source tree, if the package runs from one and not from an installed wheel."""
    source = Path(__file__).resolve().parents[2]
    return source.parent if source.name == "src" and (source.parent / "pyproject.toml").is_file() else None


def _home_of_user() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # a user without a name, as in some containers
        return Path("/")  # not writable; the command that tries to use it says which setting to change


def make_data_dir(data_dir: Path) -> None:
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)


def is_ours_alone(data_dir: Path) -> bool:
    """Whether we may change its mode: it contains only our files. Others may need a folder such as /srv or /tmp."""
    if not data_dir.exists():
        return True
    shared = data_dir.stat().st_mode & stat.S_ISVTX  # as /tmp is
    return not shared and all(path.name == "postgres" or path.stem == "secret" for path in data_dir.iterdir())


def close_data_dir(data_dir: Path, group: int | None = None) -> None:
    """Deny access to other users, if the folder is ours alone. The files in it are protected separately as well."""
    if is_ours_alone(data_dir):
        close_folder(data_dir, group)


def close_folder(folder: Path, group: int | None = None) -> None:
    """Allow only its owner. If a group is given, it may enter the folder but not list it."""
    found = folder.stat()
    if os.geteuid() not in (0, found.st_uid):
        return  # it belongs to another user, who decides about it
    if group is not None and found.st_gid != group:
        os.chown(folder, -1, group)
    mode = found.st_mode & stat.S_IRWXU | (stat.S_IXGRP if group is not None else 0)
    if stat.S_IMODE(found.st_mode) != mode:
        folder.chmod(mode)


def close_file(file: Path) -> None:
    """Allow only its owner to read and write it."""
    found = file.stat()
    if found.st_mode & (stat.S_IRWXG | stat.S_IRWXO) and os.geteuid() in (0, found.st_uid):
        file.chmod(0o600)
