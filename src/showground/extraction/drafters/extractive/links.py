"""Drafts the company's social profiles, logo and demo video from the links of the site."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

from showground.extraction.company_origin import COMPANY_TYPES, is_own
from showground.extraction.logos import find_logos
from showground.extraction.proposal import PLATFORMS, Drafted, SourceQuote
from showground.extraction.reading.pages import PageLink
from showground.extraction.site_model import SiteModel, quotes_from
from showground.extraction.statements.placeholders import is_stock_handle
from showground.extraction.statements.socials import profile_of
from showground.extraction.statements.text_folding import name_key
from showground.extraction.subjects import OTHER_WORDS

MIN_WEIGHT = 2
MAX_LINK_WORDS = 6
MIN_BUILDER = 4  # letters of the name of whoever built the website
# `Join our Discord`, `My YouTube channel`.
OUR_PROFILE = re.compile(
    r"\b(?:our|my|follow (?:us|me)|join|unser\w*|folge uns|notre|nos|suivez|rejoign\w+|nuestr[oa]s?|síg\w+|nosso"
    r"|siga|seguici"
    r"|seguinos|obserwuj|dołącz|мы в|наш\w*|bizi takip|takip et)\b",
    re.IGNORECASE,
)
# Credits for the website: `Crafted by`.
BUILT_BY = re.compile(
    r"\b(?:designed|developed|crafted|coded|website|web ?site|site|theme|template|webdesign|web design|design"
    r"|development) by\b"
    r"|\b(?:website|webseite|webdesign|umsetzung|gestaltung) (?:von|durch)\b|\b(?:réalisation|création|conception)\b"
    r"|\b(?:site réalisé|réalisé|conçu|développé) par\b|\b(?:diseñado|desarrollado|diseño web) por\b"
    r"|\b(?:desenvolvido|criado) por\b|\b(?:realizzato|sviluppato) da\b|\b(?:realizacja|projekt i wykonanie)\b"
    r"|\b(?:разработка|создание|дизайн) сайта\b|\bweb tasarım\b|تصميم وتطوير|サイト制作|网站制作|網站製作",
    re.IGNORECASE,
)
# The same in a sentence with a name. Profiles with that name are not the product's.
SITE_BUILT_BY = re.compile(
    r"\b(?:web ?site|site|web ?page|page|template)(?: design)? (?:(?:was |is )?(?:proudly )?(?:built|made|designed"
    r"|created|developed|crafted) by|von|par|por|da|door) (?P<who>[^.;!?|]{3,60})"
)
SITE_BUILDER_PARTS = re.compile(r"\s+(?:at|of|from|for|with)\s+|[,@–—]")
# Pages that list the company's profiles.
PROFILES_PAGE = re.compile(
    r"/(?:socials?(?:-media)?|follow(?:-us)?|connect(?:-with-us)?|r[eé]seaux-sociaux|redes-sociales|redes-sociais)"
    r"(?:\.\w+)?/?$",
    re.IGNORECASE,
)
COMMUNITIES = ("discord", "telegram")  # sites rarely link to communities of others


@dataclass(frozen=True)
class Linked:
    """A profile that the site links to, and how likely it is the company's."""

    url: str
    page_url: str
    weight: float


SKIPPED_MARKS = frozenset(
    {"testimonial", "team", "adviser", "blog", "mock", "compare", "jobs", "cookie", "filler", "order"}
)
VIDEO = re.compile(
    r"^https?://(?:www\.)?(?:youtube(?:-nocookie)?\.com/(?:watch\?v=|embed/|shorts/)[\w-]{6,}|youtu\.be/[\w-]{6,}|"
    r"(?:player\.)?vimeo\.com/(?:video/)?\d+|"
    r"(?:www\.)?loom\.com/(?:share|embed)/\w+|fast\.wistia\.(?:com|net)/embed/\w+|[\w-]+\.wistia\.com/medias/\w+|"
    r"share\.descript\.com/view/\w+)",
    re.IGNORECASE,
)
ABOUT_PRODUCT = re.compile(
    r"\b(?:demo|watch|video|see (?:it|how)|tour|intro(?:duction)?|overview|how it works|trailer|teaser|gameplay"
    r"|vorstellung|démo|bande-annonce|tráiler|zwiastun|трейлер|tanıtım)\b|トレーラー|预告|預告|트레일러",
    re.IGNORECASE,
)


def is_of_site_generator(url: str, site: SiteModel) -> bool:
    """Whether a profile is that of the site generator: templates link to their makers."""
    builder = name_key(site.home.meta.get("generator", "").partition(" ")[0])
    return len(builder) >= MIN_BUILDER and builder in name_key(url) and builder not in name_key(site.name)


def site_builders(site: SiteModel) -> set[str]:
    """The names of those who built the website: `This site was built by Dana at Harrow Digital`."""
    found = (SITE_BUILT_BY.search(block.text) for page in site.own_pages("home") for block in page.blocks)
    names = (name_key(part) for one in found if one for part in SITE_BUILDER_PARTS.split(one["who"]))
    return {name for name in names if len(name) > MIN_BUILDER and name not in name_key(site.name)}


