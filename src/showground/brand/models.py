"""The values of a brand as staff and files give them, and what the staff page shows."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field

from showground.core.calls.errors import InvalidValue
from showground.core.calls.field_errors import in_words
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.core.mail.address import MailAddress
from showground.core.mail.smtp_address import BadSmtpAddress, read_sender
from showground.core.web_address import judge_address

OWN_ADDRESS = re.compile(r"/(?![/\\])[^\s\\]*")
MAIL_ADDRESS = re.compile(r"mailto:[^\s@?]+@[^\s@?]+")

Picture = Literal["logo", "dark_logo", "icon", "share_picture"]
Font = Literal[
    "system",
    "public-sans",
    "newsreader",
    "old-style",
    "transitional",
    "humanist",
    "geometric",
    "slab",
    "rounded",
    "mono",
]
Source = Literal["file", "staff", "default"]


def read_link_address(text: str) -> str:
    """A page of this site, a web address or an email address."""
    if OWN_ADDRESS.fullmatch(text) or MAIL_ADDRESS.fullmatch(text) or judge_address(text) is None:
        return text
    raise InvalidValue(Text("Must be a page of this site such as /about, or begin with https:// or mailto:."))


def check_sender(text: str) -> str:
    try:
        read_sender(text)
    except BadSmtpAddress:
        message = Text("The sender must look like hello@example.org or Name <hello@example.org>.")
        raise InvalidValue(message) from None
    return text


COLOUR = in_words(r"^#[0-9A-Fa-f]{6}$", Text("Must be # and six hexadecimal digits, such as #1B6445."))
ORDER_PREFIX = in_words("^[A-Z0-9]{1,8}$", Text("Must be 1 to 8 capital letters and digits."))
CRAWLER = in_words(
    "^[A-Za-z][A-Za-z0-9_-]{1,39}$",
    Text("Must be 2 to 40 letters, digits, hyphens and underscores, starting with a letter."),
)
Colour = Annotated[str, Field(pattern=COLOUR, description="A colour, such as #1B6445.")]
Sender = Annotated[str, Field(min_length=3, max_length=200), AfterValidator(check_sender)]
PictureName = Annotated[str, Field(pattern=r"^[0-9a-f]{40}\.(png|jpg|webp|svg)$")]
Words = Annotated[str, Field(min_length=1, max_length=60)]


class LinkValue(Input):
    """A link: where it leads, and its words."""

    address: Annotated[str, Field(min_length=1, max_length=500), AfterValidator(read_link_address)]
    words: Words


Links = Annotated[tuple[LinkValue, ...], Field(max_length=20)]


class BrandValues(Input):
    """What staff or a file set of a brand. What is null is not set here."""

    name: Words | None = None
    tagline: Annotated[str | None, Field(max_length=200)] = None
    purpose: Annotated[str | None, Field(min_length=1, max_length=600), MULTI_LINE] = None
    summary: Annotated[str | None, Field(min_length=1, max_length=100)] = None
    logo: PictureName | None = None
    dark_logo: PictureName | None = None
    icon: PictureName | None = None
    share_picture: PictureName | None = None
    light_paper: Colour | None = None
    light_raised: Colour | None = None
    light_ink: Colour | None = None
    light_muted: Colour | None = None
    light_accent: Colour | None = None
    dark_paper: Colour | None = None
    dark_raised: Colour | None = None
    dark_ink: Colour | None = None
    dark_muted: Colour | None = None
    dark_accent: Colour | None = None
    font_text: Font | None = None
    font_heading: Font | None = None
    footer_text: Annotated[str | None, Field(max_length=600), MULTI_LINE] = None
    footer_links: Links | None = None
    navigation: Links | None = None
    social_links: Links | None = None
    order_prefix: Annotated[str | None, Field(pattern=ORDER_PREFIX)] = None
    crawler: Annotated[str | None, Field(pattern=CRAWLER)] = None
    sender: Sender | None = None
    reply_to: MailAddress | None = None
    email_paper: Colour | None = None
    email_ink: Colour | None = None
    email_accent: Colour | None = None
    operator_name: Annotated[str | None, Field(min_length=1, max_length=160)] = None
    operator_address: Annotated[str | None, Field(min_length=1, max_length=400), MULTI_LINE] = None
    contact_email: MailAddress | None = None
    powered_by: bool | None = None


class BrandDesk(DataModel):
    """The brand as the staff page shows it."""

    draft: BrandValues
    published: BrandValues
    file: BrandValues
    file_name: str | None
    unpublished: bool  # whether the draft differs from what is published

    @property
    def fixed(self) -> frozenset[str]:
        """The fields that the file sets: staff can't change them."""
        return frozenset(self.file.model_dump(exclude_none=True))


class StoredPicture(DataModel):
    """A picture of the brand, as it is served."""

    model_config = ConfigDict(frozen=True)

    type: str
    content: bytes
