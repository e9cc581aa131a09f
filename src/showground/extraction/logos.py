"""Finds the pictures of a site that may be its own logo, the likeliest first."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

from showground.extraction.company_origin import COMPANY_TYPES, is_own
from showground.extraction.reading.addresses import site_of
from showground.extraction.reading.pages import Image, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, SiteModel
from showground.extraction.statements.text_folding import name_key

LOGO_WORDS = re.compile(r"logo(?!ut|n|s\b)|wordmark|\bbrand\b|brand[-_ ]?mark|app[-_ ]?icon")
# Logos of others, store badges, and icons of the interface.
OTHER_PICTURES = re.compile(
    r"\b(?:logos|partners?|clients?|customers?|sponsors?|press|awards?|badges?|as[-_ ]seen|trusted|marquee|payments?|"
    r"app[-_ ]?store|google[-_ ]?play|play[-_ ]?store|steam|switch|itch|platforms?|twitter|facebook|linkedin|instagram|"
    r"youtube|github|discord|dropdown|submenu|menu|burger|arrow|search|close|flag)\b"
)
GENERIC_WORDS = re.compile(r"\b(?:logo|icon|app|brand|mark|home ?page|home|the|of|our|image|picture)\b")
OTHERS_MARKS = ABOUT_OTHERS | {"team", "adviser", "logos"}
MAX_IN_ROW = 2  # more pictures of the same kind in one element are a bar of others' logos
ICON_TYPES = (".svg", ".png")
# Hosts of build and version badges.
BADGES = re.compile(
    r"//(?:camo\.githubusercontent\.com|img\.shields\.io|badgen\.net|badge\.fury\.io|api\.producthunt\.com)/"
)
STOCK_ICON = re.compile(r"/(?:vite|next|vercel|react|svelte|astro|nuxt|gatsby|docusaurus|angular)\.\w+$")
# The picture that social networks show for a link.
SHARE_IMAGE = re.compile(r"(?:^|[^a-z])(?:og|open-?graph|social|share|sharing|cover|banner|preview)(?:[^a-z]|image|$)")
FIRST_PICTURES = 4


def find_logos(site: SiteModel) -> Iterator[tuple[ReadPage, str]]:
    """Pages and addresses: logos in the header first, then structured data, other pictures at the top, and icons."""
    home = site.home
    pictures = [image for image in home.images if image.place != "head"]
    icons = [image for image in home.images if image.place == "head"]
    own = [image for image in pictures if may_be_own_logo(home, image)]
    header = [image for image in own if image.place in ("header", "nav")]
    home_links = [link.path for link in home.links if link.kind == "a" and link.path and is_home_link(link.url, site)]
    linked = [image for image in own if any(image.path[: len(path)] == path for path in home_links)]
    top = [image for image in pictures[:FIRST_PICTURES] if any(image is other for other in own)]
    name = name_key(site.name)
    for image in (
        *(image for image in header if is_called_logo(image) or has_product_name(image, name)),
        *(image for image in linked if is_called_logo(image) or has_product_name(image, name)),
    ):
        yield home, image.url
    yield from structured_logos(site)
    for image in (
        *(
            image
            for image in top
            if is_called_logo(image) and image.place != "footer" and not names_something_else(image, name)
        ),
        *(linked if len(linked) == 1 and linked[0].place in ("header", "nav") else ()),
        *(icon for icon in icons if "apple-touch-icon" in icon.names),
        *(icon for icon in icons if is_picture(icon.url) and "mask" not in icon.names),
    ):
        yield home, image.url


def structured_logos(site: SiteModel) -> Iterator[tuple[ReadPage, str]]:
    for page, node in site.nodes(*COMPANY_TYPES, "Brand"):
        logo: Any = node.get("logo")
        fields = cast("dict[str, Any]", logo) if isinstance(logo, dict) else {"url": logo}
        url: Any = fields.get("url") or fields.get("contentUrl")
        if not isinstance(url, str) or SHARE_IMAGE.search(url.rpartition("/")[2].lower()):
            continue
        if url.startswith(("http://", "https://")) and is_own(site, node):
            yield page, url


def is_picture(url: str) -> bool:
    """Whether an icon can be shown large, and is not the default icon of a framework."""
    path = url.lower().partition("?")[0]
    return path.endswith(ICON_TYPES) and not STOCK_ICON.search(path)


def words_of(image: Image) -> str:
    return f"{image.names[-80:]} {image.alt} {image.url.rpartition('/')[2]}".lower()


def is_called_logo(image: Image) -> bool:
    return bool(LOGO_WORDS.search(words_of(image)))


def has_product_name(image: Image, name: str) -> bool:
    """Whether the alt text or file name of a picture is the product's name."""
    return bool(name) and (name_key(plain_alt(image)) == name or (len(name) > 3 and name == name_key(file_name(image))))


def names_something_else(image: Image, name: str) -> bool:
    """Whether the alt text of a picture is the name of something else."""
    return bool(name_key(plain_alt(image))) and not (name and name in name_key(image.alt))


def plain_alt(image: Image) -> str:
    return GENERIC_WORDS.sub("", image.alt.lower())


def file_name(image: Image) -> str:
    """The name of a picture's file, without its ending and words such as `logo`."""
    return GENERIC_WORDS.sub("", image.url.rpartition("/")[2].lower().partition(".")[0].replace("_", " "))


def may_be_own_logo(home: ReadPage, image: Image) -> bool:
    """Whether a picture can be the site's own logo: not in a bar of logos, and not called like somebody else's."""
    if OTHERS_MARKS.intersection(image.marks) or BADGES.search(image.url):
        return False
    in_frame = image.place in ("header", "nav")
    path = image.url.rpartition("/")[2] if in_frame else image.url.partition("//")[2].partition("/")[2]
    if OTHER_PICTURES.search(f"{image.names[-80:]} {path}".lower().replace("/", " ")):
        return False
    beside = Counter(tuple(other.path[:-1]) for other in home.images if other.path)
    around = Counter(tuple(other.path[:-2]) for other in home.images if len(other.path) > 2)
    in_bar = beside[tuple(image.path[:-1])] > MAX_IN_ROW or around[tuple(image.path[:-2])] > MAX_IN_ROW
    return in_frame or not in_bar


def is_home_link(url: str, site: SiteModel) -> bool:
    """Whether a link leads to the home page, also as `/index.html`."""
    path = url.partition("#")[0].rstrip("/")
    home = site.home.url.rstrip("/")
    return path == home or (site_of(url) == site.domain and re.fullmatch(r".+/index\.\w{3,4}", path) is not None)
