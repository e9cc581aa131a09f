"""Turns an uploaded file into a picture of the brand, without metadata. Runs in the sandbox."""

import io
import re

import resvg_py
from PIL import Image, ImageOps, UnidentifiedImageError

from showground.brand.models import Picture
from showground.brand.sandbox_calls import BrandPicture, SentBrandPicture
from showground.core.languages import Text

FORMATS = ("PNG", "JPEG", "WEBP")
MAX_PIXELS = 25_000_000
TOO_MANY_PIXELS = Text("This picture has too many pixels; the maximum is 25 million. Make it smaller.")
LOGO = (960, 240)  # the header shows it at a quarter of this or less
ICON = (512, 512)
SHARE = (1200, 630)
SVG_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE\s+svg|svg)[\s>-]", re.IGNORECASE)
SVG_TEXT = re.compile(r"<(?:\w+:)?text[\s>]")  # drawn without fonts, it would silently be missing

Image.init()  # loads all formats: in the sandbox nothing can be opened later


class UnusablePicture(Exception):
    """Why a file can't be used, and how to fix it."""


def reencode_brand_picture(asked: SentBrandPicture) -> BrandPicture:
    """What the sandbox runs."""
    try:
        picture = _decode(asked.content, asked.kind)
        if asked.kind == "share_picture":
            return BrandPicture(content=_encode(_cover(picture), "JPEG"), ending="jpg")
        return BrandPicture(content=_encode(_fit(picture, asked.kind), "PNG"), ending="png")
    except UnusablePicture as reason:
        return BrandPicture(problem=str(reason))


def _decode(data: bytes, kind: Picture) -> Image.Image:
    return _read(_draw_svg(data, kind), ("PNG",)) if SVG_START.match(data) else _read(data, FORMATS)


def _draw_svg(data: bytes, kind: Picture) -> bytes:
    """Draw at a fixed size, whatever size the file names. The sandbox lets nothing be opened, so no external picture,
    entity or font is loaded; scripts are not run at all."""
    text = data.decode("utf-8-sig", errors="replace")
    if "<!ENTITY" in text:
        raise UnusablePicture(
            Text("This SVG declares XML entities, which we don't read. Export it as a plain SVG, or as a PNG.")
        )
    if SVG_TEXT.search(text):
        raise UnusablePicture(
            Text(
                "This SVG contains text, for which the server has no font. Convert the text to outlines, or save the"
                " picture as a PNG."
            )
        )
    width, height = {
        "logo": (None, LOGO[1]),
        "dark_logo": (None, LOGO[1]),
        "icon": (ICON[0], None),
        "share_picture": (SHARE[0], None),
    }[kind]
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=text, width=width, height=height, skip_system_fonts=True))
    except ValueError:
        raise UnusablePicture(
            Text("This SVG can't be drawn. Check that it opens in a browser, or save it as a PNG.")
        ) from None


def _read(data: bytes, formats: tuple[str, ...]) -> Image.Image:
    try:
        with Image.open(io.BytesIO(data), formats=formats) as read:
            if read.width * read.height > MAX_PIXELS:
                raise UnusablePicture(TOO_MANY_PIXELS)
            if max(read.size) < 32:
                raise UnusablePicture(Text("This picture is smaller than 32 pixels. Use a larger one."))
            return ImageOps.exif_transpose(read).convert("RGBA")
    except UnidentifiedImageError:
        raise UnusablePicture(
            Text("This file is not a PNG, JPEG, WebP or SVG. Save the picture as one of these.")
        ) from None
    except Image.DecompressionBombError:
        raise UnusablePicture(TOO_MANY_PIXELS) from None
    except (OSError, ValueError, SyntaxError):
        raise UnusablePicture(
            Text("This file is damaged or incomplete. Save the picture again and upload it.")
        ) from None


def _fit(picture: Image.Image, kind: Picture) -> Image.Image:
    """No larger than it is shown; an icon is a square with the picture in its middle."""
    if picture.getchannel("A").getbbox() is None:
        raise UnusablePicture(
            Text("This picture is empty: every pixel is transparent. In an SVG, convert text to outlines.")
        )
    if kind != "icon":
        picture.thumbnail(LOGO)
        return picture
    picture.thumbnail(ICON)
    side = max(picture.size)
    square = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    square.alpha_composite(picture, ((side - picture.width) // 2, (side - picture.height) // 2))
    return square


def _cover(picture: Image.Image) -> Image.Image:
    """Cut to the shape that networks show, on white where it is transparent."""
    ground = Image.new("RGBA", picture.size, (255, 255, 255, 255))
    ground.alpha_composite(picture)
    return ImageOps.fit(ground.convert("RGB"), SHARE)


def _encode(picture: Image.Image, kind: str) -> bytes:
    written = io.BytesIO()
    picture.save(written, kind, optimize=True, quality=88)
    return written.getvalue()
