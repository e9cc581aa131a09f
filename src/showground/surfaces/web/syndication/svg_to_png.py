"""SVG to PNG. Runs in its own process and imports nothing else of this package, so that the process starts quickly."""

import re
from base64 import b64decode, b64encode
from io import BytesIO

import resvg_py
from PIL import Image

LOGO_SIDE = 120
LOGO = re.compile(r"data:image/webp;base64,([A-Za-z0-9+/=]+)")


def draw(svg: str, fonts: list[str]) -> bytes:
    """Render an SVG as PNG with these font files only, so that it looks the same on every machine."""
    svg = LOGO.sub(lambda found: _shrink(b64decode(found[1])), svg)
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts, font_family="Public Sans")
    )


def _shrink(logo: bytes) -> str:
    """A logo at the size at which it is drawn. The renderer skips pixels when it makes a picture smaller, which leaves
    jagged edges."""
    with Image.open(BytesIO(logo), formats=["WEBP"]) as image:
        image.thumbnail((LOGO_SIDE, LOGO_SIDE), Image.Resampling.LANCZOS)
        made = BytesIO()
        image.save(made, "PNG")
    return f"data:image/png;base64,{b64encode(made.getvalue()).decode()}"
