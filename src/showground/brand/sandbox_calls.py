"""What the brand has parsed in the sandbox: its pictures. `picture_formats.py` has the function."""

from pydantic import ConfigDict

from showground.brand.models import Picture
from showground.core.data_model import DataModel
from showground.core.sandbox import Sandboxed


class SentBrandPicture(DataModel):
    """A file as it was sent, and what it is to become."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    kind: Picture
    content: bytes


class BrandPicture(DataModel):
    """The picture as it is served, and the ending of its name; or why the file can't be used."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    content: bytes = b""
    ending: str = ""
    problem: str = ""


# 25 million pixels of four bytes, or an SVG whose filters need several layers of the drawn size.
REENCODE_BRAND_PICTURE = Sandboxed(
    "showground.brand.picture_formats:reencode_brand_picture",
    SentBrandPicture,
    BrandPicture,
    cpu_seconds=5,
    memory_mb=512,
    seconds=15,
)
