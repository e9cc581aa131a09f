"""Draws pictures for some of the demo's listings while it is loaded: a cover, and a screen with the features."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from PIL import Image

from showground.demo.data_files import DemoListing
from showground.launches import lettering
from showground.surfaces.web.formatting import bare
from showground.surfaces.web.logo_placeholder import make_tile
from showground.surfaces.web.syndication.picture_text import font_files
from showground.surfaces.web.syndication.svg_to_png import draw

WIDTH, HEIGHT = 960, 600  # in which it is drawn
SHOWN = (880, 550)
SIZE = f'width="{WIDTH}" height="{HEIGHT}"'
# Ground and ink of the tiles, as the style sheet has them.
COLOURS = (
    ("#3A3583", "#E9E7FF"), ("#0E4A57", "#D5F1EE"), ("#A8391F", "#FFF1E6"), ("#E4EDD3", "#27471A"),
    ("#F6E3B4", "#5B3B12"), ("#1D2430", "#FFD66B"), ("#EDE7DA", "#2C2A26"), ("#6E3A5C", "#FBE6F3"),
    ("#CFE0EC", "#16405E"), ("#2F5A38", "#E6F5D8"), ("#F3D6CB", "#7A2415"), ("#4A4438", "#F4E9C9"),
)  # fmt: skip
SERIF, SANS = "Newsreader", "Public Sans"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as it is served, and its alt text."""

    content: bytes
    alt: str
    size: tuple[int, int] = SHOWN


def draw_pictures(listing: DemoListing) -> Iterator[Drawn]:
    cover = f"The name {listing.name} with its tagline, as on the cover of a programme"
    yield Drawn(_encode(_cover(listing)), cover)
    if listing.features:
        yield Drawn(_encode(_screen(listing)), f"A screen that lists what {listing.name} does")


def _encode(inside: str) -> bytes:
    drawn_to = f'width="{SHOWN[0]}" height="{SHOWN[1]}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    written = io.BytesIO()
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {drawn_to}>{inside}</svg>'
    with Image.open(io.BytesIO(draw(svg, font_files()))) as drawn:
        drawn.convert("RGB").save(written, "WEBP", quality=86, method=0)  # quick rather than small
    return written.getvalue()


def _cover(listing: DemoListing) -> str:
    ground, ink = COLOURS[make_tile(listing.name).colour]
    name = lettering.fit(lettering.clean(listing.name), "serif", 120, WIDTH - 160, 0.4)
    line = lettering.cut(lettering.clean(listing.tagline or ""), "serif", 32, WIDTH)
    letter = escape(make_tile(listing.name).letter)
    return (
        f'<rect {SIZE} fill="{ground}"/>'
        f'<text x="{WIDTH - 40}" y="{HEIGHT - 40}" font-size="620" text-anchor="end" fill="{ink}" fill-opacity=".09"'
        f' font-family="{SERIF}">{letter}</text>'
        f'<rect x="80" y="88" width="{WIDTH - 160}" height="4" fill="{ink}"/>'
        f'<rect x="80" y="96" width="{WIDTH - 160}" height="1.5" fill="{ink}"/>'
        f'<text x="76" y="{250 + name.size * 0.3:.0f}" font-size="{name.size:.0f}" fill="{ink}" font-family="{SERIF}">'
        f"{escape(name.words)}</text>"
        f'<text x="80" y="372" font-size="32" font-style="italic" fill="{ink}" font-family="{SERIF}">'
        f"{escape(line)}</text>"
        f'<text x="80" y="{HEIGHT - 64}" font-size="20" fill="{ink}" fill-opacity=".8" font-family="{SANS}">'
        f"{escape(bare(listing.website))}</text>"
    )


def _screen(listing: DemoListing) -> str:
    ground, ink = COLOURS[make_tile(listing.name).colour]
    rows = "".join(
        f'<rect x="300" y="{190 + 62 * n}" width="540" height="1" fill="#DAD5C8"/>'
        f'<text x="300" y="{229 + 62 * n}" font-size="22" fill="#625D53" font-family="{SERIF}">{n + 1}</text>'
        f'<text x="340" y="{229 + 62 * n}" font-size="22" fill="#1C1B19" font-family="{SANS}">'
        f"{escape(lettering.cut(lettering.clean(feature), 'sans', 22, 490))}</text>"
        for n, feature in enumerate((listing.features or ())[:5])
    )
    name = escape(lettering.cut(lettering.clean(listing.name), "serif", 34, 520))
    side = "".join(
        f'<rect x="104" y="{200 + 40 * n}" width="{width}" height="10" rx="5" fill="{ink}" fill-opacity=".35"/>'
        for n, width in enumerate((110, 84, 126, 96, 70, 118))
    )
    return (
        f'<rect {SIZE} fill="{ground}"/>'
        '<rect x="72" y="60" width="816" height="490" rx="12" fill="#FBFAF6"/>'
        f'<path d="M72 72a12 12 0 0 1 12-12h180v490H84a12 12 0 0 1-12-12z" fill="{ground}"/>'
        f'<path d="M72 72a12 12 0 0 1 12-12h180v490H84a12 12 0 0 1-12-12z" fill="{ink}" fill-opacity=".12"/>'
        f'<g fill="{ink}" fill-opacity=".7"><circle cx="108" cy="92" r="6"/><circle cx="130" cy="92" r="6"/>'
        f'<circle cx="152" cy="92" r="6"/></g>{side}'
        f'<text x="300" y="146" font-size="34" fill="#1C1B19" font-family="{SERIF}">{name}</text>{rows}'
    )
