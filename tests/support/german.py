"""German as it is shipped, read once for all tests: its catalogue takes long to parse."""

from showground.core.languages import open_languages

GERMAN = open_languages(["de"]).site
