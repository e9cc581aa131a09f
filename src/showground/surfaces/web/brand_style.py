"""The brand as a style sheet: the colours and fonts that differ from the shipped ones."""

from functools import lru_cache
from hashlib import blake2b

from showground.core.brand import DARK, LIGHT, Brand, Palette

PREVIEW = "/admin/brand/preview.css"
TOKENS = {
    "paper": "paper",
    "raised": "raised",
    "ink": "ink",
    "muted": "muted",
    "rule": "rule",
    "edge": "edge",
    "green": "accent",
    "green-wash": "wash",
}
FONTS = {
    "system": 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    "public-sans": '"Public Sans", "Public Sans like Arial", "Public Sans like Roboto", system-ui, sans-serif',
    "newsreader": 'Newsreader, "Newsreader like Times", "Newsreader like Noto Serif", serif',
    "old-style": '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, Georgia, serif',
    "transitional": 'Charter, "Bitstream Charter", "Sitka Text", Cambria, serif',
    "humanist": 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif',
    "geometric": 'Avenir, Montserrat, Corbel, "URW Gothic", sans-serif',
    "slab": 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", "Sitka Small", serif',
    "rounded": 'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, "Arial Rounded MT", sans-serif',
    "mono": 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
}
FONT_FILES = {"public-sans": "public-sans-latin.woff2", "newsreader": "newsreader-latin.woff2"}
"""The fonts that come with the software, and the files that nearly every page needs of them."""


def preloaded_fonts(brand: Brand) -> list[str]:
    used = dict.fromkeys((brand.font_text or "public-sans", brand.font_heading or "newsreader"))
    return [FONT_FILES[font] for font in used if font in FONT_FILES]


def style_address(brand: Brand, *, is_preview: bool) -> str:
    """Where the style sheet is; empty if the brand looks as shipped. It changes with the content."""
    css = write_style(brand)
    digest = blake2b(css.encode(), digest_size=5).hexdigest() if css else ""
    if is_preview:
        return f"{PREVIEW}?v={digest}" if css else ""
    return f"/brand/{digest}.css" if css else ""


def write_style(brand: Brand) -> str:
    return _write(brand.light, brand.dark, brand.font_text, brand.font_heading)


@lru_cache(maxsize=8)
def _write(light: Palette, dark: Palette, text: str, heading: str) -> str:
    lines = [
        f"  --{token}: light-dark({getattr(light, name)}, {getattr(dark, name)});"
        for token, name in TOKENS.items()
        if (getattr(light, name), getattr(dark, name)) != (getattr(LIGHT, name), getattr(DARK, name))
    ]
    lines += [f"  --{name}: {FONTS[font]};" for name, font in (("font-text", text), ("font-heading", heading)) if font]
    return ":root {\n" + "\n".join(lines) + "\n}\n" if lines else ""
