"""The languages of pages and emails: catalogues of translated texts, and the language of the current request.

The API's messages stay English. Only pages and emails set a language; everything else runs without one, in English.
"""

from showground.core.languages.catalogue import BadCatalogue, find_catalogues
from showground.core.languages.current import current_language, in_language, is_language_set
from showground.core.languages.languages import ENGLISH, Language, Languages, open_languages
from showground.core.languages.texts import Text, gettext, ngettext, translated

__all__ = [
    "ENGLISH",
    "BadCatalogue",
    "Language",
    "Languages",
    "Text",
    "current_language",
    "find_catalogues",
    "gettext",
    "in_language",
    "is_language_set",
    "ngettext",
    "open_languages",
    "translated",
]
