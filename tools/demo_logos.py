"""Draws the logos of the demo directory from tools/demo_logos.txt: `python -m tools.demo_logos`.

They are shipped as pictures, because drawing them takes longer than loading the rest of the demo.
"""

import io
import re
import sys
import zipfile
from pathlib import Path

import resvg_py
from PIL import Image

SOURCE = Path(__file__).with_suffix(".txt")
DRAWN = Path(__file__).parents[1] / "src/showground/demo/data/logos.zip"
SIDE = 176  # pixels: twice the largest size that a page shows
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the same drawings make the same file


def read_drawings() -> dict[str, str]:
    """The SVG of each logo, by slug."""
    lines = (line for line in SOURCE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    return {line.split(" ", 1)[0]: write_svg(*line.split(" ", 4)[1:]) for line in lines}


def write_svg(ground: str, ink: str, accent: str, shapes: str) -> str:
    for letter, colour in (("A", accent), ("G", ground)):
        shapes = shapes.replace(f"fill={letter}", f'fill="{colour}"')
    for letter, colour in (("S", ink), ("T", accent)):
        line = f'fill="none" stroke="{colour}" stroke-linecap="round" stroke-linejoin="round" stroke-width='
        shapes = re.sub(rf" {letter}(\d) ", rf' {line}"\1" ', shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}" viewBox="0 0 48 48">'
        f'<rect width="48" height="48" fill="{ground}"/><g fill="{ink}">{shapes}</g></svg>'
    )


def draw(svg: str, effort: int = 6) -> bytes:
    """A picture without loss; more effort makes it smaller."""
    written = io.BytesIO()
    with Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))) as drawn:
        drawn.convert("RGB").save(written, "WEBP", lossless=True, quality=100, method=effort)
    return written.getvalue()


def main() -> None:
    drawings = read_drawings()
    with zipfile.ZipFile(DRAWN, "w", zipfile.ZIP_STORED) as archive:
        for slug, svg in sorted(drawings.items()):
            archive.writestr(zipfile.ZipInfo(f"{slug}.webp", LONG_AGO), draw(svg))
    sys.stdout.write(f"Drew {len(drawings)} logos into {DRAWN.name}: {DRAWN.stat().st_size:,} bytes.\n")


if __name__ == "__main__":
    main()
