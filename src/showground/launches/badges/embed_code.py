"""HTML that shows a badge on another website and leads to the listing."""

from dataclasses import dataclass
from html import escape

from showground.core.calls.context import Site
from showground.core.languages import in_language
from showground.launches.badges.kinds import NEUTRAL, Badge, Style
from showground.launches.badges.svg import describe, draw


@dataclass(frozen=True, slots=True)
class Embedded:
    """What to paste, what it shows, and where it leads."""

    html: str
    svg_url: str
    link: str


def address_of(badge: Badge, site: Site, slug: str, style: Style) -> str:
    return f"{site.url}/badges/{slug}/{badge.file(style)}"


def embed(badge: Badge, site: Site, slug: str, style: Style) -> Embedded:
    """A badge of a listing, to be pasted as it is."""
    link, svg = f"{site.url}/listings/{slug}", address_of(badge, site, slug, style)
    with in_language(site.languages.site):  # as the picture is, which has one address for readers of every language
        picture = draw(badge, site.name, style)
        alt = describe(badge, site.name, named=True)
    html = (
        f'<a href="{escape(link)}"><img src="{escape(svg)}" width="{picture.width}" height="{picture.height}"'
        f' alt="{escape(alt)}"></a>'
    )
    return Embedded(html, svg, link)


def embed_neutral(site: Site, slug: str) -> Embedded:
    """The badge of a listing that may not be public yet: its address stays the same afterwards."""
    return embed(NEUTRAL, site, slug, Style("standard", "auto", "m"))
