"""Making pictures that were sent safe to serve: read, checked, turned upright and written anew."""

import io
from dataclasses import dataclass

from PIL import Image, ImageOps, UnidentifiedImageError

from showground.ownership.failures import PictureRefused
from showground.ownership.sandboxed import SentPicture, ServedPicture

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MOST_BYTES = 5_000_000
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 1_920


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is served: WebP, without what the camera wrote into it."""

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


def reencode(data: bytes) -> Picture:
    """The picture anew, at most 1,920 pixels wide or high; what is none is refused."""
    if len(data) > MOST_BYTES:
        raise PictureRefused
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as read:
            if read.width * read.height > MOST_PIXELS:
                raise PictureRefused
            upright = ImageOps.exif_transpose(read)
            plain = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError) as error:
        raise PictureRefused from error
    plain.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    written = io.BytesIO()
    plain.save(written, "WEBP", quality=85)
    return Picture(written.getvalue(), plain.width, plain.height)
