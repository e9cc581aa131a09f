"""SVG to PNG. It runs in a process of its own, and imports nothing of ours, so that the process starts quickly."""

import resvg_py


def draw(svg: str, font: str) -> bytes:
    """An SVG as a PNG; `font` is the file of the font for a machine without fonts."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=[font], font_family="Aileron"))
