"""Turns an uploaded logo into the picture we serve: a square WebP without metadata. Runs in the sandbox."""

import io
import re

import resvg_py
from PIL import Image, ImageOps, UnidentifiedImageError

from showground.core.languages import Text
from showground.ownership.sandbox_calls import TOO_LARGE, TOO_MANY_PIXELS, TOO_SMALL, LogoPicture, SentPicture

FORMATS = ("PNG", "JPEG", "WEBP")
MAX_PIXELS = 25_000_000
MIN_SIDE = 32  # the longer side; what is smaller is blurred even in lists
SIDE = 512
DARK_GROUND = (29, 36, 48, 255)
ALMOST_WHITE = 225  # of 255
SVG_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE\s+svg|svg)[\s>-]", re.IGNORECASE)

Image.init()  # loads all formats: in the sandbox nothing can be opened later


class Unusable(Exception):
    """Why a file cannot be a logo, and how to fix it."""


def reencode_logo(asked: SentPicture) -> LogoPicture:
    """What the sandbox runs."""
    try:
        return LogoPicture(content=_encode(_square(_decode(asked.content))))
    except Unusable as reason:
        return LogoPicture(problem=str(reason))


def _decode(data: bytes) -> Image.Image:
    if SVG_START.match(data):
        return _read(_draw_svg(data), ("PNG",))
    if data.startswith(b"\x1f\x8b"):
        raise Unusable(Text("This file is compressed (SVGZ). Save it as a plain SVG or a PNG."))
    return _read(data, FORMATS)


def _draw_svg(data: bytes) -> bytes:
    """Draw at a fixed size, whatever size the file names. The sandbox lets nothing be opened, so no external picture,
    entity or font is loaded; scripts are not run at all."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unusable(Text("This SVG is not UTF-8. Save it as UTF-8, or as a PNG.")) from None
    if "<!ENTITY" in text:
        raise Unusable(
            Text("This SVG declares XML entities, which we don't read. Export it as a plain SVG, or as a PNG.")
        )
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=text, width=SIDE, height=SIDE, skip_system_fonts=True))
    except ValueError:
        raise Unusable(
            Text("This SVG can't be drawn. Check that it opens in a browser, or save it as a PNG.")
        ) from None


def _read(data: bytes, formats: tuple[str, ...]) -> Image.Image:
    try:
        with Image.open(io.BytesIO(data), formats=formats) as read:
            _check_size(read.width, read.height)
            upright = ImageOps.exif_transpose(read)
            return upright.convert("RGBA")
    except UnidentifiedImageError:
        raise Unusable(Text("This file is not a PNG, JPEG, WebP or SVG. Save your logo as one of these.")) from None
    except Image.DecompressionBombError:
        raise Unusable(TOO_MANY_PIXELS) from None
    except (OSError, ValueError, SyntaxError):
        raise Unusable(Text("This file is damaged or incomplete. Save the picture again and upload it.")) from None


def _check_size(width: int, height: int) -> None:
    size = {"width": f"{width:,}", "height": f"{height:,}"}
    if width * height > MAX_PIXELS:
        raise Unusable(TOO_LARGE % size)
    if max(width, height) < MIN_SIDE:
        raise Unusable(TOO_SMALL % size)


def _square(picture: Image.Image) -> Image.Image:
    """The whole picture in the middle of a square: a dark one under a white logo, else a transparent one."""
    picture.thumbnail((SIDE, SIDE))
    if picture.getchannel("A").getbbox() is None:
        raise Unusable(Text("This picture is empty: every pixel is transparent. In an SVG, convert text to outlines."))
    side = max(picture.size)
    square = Image.new("RGBA", (side, side), DARK_GROUND if _is_white(picture) else (0, 0, 0, 0))
    square.alpha_composite(picture, ((side - picture.width) // 2, (side - picture.height) // 2))
    return square


def _is_white(picture: Image.Image) -> bool:
    """Whether all that is visible is nearly white, on a transparent ground: nobody would see it on our pages."""
    visible = picture.getchannel("A")
    if visible.getextrema() == (255, 255):
        return False
    return sum(picture.convert("L").histogram(visible)[:ALMOST_WHITE]) == 0


def _encode(picture: Image.Image) -> bytes:
    written = io.BytesIO()
    picture.save(written, "WEBP", quality=90)
    return written.getvalue()
