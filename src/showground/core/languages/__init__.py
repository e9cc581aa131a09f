"""The languages of pages and emails: catalogues of translated texts, and the language of the current request.

The API's messages stay English. Only pages and emails set a language; everything else runs without one, in English.
"""

from showground.core.languages.catalogue import BadCatalogue, find_catalogues
from showground.core.languages.current import current_language, in_language, is_language_set
from showground.core.languages.languages import ENGLISH, Language, Languages, open_languages
from showground.core.languages.stored import StoredSentences
from showground.core.languages.texts import (
    EnglishText,
    Text,
    counted_text,
    deferred,
    docstring_text,
    gettext,
    lines,
    ngettext,
    npgettext,
    pgettext,
    sentences,
    text_with,
    translated,
)

__all__ = [
    "ENGLISH",
    "BadCatalogue",
    "EnglishText",
    "Language",
    "Languages",
    "StoredSentences",
    "Text",
    "counted_text",
    "current_language",
    "deferred",
    "docstring_text",
    "find_catalogues",
    "gettext",
    "in_language",
    "is_language_set",
    "lines",
    "ngettext",
    "npgettext",
    "open_languages",
    "pgettext",
    "sentences",
    "text_with",
    "translated",
]
