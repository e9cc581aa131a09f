"""Makes the fonts of pages and pictures from packages that were unpacked: `python -m tools.fonts.make PACKAGES`.

Writes WOFF2 files and `fonts.css` for pages, TTF files and `widths.json` for pictures. Nothing else is edited.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SOURCE = Path(__file__).parents[2] / "src" / "showground"
PAGES = SOURCE / "surfaces" / "web" / "static"
PICTURES = SOURCE / "core" / "fonts"
PACKAGES = Path(sys.argv[1])

# Which characters a file has; a browser loads only the files whose characters are on the page.
RANGES = {
    "latin": "U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2010-2015,U+2018-201E,U+2020-2022,"
    "U+2026,U+2030,U+2032-2033,U+2039-203A,U+2044,U+20AC,U+2122,U+2190-2193,U+2212,U+2215",
    "latin-ext": "U+0100-0130,U+0132-0151,U+0154-01FF,U+0218-021B,U+0259,U+02BB-02BC,U+02C7,U+02D8-02D9,U+02DB,U+02DD,"
    "U+1E80-1E85,U+1E9E,U+1EF2-1EF3,U+20A8-20AA,U+20B9-20BF",
    "vietnamese": "U+1EA0-1EF1,U+1EF4-1EF9,U+20AB",
}
PAGE_FEATURES = ("kern", "liga", "mark", "mkmk", "ccmp", "locl", "calt", "tnum")
PICTURE_FEATURES = ("kern", "mark", "mkmk")  # no ligatures: picture_text.py relies on one glyph per character
NAMES = (0, 1, 2, 3, 4, 5, 6, 13, 14)  # includes copyright and licence

Limits = dict[str, Any]

# File name, package, how the package calls the files, axes, and the CSS weight and style.
FACES: list[tuple[str, str, str, str, Limits, str, str]] = [
    ("public-sans", "public-sans", "wght-normal", "Public Sans", {"wght": (400, 700)}, "400 700", "normal"),
    ("public-sans-italic", "public-sans", "wght-italic", "Public Sans", {"wght": 400}, "400 700", "italic"),
    (
        "newsreader",
        "newsreader",
        "standard-normal",
        "Newsreader",
        {"wght": (400, 700), "opsz": 24},
        "400 700",
        "normal",
    ),
    (
        "newsreader-italic",
        "newsreader",
        "standard-italic",
        "Newsreader",
        {"wght": 400, "opsz": 24},
        "400 700",
        "italic",
    ),
]

# What is on the screen until a font has arrived: a font of the system, scaled so that lines break in the same places.
# The last column is a package whose font is exactly as wide.
STAND_INS: list[tuple[str, str, list[str], str, int, str]] = [
    ("Public Sans", "Arial", ["Arial", "ArialMT", "Liberation Sans", "Arimo"], "normal", 400, "arimo"),
    (
        "Public Sans",
        "Arial",
        ["Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Arimo Bold"],
        "normal",
        700,
        "arimo",
    ),
    ("Public Sans", "Roboto", ["Roboto"], "normal", 400, "roboto"),
    ("Public Sans", "Roboto", ["Roboto Bold", "Roboto-Bold"], "normal", 700, "roboto"),
    (
        "Newsreader",
        "Times",
        ["Times New Roman", "TimesNewRomanPSMT", "Liberation Serif", "Tinos"],
        "normal",
        400,
        "tinos",
    ),
    (
        "Newsreader",
        "Times",
        ["Times New Roman Bold", "TimesNewRomanPS-BoldMT", "Liberation Serif Bold", "Tinos Bold"],
        "normal",
        700,
        "tinos",
    ),
    (
        "Newsreader",
        "Times",
        ["Times New Roman Italic", "TimesNewRomanPS-ItalicMT", "Liberation Serif Italic", "Tinos Italic"],
        "italic",
        400,
        "tinos",
    ),
    ("Newsreader", "Noto Serif", ["Noto Serif"], "normal", 400, "noto-serif"),
    ("Newsreader", "Noto Serif", ["Noto Serif Bold", "NotoSerif-Bold"], "normal", 700, "noto-serif"),
    ("Newsreader", "Noto Serif", ["Noto Serif Italic", "NotoSerif-Italic"], "italic", 400, "noto-serif"),
]
# How often letters occur in English text, per thousand characters.
FREQUENCIES = {
    " ": 180, "e": 102, "t": 73, "a": 65, "o": 61, "i": 57, "n": 57, "s": 52, "r": 49, "h": 49, "l": 33, "d": 32,
    "u": 22, "c": 22, "m": 20, "f": 18, "w": 17, "g": 16, "p": 15, "y": 14, "b": 12, "v": 8, "k": 6, ".": 10, ",": 10,
}  # fmt: skip

# File name, package, file and axes.
PICTURE_FONTS: list[tuple[str, str, str, Limits]] = [
    ("Newsreader-Regular", "newsreader", "standard-normal", {"wght": 400, "opsz": 48}),
    ("Newsreader-Italic", "newsreader", "standard-italic", {"wght": 400, "opsz": 48}),
    ("Newsreader-Bold", "newsreader", "standard-normal", {"wght": 700, "opsz": 48}),
    ("PublicSans-Regular", "public-sans", "wght-normal", {"wght": 400}),
    ("PublicSans-Bold", "public-sans", "wght-normal", {"wght": 700}),
]
SCRIPT_FONTS = [
    ("NotoSansThai", "noto-sans-thai", "thai"),
    ("NotoSansDevanagari", "noto-sans-devanagari", "devanagari"),
]
MEASURED = [
    *(name for name, *_ in PICTURE_FONTS),
    *(name for name, *_ in SCRIPT_FONTS),
    "DejaVuSans",
    "DejaVuSans-Bold",
    "DroidSansFallback",
]


def load(package: str, file: str, *, variable: bool = True) -> TTFont:
    folder = next(PACKAGES.glob(f"fontsource-{'variable-' if variable else ''}{package}-[0-9]*/files"))
    return TTFont(folder / f"{package}-{file}.woff2", recalcTimestamp=False)


def reduce(font: TTFont, characters: Iterable[int], features: Iterable[str]) -> None:
    options = subset.Options()
    options.layout_features = list(features)
    options.hinting = False
    options.name_IDs = list(NAMES)
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=list(characters))
    subsetter.subset(font)


def write_page_fonts() -> Iterator[str]:
    for name, package, file, family, limits, weight, style in FACES:
        for part, characters in RANGES.items():
            font = load(package, f"{part}-{file}")
            reduce(font, subset.parse_unicodes(characters), PAGE_FEATURES)
            font = instancer.instantiateVariableFont(font, limits)
            font.flavor = "woff2"
            target = PAGES / f"{name}-{part}.woff2"
            font.save(target)
            print(f"{target.name}: {target.stat().st_size:,} bytes")
            yield (
                f'@font-face {{ font-family: "{family}"; src: url("{target.name}") format("woff2"); '
                f"font-weight: {weight}; font-style: {style}; font-display: swap; unicode-range: {characters}; }}"
            )


def write_stand_ins() -> Iterator[str]:
    for family, kind, names, style, weight, package in STAND_INS:
        file = next(file for _, _, file, of, *_, face in FACES if of == family and face == style)
        limits = {"wght": weight} | ({"opsz": 24} if family == "Newsreader" else {})
        wanted = instancer.instantiateVariableFont(load(family.lower().replace(" ", "-"), f"latin-{file}"), limits)
        scale = mean_width(wanted) / mean_width(load(package, f"latin-{weight}-{style}", variable=False))
        line = wanted["hhea"]
        em = wanted["head"].unitsPerEm * scale
        sources = ", ".join(f'local("{name}")' for name in names)
        yield (
            f'@font-face {{ font-family: "{family} like {kind}"; src: {sources}; font-weight: {weight}; '
            f"font-style: {style}; size-adjust: {scale:.2%}; ascent-override: {line.ascent / em:.2%}; "
            f"descent-override: {-line.descent / em:.2%}; line-gap-override: {line.lineGap / em:.2%}; "
            f"unicode-range: {RANGES['latin']}; }}"
        )


def mean_width(font: TTFont) -> float:
    """Of ordinary English text, in ems."""
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    total = sum(widths[glyphs[ord(letter)]][0] * often for letter, often in FREQUENCIES.items())
    return total / sum(FREQUENCIES.values()) / font["head"].unitsPerEm


def write_picture_fonts() -> None:
    for name, package, file, limits in PICTURE_FONTS:
        parts: list[TTFont] = []
        for part in RANGES:
            font = load(package, f"{part}-{file}")
            reduce(font, font.getBestCmap(), PICTURE_FEATURES)
            parts.append(instancer.instantiateVariableFont(font, limits))
        merged = merge(parts)
        set_names(merged, name)
        merged.save(PICTURES / f"{name}.ttf")
    for name, package, part in SCRIPT_FONTS:
        latin = load(package, "latin-400-normal", variable=False)
        reduce(latin, latin.getBestCmap(), PICTURE_FEATURES)
        merge([load(package, f"{part}-400-normal", variable=False), latin]).save(PICTURES / f"{name}.ttf")


def merge(parts: list[TTFont]) -> TTFont:
    with TemporaryDirectory() as folder:
        paths = [f"{folder}/{number}.ttf" for number in range(len(parts))]
        for path, part in zip(paths, parts, strict=True):
            part.flavor = None
            part.save(path)
        merged = Merger().merge(paths)
    merged["head"].created, merged["head"].modified = parts[0]["head"].created, parts[0]["head"].modified
    merged.recalcTimestamp = False
    return merged


def set_names(font: TTFont, name: str) -> None:
    """The family, style and weight by which the renderer finds it; an instance still has those of the default."""
    family, _, style = name.partition("-")
    family = {"PublicSans": "Public Sans"}.get(family, family)
    names = {1: family, 2: style, 4: f"{family} {style}", 6: name, 16: family, 17: style}
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 700 if style == "Bold" else 400
    font["OS/2"].fsSelection = {"Regular": 1 << 6, "Bold": 1 << 5, "Italic": 1}[style]
    font["head"].macStyle = {"Regular": 0, "Bold": 1, "Italic": 2}[style]


def write_widths() -> None:
    """How wide each character is, in thousandths of the size, as runs of equal width: first, count, width."""
    found: dict[str, list[list[int]]] = {}
    for name in MEASURED:
        font = TTFont(PICTURES / f"{name}.ttf")
        runs: list[list[int]] = []
        for code, width in sorted(widths_of(font).items()):
            if runs and runs[-1][0] + runs[-1][1] == code and runs[-1][2] == width:
                runs[-1][1] += 1
            else:
                runs.append([code, 1, width])
        found[name] = runs
    (PICTURES / "widths.json").write_text(json.dumps(found, separators=(",", ":")) + "\n")


def widths_of(font: TTFont) -> dict[int, int]:
    """A letter that is joined to others, as in Arabic, counts with the widest of its forms."""
    glyphs, widths, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    wider = joined_forms(font)
    return {
        code: -(-max(widths[one][0] for one in (glyph, *wider.get(glyph, ()))) * 1000 // em)
        for code, glyph in glyphs.items()
    }


def joined_forms(font: TTFont) -> dict[str, set[str]]:
    forms: dict[str, set[str]] = {}
    if "GSUB" not in font:
        return forms
    table = font["GSUB"].table
    wanted = {i for one in table.FeatureList.FeatureRecord if one.FeatureTag in ("init", "medi", "fina", "isol")
              for i in one.Feature.LookupListIndex}  # fmt: skip
    for index in wanted:
        for lookup in table.LookupList.Lookup[index].SubTable:
            real = getattr(lookup, "ExtSubTable", lookup)
            for glyph, form in getattr(real, "mapping", {}).items():
                forms.setdefault(glyph, set()).add(form)
    return forms


def main() -> None:
    rules = [*write_page_fonts(), *write_stand_ins()]
    head = "/* Made by tools/fonts/make.py. The fonts of pages, and the fallbacks until they are loaded. */\n"
    (PAGES / "fonts.css").write_text(head + "\n".join(rules) + "\n")
    write_picture_fonts()
    write_widths()


main()
