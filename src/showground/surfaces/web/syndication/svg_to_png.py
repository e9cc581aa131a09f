"""SVG to PNG. Runs in its own process and imports nothing else of this package, so that the process starts quickly."""

import resvg_py


def draw(svg: str, font: str) -> bytes:
    """Render an SVG as PNG; `font` is the font file to use on a machine without fonts."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=[font], font_family="Aileron"))
