"""SVG to PNG. Runs in its own process and imports nothing else of this package, so that the process starts quickly."""

import resvg_py


def draw(svg: str, fonts: list[str]) -> bytes:
    """Render an SVG as PNG with these font files only, so that it looks the same on every machine."""
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts, font_family="Public Sans")
    )
