"""Reads catalogues: one `.po` file per language, as gettext and its editors write them."""

import re
from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from showground.core.regex import repeated

if TYPE_CHECKING:
    from babel.messages.catalog import Message

SHIPPED = Path(__file__).parents[2] / "locale"
CODE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?")  # such as `de`, `pt-BR` or `zh-Hant`
BRACES = re.compile(r"\{(\w+)\}")
PLACEHOLDER = re.compile(r"%%|%\((\w+)\)s|(%)")
STRAY_PERCENT = "a single %; write %% for a percent sign, and a placeholder as %(name)s,"
KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(\[\d+\])?)\s*+|(?=\")")
QUOTED = re.compile('"' + repeated(r'[^"\\]++|\\[abfnrtv"\\0-7x]') + '"')


class BadCatalogue(ValueError):
    """A catalogue can't be used; the message names the file and says how to fix it."""


def find_catalogues(code: str, theme: Path | None) -> list[Path]:
    """The files of a language: the operator's own first, because its texts are used before the shipped ones."""
    folders = [theme / "locale"] if theme else []
    return [file for folder in (*folders, SHIPPED) if (file := folder / f"{code}.po").is_file()]


def list_shipped() -> list[str]:
    """The codes of the shipped languages."""
    return sorted(["en", *(file.stem for file in SHIPPED.glob("*.po"))])


def read_catalogues(code: str, theme: Path | None) -> NullTranslations:
    """The texts of a language. What a file leaves out comes from the next one, and at last stays English."""
    texts = NullTranslations()
    for file in reversed(find_catalogues(code, theme)):
        own = _read(file, code)
        own.add_fallback(texts)
        texts = own
    return texts


def check_catalogue(file: Path) -> None:
    """Raises BadCatalogue unless the file can be used, also for a language that is not on."""
    _read(file, file.stem)


def _read(file: Path, code: str) -> NullTranslations:
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - only sites in another language need it
    from babel.messages.pofile import PoFileError, read_po  # noqa: PLC0415

    lines = file.read_bytes().splitlines()
    for number, line in enumerate(lines, 1):
        if (reason := _find_bad_syntax(line.decode("utf-8", "replace").strip())) is not None:
            raise BadCatalogue(f"{file}, line {number}: {reason}")
    try:
        catalogue = read_po(lines, locale=code.replace("-", "_"), abort_invalid=True)
    except UnicodeDecodeError as problem:
        number = next(number for number, line in enumerate(lines, 1) if not _is_text(line, problem.encoding))
        raise BadCatalogue(f"{file}, line {number}: this is not {problem.encoding.upper()}.") from None
    except PoFileError as problem:
        reason = str(problem).rpartition(" on ")[0]  # Babel counts lines from 0
        raise BadCatalogue(f"{file}, line {problem.lineno + 1}: {reason}.") from None
    except ValueError as problem:
        raise BadCatalogue(f"{file} can't be read: {problem}. Check it with `msgfmt --check {file}`.") from None
    for message in catalogue:
        if not message.fuzzy and (wrong := find_wrong_placeholders(message)) is not None:
            raise BadCatalogue(f"{file}, line {message.lineno}: {wrong}")
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    try:
        return GNUTranslations(compiled)
    except ValueError as problem:
        number = next((number for number, line in enumerate(lines, 1) if b"Plural-Forms" in line), 1)
        raise BadCatalogue(f"{file}, line {number}: the Plural-Forms of the header are not valid: {problem}.") from None


def _find_bad_syntax(line: str) -> str | None:
    """What Babel would accept in silence, dropping a letter of the text or the whole text."""
    if not line or line.startswith("#"):
        return None
    keyword = KEYWORD.match(line)
    if keyword is None:
        return f'"{line.split(maxsplit=1)[0]}" is not a keyword. Lines begin with msgid, msgstr, a quotation mark or #.'
    text = line[keyword.end() :]
    if QUOTED.fullmatch(text):
        return None
    if len(text) < 2 or not text.startswith('"') or not text.endswith('"'):
        return "a text must begin and end with a quotation mark."
    return r"write \" for a quotation mark inside a text, and \\ for a backslash."


def _is_text(line: bytes, encoding: str) -> bool:
    try:
        line.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def find_wrong_placeholders(message: "Message") -> str | None:
    """What would keep a page from being shown: a placeholder that the English text does not have."""
    if not message.id:
        return None
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    known = {name for text in ids for name in _placeholders(text)}
    if "" in known:
        return None  # not a pattern: a percent sign is only a percent sign
    braces = {name for text in ids for name in BRACES.findall(text)}
    for text in [message.string] if isinstance(message.string, str) else message.string or ():
        for name in _placeholders(text or ""):
            if name not in known:
                said = f"unknown placeholder %({name})s" if name else STRAY_PERCENT
                return f"{said} in the translation of {ids[0]!r}."
        for name in BRACES.findall(text or ""):
            if name not in braces:
                return f"unknown placeholder {{{name}}} in the translation of {ids[0]!r}."
    return None


def _placeholders(text: str) -> Iterator[str]:
    """The names of placeholders; the empty name for a stray percent sign."""
    for found in PLACEHOLDER.finditer(text):
        if found[1]:
            yield found[1]
        elif found[2]:
            yield ""
