"""Makes uploaded pictures safe to serve: reads, checks, rotates and re-encodes them."""

import io
from dataclasses import dataclass

from PIL import Image, ImageOps, UnidentifiedImageError

from showground.ownership.errors import PictureRefused
from showground.ownership.sandbox_calls import SentPicture, ServedPicture

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MAX_BYTES = 5_000_000
MAX_PIXELS = 40_000_000
MAX_SIDE = 1_920
PORTRAIT_SIDE = 320  # pixels; pages show at most a third of that, and some screens have three for one


@dataclass(frozen=True, slots=True)
class EncodedPicture:
    """A picture as it is served: WebP, without camera metadata."""

    content: bytes
    width: int
    height: int


Image.init()  # loads all formats: in the sandbox nothing can be opened later


def reencode_sent(asked: SentPicture) -> ServedPicture:
    """What the sandbox runs."""
    try:
        made = reencode(asked.content)
    except PictureRefused:
        return ServedPicture()
    return ServedPicture(content=made.content, width=made.width, height=made.height)


def reencode_portrait(asked: SentPicture) -> ServedPicture:
    """What the sandbox runs for the picture of a person: its middle, as a small square."""
    try:
        square = ImageOps.fit(_read(asked.content), (PORTRAIT_SIDE, PORTRAIT_SIDE))
    except PictureRefused:
        return ServedPicture()
    return ServedPicture(content=_write(square), width=square.width, height=square.height)


def reencode(data: bytes) -> EncodedPicture:
    """Re-encode the picture, at most 1,920 pixels wide or high. Anything else is refused."""
    plain = _read(data)
    plain.thumbnail((MAX_SIDE, MAX_SIDE))
    return EncodedPicture(_write(plain), plain.width, plain.height)


def _read(data: bytes) -> Image.Image:
    """The picture upright, without anything but its pixels."""
    if len(data) > MAX_BYTES:
        raise PictureRefused
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as read:
            if read.width * read.height > MAX_PIXELS:
                raise PictureRefused
            upright = ImageOps.exif_transpose(read)
            return upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError) as error:
        raise PictureRefused from error


def _write(picture: Image.Image) -> bytes:
    written = io.BytesIO()
    picture.save(written, "WEBP", quality=85)
    return written.getvalue()
