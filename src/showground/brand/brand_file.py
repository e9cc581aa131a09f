"""The brand in a TOML file, for operators who keep their settings in git. Read again whenever the file changes."""

import logging
import tomllib
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

from showground.brand.models import BrandValues
from showground.brand.rules import PICTURES, find_unreadable, merge
from showground.core.brand import Brand, EmailWords
from showground.core.calls.errors import InvalidInput
from showground.core.calls.parse import parse
from showground.core.mail.email_kinds import check_words, find_kind

MAX_PICTURE_BYTES = 2_000_000
ENDINGS = {".png": "png", ".jpg": "jpg", ".jpeg": "jpg", ".webp": "webp", ".svg": "svg"}

log = logging.getLogger(__name__)


class BadBrandFile(Exception):
    """The brand's file can't be used; the message says why."""


class BrandFile:
    """What a file sets. Without a file, it sets nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.values = BrandValues()
        self.words: Mapping[str, EmailWords] = {}
        self.pictures: Mapping[str, bytes] = {}
        self._seen: tuple[int, int] | None = None

    @property
    def name(self) -> str | None:
        return str(self.path) if self.path else None

    def load(self, defaults: Brand) -> bool:
        """Read the file if it has changed; whether it had. Raises BadBrandFile."""
        stamp = _stamp(self.path)
        if self.path is None or stamp == self._seen:
            return False
        self._seen = stamp  # also for a bad file: one complaint is enough
        self._read(self.path, defaults)
        return True

    def _read(self, path: Path, defaults: Brand) -> None:
        try:
            given = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise BadBrandFile(f"{path} can't be read: {error.strerror}.") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadBrandFile(f"{path} is not valid TOML: {error}.") from None
        words = _read_words(path, given.pop("emails", {}))
        pictures = {kind: _read_picture(path, kind, given.pop(kind)) for kind in PICTURES if kind in given}
        try:
            values = parse(BrandValues, given | {kind: name for kind, (name, _) in pictures.items()}, (), ())
        except InvalidInput as wrong:
            first = wrong.faults[0]
            raise BadBrandFile(f"{path}: `{first['field']}`: {first['message']}") from None
        for name, problem in find_unreadable(merge(defaults, BrandValues(), values)):
            raise BadBrandFile(f"{path}: `{name}`: {problem}")
        self.values, self.words = values, words
        self.pictures = dict(pictures.values())


def _stamp(path: Path | None) -> tuple[int, int] | None:
    try:
        found = path.stat() if path else None
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size) if found else None


def _read_picture(path: Path, kind: str, given: object) -> tuple[str, bytes]:
    """The name under which it is served, and its content. Paths are relative to the file."""
    place = path.parent / str(given)
    ending = ENDINGS.get(place.suffix.lower())
    if ending is None:
        raise BadBrandFile(f"{path}: `{kind}` must be a PNG, JPEG, WebP or SVG file.")
    try:
        content = place.read_bytes()
    except OSError as error:
        raise BadBrandFile(f"{path}: `{kind}`: {place} can't be read: {error.strerror}.") from None
    if len(content) > MAX_PICTURE_BYTES:
        raise BadBrandFile(f"{path}: `{kind}`: {place} is larger than 2 MB.")
    return f"{blake2b(content, digest_size=20).hexdigest()}.{ending}", content


def _read_words(path: Path, given: object) -> dict[str, EmailWords]:
    found: dict[str, EmailWords] = {}
    for name, parts in (cast("dict[str, Any]", given) if isinstance(given, dict) else {}).items():
        kind = find_kind(name)
        if kind is None:
            raise BadBrandFile(f"{path}: there is no email called `{name}`. docs/brand.md lists them.")
        given_words = cast("dict[str, Any]", parts) if isinstance(parts, dict) else {}
        if set(given_words) != {"subject", "body"}:
            raise BadBrandFile(f"{path}: `emails.{name}` needs `subject` and `body`, and nothing else.")
        words = EmailWords(str(given_words["subject"]), str(given_words["body"]).strip())
        for field, problem in check_words(kind, words):
            raise BadBrandFile(f"{path}: `emails.{name}.{field}`: {problem}")
        found[name] = words
    return found
