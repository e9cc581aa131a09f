"""The brand of a site: name, colours, pictures, links and email texts.

Only values, which every part may use; the `brand` domain reads, checks and stores them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from showground.core.languages.texts import Text, translated

BRAND = "brand"  # the cache tag of everything that shows the brand: all of it
SHIPPED_NAME = "Showground"
SHIPPED_TAGLINE = Text(
    "New products every week, with facts quoted from their own websites and votes that nobody can buy."
)
SHIPPED_PURPOSE = Text(
    "A public directory of product launches. Profiles are drafted from each company's own website, with"
    " quotes as evidence; facts a site does not state are left blank. People vote on the website; paid"
    " rankings are marked as paid."
)
SHIPPED_SUMMARY = Text("a public directory of product launches")
SHIPPED_FOOTER = Text(
    "{site} is a public directory of product launches. Facts come from each product's own website and show their"
    " source."
)

Placement = Literal["navigation", "footer", "none"]


@dataclass(frozen=True, slots=True)
class Link:
    """A link in the navigation, in the footer or to a profile elsewhere."""

    address: str
    words: str


@dataclass(frozen=True, slots=True)
class OwnPage:
    """A page that the operator wrote, as the navigation and the sitemap need it."""

    slug: str
    address: str
    title: str
    placement: Placement


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme, light or dark, as #RRGGBB."""

    paper: str
    raised: str
    ink: str
    muted: str
    rule: str
    edge: str
    accent: str
    wash: str


LIGHT = Palette("#FBFAF6", "#FFFFFF", "#1C1B19", "#625D53", "#DAD5C8", "#8C8576", "#1B6445", "#E8F1EA")
DARK = Palette("#161513", "#1F1E1B", "#ECE9E1", "#A8A294", "#38352E", "#7A7467", "#79CDA2", "#1B2A22")


def mix(one: str, other: str, share: float) -> str:
    """`share` of the first colour, and the rest of the second."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02X}" for a, b in pairs)


@dataclass(frozen=True, slots=True)
class EmailWords:
    """The operator's own words of an email; `{name}` is a placeholder, and a blank line separates paragraphs."""

    subject: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Operator:
    """Who runs the site, as its imprint and privacy policy name them."""

    name: str = ""
    address: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brand:
    """Everything that is published. Empty values mean that nothing is shown or the shipped default applies."""

    name: str = SHIPPED_NAME
    tagline: str = SHIPPED_TAGLINE
    purpose: str = SHIPPED_PURPOSE
    summary: str = SHIPPED_SUMMARY
    """What the site is, in a few words that continue a sentence: "Example is …"."""
    logo: str = ""
    dark_logo: str = ""
    """Shown instead of the logo on dark pages."""
    icon: str = ""
    share_picture: str = ""
    light: Palette = LIGHT
    dark: Palette = DARK
    font_text: str = ""
    font_heading: str = ""
    footer_text: str = SHIPPED_FOOTER
    footer_links: tuple[Link, ...] | None = None
    navigation: tuple[Link, ...] | None = None
    social_links: tuple[Link, ...] = ()
    order_prefix: str = "SG"
    crawler: str = "ShowgroundBot"
    sender: str = ""
    reply_to: str = ""
    email_light: Palette = LIGHT
    email_words: Mapping[str, EmailWords] = field(default_factory=dict[str, EmailWords])
    operator: Operator = Operator()
    powered_by: bool = True
    pages: tuple[OwnPage, ...] = ()

    @property
    def footer(self) -> str:
        return translated(self.footer_text).replace("{site}", self.name)

    @property
    def has_shipped_footer(self) -> bool:
        return self.footer_text == SHIPPED_FOOTER
