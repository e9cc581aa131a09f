"""The brand in a TOML file, for operators who keep their settings in git. Read again whenever the file changes."""

import logging
import re
import tomllib
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

from showground.brand.models import BrandValues
from showground.brand.rules import PICTURES, find_unreadable, merge
from showground.core.brand import Brand, EmailWords
from showground.core.calls.errors import InvalidInput
from showground.core.calls.field_errors import suggest
from showground.core.calls.parse import parse
from showground.core.mail.email_kinds import check_words, find_kind, list_kinds

MAX_PICTURE_BYTES = 2_000_000
ENDINGS = {".png": "png", ".jpg": "jpg", ".jpeg": "jpg", ".webp": "webp", ".svg": "svg"}

log = logging.getLogger(__name__)


class BadBrandFile(Exception):
    """The brand's file can't be used. `problems` says everything that is wrong in it, one sentence each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


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
            raise BadBrandFile([f"{path} can't be read: {error.strerror}."]) from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadBrandFile([f"{path} is not valid TOML: {error}."]) from None
        wrong: list[str] = []
        words = _read_words(given.pop("emails", {}), wrong)
        pictures = _read_pictures(path, given, wrong)
        values = _parse(given | {kind: name for kind, (name, _) in pictures.items()}, wrong)
        wrong += [f"`{name}`: {problem}" for name, problem in find_unreadable(merge(defaults, BrandValues(), values))]
        if wrong:
            raise BadBrandFile([f"{path}: {problem}" for problem in wrong])
        self.values, self.words = values, words
        self.pictures = dict(pictures.values())


def _parse(given: dict[str, Any], wrong: list[str]) -> BrandValues:
    """The values; without those that are wrong, so that the others are checked together with them."""
    try:
        return parse(BrandValues, given, (), ())
    except InvalidInput as problem:
        wrong += [f"`{error['field']}`: {error['message']}" for error in problem.errors]
        refused = {re.split(r"[.\[]", error["field"], maxsplit=1)[0] for error in problem.errors}
        return parse(BrandValues, {name: value for name, value in given.items() if name not in refused}, (), ())


def _stamp(path: Path | None) -> tuple[int, int] | None:
    try:
        found = path.stat() if path else None
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size) if found else None


def _read_pictures(path: Path, given: dict[str, Any], wrong: list[str]) -> dict[str, tuple[str, bytes]]:
    """Of each kind, the name under which it is served, and its content. Taken out of what was given."""
    found: dict[str, tuple[str, bytes]] = {}
    for kind in [kind for kind in PICTURES if kind in given]:
        try:
            found[kind] = _read_picture(path.parent / str(given.pop(kind)))
        except ValueError as problem:
            wrong.append(f"`{kind}`: {problem}")
    return found


def _read_picture(place: Path) -> tuple[str, bytes]:
    ending = ENDINGS.get(place.suffix.lower())
    if ending is None:
        raise ValueError("Must be a PNG, JPEG, WebP or SVG file.")
    try:
        content = place.read_bytes()
    except OSError as error:
        raise ValueError(f"{place} can't be read: {error.strerror}.") from None
    if len(content) > MAX_PICTURE_BYTES:
        raise ValueError(f"{place} is larger than 2 MB.")
    return f"{blake2b(content, digest_size=20).hexdigest()}.{ending}", content


def _read_words(given: object, wrong: list[str]) -> dict[str, EmailWords]:
    found: dict[str, EmailWords] = {}
    if not isinstance(given, dict):
        wrong.append("`emails` must be tables, such as `[emails.sign_in_link]`.")
        return found
    for name, parts in cast("dict[str, Any]", given).items():
        kind = find_kind(name)
        if kind is None:
            hint = suggest(name, [kind.name for kind in list_kinds()]) or "docs/brand.md lists them."
            wrong.append(f"there is no email called `{name}`. {hint}")
            continue
        given_words = cast("dict[str, Any]", parts) if isinstance(parts, dict) else {}
        if set(given_words) != {"subject", "body"}:
            wrong.append(f"`emails.{name}` needs `subject` and `body`, and nothing else.")
            continue
        words = EmailWords(str(given_words["subject"]), str(given_words["body"]).strip())
        wrong += [f"`emails.{name}.{field}`: {problem}" for field, problem in check_words(kind, words)]
        found[name] = words
    return found
