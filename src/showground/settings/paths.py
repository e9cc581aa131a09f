"""Parsers for settings that are paths, and whether this user can read what is there."""

import os
import ssl
from pathlib import Path

from showground.settings.values import read_address


def can_read_file(path: Path) -> bool:
    try:
        return path.is_file() and os.access(path, os.R_OK)
    except OSError:  # below a folder that this user can't enter
        return False


def can_read_folder(path: Path) -> bool:
    try:
        return path.is_dir() and os.access(path, os.R_OK | os.X_OK)
    except OSError:
        return False


def is_closed(path: Path) -> bool:
    """Whether this user can't find out what is in the folder, or whether there is one."""
    try:
        (path / "theme").stat()
    except PermissionError:
        return True
    except OSError:
        return False
    return False


def explain_closed(path: Path) -> str:
    return f"must be a folder that this user can enter, and {path} is not. Change its owner with chown, or set another"


def read_data_dir(text: str) -> Path:
    if is_closed(Path(text)):
        raise ValueError(explain_closed(Path(text)))
    return Path(text)


def read_file(text: str) -> Path:
    if not can_read_file(Path(text)):
        raise ValueError("must be the path of a file that exists and can be read")
    return Path(text)


def read_folder(text: str) -> Path:
    if not can_read_folder(Path(text)):
        raise ValueError("must be the path of a folder that exists and can be read")
    return Path(text)


def read_certificates(text: str) -> Path:
    if not can_read_file(Path(text)):
        raise ValueError("must be a file that exists and can be read")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(text)
    except (ssl.SSLError, OSError):
        raise ValueError("must be a readable file of certificates in PEM format") from None
    return Path(text)


def read_exchange_rates(text: str) -> str:
    if text.startswith("https://"):
        return read_address(text)
    if "://" in text or not can_read_file(Path(text)):
        raise ValueError(
            "must be the path of a file that exists and can be read, or an address that begins with https://"
        )
    return text
