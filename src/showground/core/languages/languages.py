"""The languages that a site has on, and which of them a visitor prefers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path

from showground.core.languages.catalogue import BadCatalogue, read_catalogues

MAX_HEADER = 500  # characters of Accept-Language that are read; browsers send far fewer


@dataclass(frozen=True, slots=True)
class Language:
    """One language, with its texts."""

    code: str
    name: str  # as its speakers write it
    rtl: bool = False
    texts: NullTranslations = field(default_factory=NullTranslations, compare=False, repr=False)

    @property
    def is_english(self) -> bool:
        return self.code == "en"

    @property
    def locale(self) -> str:
        """The code as Babel writes it."""
        return self.code.replace("-", "_")


ENGLISH = Language("en", "English")


class Languages:
    """The languages of a site. The first one is the site's own: emails to strangers are in it, and pages for visitors
    who prefer none of the others."""

    def __init__(self, *languages: Language) -> None:
        self.all: tuple[Language, ...] = languages or (ENGLISH,)
        self._by_code = {language.code.lower(): language for language in self.all}
        self.preferred = lru_cache(500)(self._preferred)

    @property
    def site(self) -> Language:
        return self.all[0]

    @property
    def several(self) -> bool:
        return len(self.all) > 1

    def find(self, code: str | None) -> Language | None:
        return self._by_code.get(code.lower()) if code else None

    def _preferred(self, accept_language: str) -> Language:
        """The visitor's first choice among ours: `de-CH, fr;q=0.8` is German where German is on."""
        best: tuple[float, Language] = (0.0, self.site)
        for part in accept_language[:MAX_HEADER].split(","):
            tag, _, weight = part.strip().partition(";")
            found = self.find(tag.strip()) or self.find(tag.strip().partition("-")[0])
            if found is not None and (value := _weight(weight)) > best[0]:
                best = (value, found)
        return best[1]


def _weight(text: str) -> float:
    name, _, value = text.replace(" ", "").partition("=")
    try:
        return min(float(value), 1.0) if name == "q" else 1.0
    except ValueError:
        return 0.0


def open_languages(codes: Sequence[str], theme: Path | None = None) -> Languages:
    """Read the catalogues of these languages. Raises BadCatalogue with what is wrong in them."""
    return Languages(*(_open(code, theme) for code in codes))


def _open(code: str, theme: Path | None) -> Language:
    texts = read_catalogues(code, theme)
    if code == "en":
        return Language("en", ENGLISH.name, texts=texts)
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415 - slow to import, and English sites never need it

    try:
        locale = Locale.parse(code, sep="-")
    except (UnknownLocaleError, ValueError):
        raise BadCatalogue(f"`{code}` is not the code of a language that Unicode's CLDR knows.") from None
    name = locale.get_display_name() or code
    return Language(code, name[:1].upper() + name[1:], locale.text_direction == "rtl", texts)