def find_company_socials(site: SiteModel) -> dict[str, Drafted]:
    """Profiles linked in the header or footer or named in JSON-LD; of two, the one with the company's name."""
    candidates: dict[str, dict[str, Linked]] = defaultdict(dict)
    builders = site_builders(site)
    for url, page_url, weight in linked_profiles(site):
        profile = profile_of(url)
        if profile is None or profile.is_person or is_stock_handle(profile.handle, site.name):
            continue
        if is_of_site_generator(url, site):
            continue
        match = name_match(profile.handle, site)
        if not match and any(builder in name_key(profile.handle) for builder in builders):
            continue
        if profile.project and not match and not name_match(profile.project, site):
            continue  # a library it uses, or the theme of the site
        known = candidates[profile.network].get(profile.handle.lower())
        options = [Linked(url, page_url, 0), *([known] if known else [])]
        # Prefer an organisation to one of its repositories.
        shorter = min(options, key=lambda option: len(option.url.rstrip("/")))
        before = known.weight if known else 4 * match + (profile.network in COMMUNITIES)
        candidates[profile.network][profile.handle.lower()] = Linked(shorter.url, shorter.page_url, before + weight)
    found: dict[str, Drafted] = {}
    for network, profiles in candidates.items():
        best, *others = sorted(profiles.values(), key=lambda linked: -linked.weight)
        platform = network if network in PLATFORMS else "custom"
        # Of two equally likely profiles, either may belong to a partner or a customer.
        if others and best.weight < others[0].weight + 2:
            if platform != "custom":
                site.contradiction(network, f"its profile on {network}", [best.url, others[0].url])
        elif best.weight >= MIN_WEIGHT:
            # There is only one `custom` field, for the first network without a field of its own.
            found.setdefault(platform, Drafted(value=best.url, quotes=[SourceQuote(quote=best.url, url=best.page_url)]))
    return found


def linked_profiles(site: SiteModel) -> Iterator[tuple[str, str, float]]:
    """Addresses that may be profiles of the company, each with its page and weight."""
    for page in site.own_pages():
        for link in page.links:
            in_frame = link.place in ("footer", "header", "nav") or PROFILES_PAGE.search(urlsplit(page.url).path)
            if (
                link.kind == "a"
                and not SKIPPED_MARKS.intersection(link.marks)
                and (in_frame or page.kind in ("contact", "home"))
                and not is_credit(site, link)
            ):
                yield link.url, page.url, 2 if in_frame or says_our_profile(link.text) else 1
    for page, node in site.nodes(*COMPANY_TYPES, "WebSite", "SoftwareApplication", "Brand"):
        same_as: Any = node.get("sameAs")
        for url in cast("list[Any]", same_as) if isinstance(same_as, list) else [same_as]:
            if isinstance(url, str) and is_own(site, node):
                yield url.strip(), page.url, 2


def is_credit(site: SiteModel, link: PageLink) -> bool:
    """Whether a link is a credit for building the website."""
    profile = profile_of(link.url) if BUILT_BY.search(link.text) else None
    return profile is not None and not name_match(profile.handle, site)


def says_our_profile(text: str) -> bool:
    return len(text.split()) <= MAX_LINK_WORDS and bool(OUR_PROFILE.search(text)) and not OTHER_WORDS.search(text)


def name_match(handle: str, site: SiteModel) -> float:
    """1 if a handle contains the company's name or domain, or the other way round; otherwise 0."""
    handle, name, label = name_key(handle), name_key(site.name), name_key(site.domain.partition(".")[0])
    return float(any(len(own) > 2 and (own in handle or (len(handle) > 2 and handle in own)) for own in (name, label)))


def find_logo(site: SiteModel) -> Drafted | None:
    return next((Drafted(value=url, quotes=quotes_from(page, url)) for page, url in find_logos(site)), None)


def find_demo_video(site: SiteModel) -> Drafted | None:
    """The only video on the pages about the product, or the only one that is called a demo."""
    for kinds in (("home",), ("features",), ("press",)):
        videos: dict[str, tuple[bool, SourceQuote]] = {}
        for page in site.own_pages(*kinds):
            for link in page.links:
                if (VIDEO.match(link.url) or link.kind == "video") and not SKIPPED_MARKS.intersection(link.marks):
                    called = bool(ABOUT_PRODUCT.search(link.text)) or videos.get(link.url, (False,))[0]
                    videos[link.url] = (called, SourceQuote(quote=link.url, url=page.url))
        called = [url for url, (is_called, _) in videos.items() if is_called]
        chosen = called if len(called) == 1 else list(videos)
        if len(chosen) == 1:
            return Drafted(value=chosen[0], quotes=[videos[chosen[0]][1]])
    return None
