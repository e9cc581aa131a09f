"""What checks of homepages and pictures have parsed in the sandbox; `sandbox_parsers.py` has the functions."""

from pydantic import ConfigDict, Field

from showground.core.data_model import DataModel
from showground.core.languages import StoredSentences, Text
from showground.core.sandbox import Sandboxed

HERE = "showground.ownership.sandbox_parsers"


class HeadPage(DataModel):
    """A page, and the name of the meta tag that may be in its head."""

    html: str
    tag: str


class TagContents(DataModel):
    """What each tag of that name says."""

    contents: list[str]


class BadgePlace(DataModel):
    """Where our badge leads, and where its picture is."""

    link: str
    pictures: str


class BadgePage(DataModel):
    """A homepage, on which one of these badges may be."""

    html: str
    url: str
    badges: list[BadgePlace]
    robots: str = ""
    """Its X-Robots-Tag header."""
    sheets: dict[str, str] = Field(default_factory=dict)
    """The style sheets that it links to, by address."""


class BadgeFound(DataModel):
    """Whether a badge is there, and what was seen."""

    found: bool
    detail: str
    sheets: list[str] = Field(default_factory=list[str])
    """The addresses of the style sheets that the page links to; they may hide the badge."""


class SentPicture(DataModel):
    """A picture as it was sent."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    content: bytes


class ServedPicture(DataModel):
    """A picture as it is served: WebP, without metadata. Empty where what was sent is refused."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    content: bytes = b""
    width: int = 0
    height: int = 0


# Why a file cannot be a logo. The sandbox answers in English words, which are translated outside.
TOO_MANY_PIXELS = Text("This picture has too many pixels; the maximum is 25 million. 512 by 512 is enough.")
TOO_LARGE = Text(
    "This picture is %(width)s by %(height)s pixels; the maximum is 25 million pixels. 512 by 512 is enough."
)
TOO_SMALL = Text("This picture is only %(width)s by %(height)s pixels. 512 by 512 is best.")
LOGO_PROBLEMS = StoredSentences([TOO_LARGE, TOO_SMALL])


class LogoPicture(DataModel):
    """A logo as it is served, a square WebP; or why the file cannot be one."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    content: bytes = b""
    problem: str = ""


READ_HEAD = Sandboxed(f"{HERE}:read_head", HeadPage, TagContents, cpu_seconds=2, seconds=20)
SEARCH_BADGE = Sandboxed(f"{HERE}:search_badge", BadgePage, BadgeFound, cpu_seconds=3, seconds=20)
# 40 million pixels of four bytes, turned upright, converted and made smaller.
REENCODE = Sandboxed(
    "showground.ownership.pictures:reencode_sent", SentPicture, ServedPicture, cpu_seconds=10, memory_mb=768, seconds=20
)
REENCODE_PORTRAIT = Sandboxed(
    "showground.ownership.pictures:reencode_portrait",
    SentPicture,
    ServedPicture,
    cpu_seconds=10,
    memory_mb=768,
    seconds=20,
)
# 25 million pixels of four bytes, or an SVG whose filters need several layers of the drawn size.
REENCODE_LOGO = Sandboxed(
    "showground.ownership.logo_pictures:reencode_logo",
    SentPicture,
    LogoPicture,
    cpu_seconds=5,
    memory_mb=512,
    seconds=15,
)
