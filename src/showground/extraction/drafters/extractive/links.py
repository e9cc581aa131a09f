"""Social profiles, email address, logo and video that the site links to as its own."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from showground.extraction.company_origin import COMPANIES, is_own
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.site_model import SiteModel
from showground.extraction.statements.placeholders import is_stock_handle
from showground.extraction.statements.socials import profile_of
from showground.extraction.statements.text_folding import bare

MIN_WEIGHT = 2


@dataclass(frozen=True)
class Linked:
    """A profile that the site links to, and how likely it is the company's."""

    url: str
    page_url: str
    weight: float


NOT_OURS = frozenset({"testimonial", "team", "adviser", "blog", "mock", "compare", "jobs", "cookie", "filler", "order"})
VIDEO = re.compile(
    r"^https?://(?:www\.)?(?:youtube(?:-nocookie)?\.com/(?:watch\?v=|embed/|shorts/)[\w-]{6,}|youtu\.be/[\w-]{6,}|"
    r"(?:player\.)?vimeo\.com/(?:video/)?\d+|"
    r"(?:www\.)?loom\.com/(?:share|embed)/\w+|fast\.wistia\.(?:com|net)/embed/\w+|[\w-]+\.wistia\.com/medias/\w+|"
    r"share\.descript\.com/view/\w+)",
    re.IGNORECASE,
)
ABOUT_PRODUCT = re.compile(
    r"\b(?:demo|watch|video|see (?:it|how)|tour|intro(?:duction)?|overview|how it works|vorstellung|démo)\b",
    re.IGNORECASE,
)


def find_company_socials(site: SiteModel) -> dict[str, Drafted]:
    """Profiles linked in header or footer or named in JSON-LD; of two per platform, the one with the company's name."""
    candidates: dict[str, dict[str, Linked]] = defaultdict(dict)
    for url, page_url, weight in linked_profiles(site):
        profile = profile_of(url)
        if profile is None or profile.is_person or is_stock_handle(profile.handle, site.name):
            continue
        known = candidates[profile.platform].get(profile.handle.lower())
        options = [Linked(url, page_url, 0), *([known] if known else [])]
        # Of an organisation and one of its repositories, the organisation.
        shorter = min(options, key=lambda option: len(option.url.rstrip("/")))
        before = known.weight if known else 4 * likeness(profile.handle, site)
        candidates[profile.platform][profile.handle.lower()] = Linked(shorter.url, shorter.page_url, before + weight)
    found: dict[str, Drafted] = {}
    for platform, some in candidates.items():
        best, *others = sorted(some.values(), key=lambda linked: -linked.weight)
        # Two equally likely profiles: either may belong to a partner or a customer.
        if others and best.weight < others[0].weight + 2:
            site.contradiction(platform, f"its profile on {platform}", [best.url, others[0].url])
        elif best.weight >= MIN_WEIGHT:
            found[platform] = Drafted(value=best.url, quotes=[SourceQuote(quote=best.url, url=best.page_url)])
    return found


def linked_profiles(site: SiteModel) -> Iterator[tuple[str, str, float]]:
    """Addresses that may be profiles of the company, each with its page and weight."""
    for page in site.own_pages():
        for link in page.links:
            in_frame = link.place in ("footer", "header", "nav")
            if (
                link.kind == "a"
                and not NOT_OURS.intersection(link.marks)
                and (in_frame or page.kind in ("contact", "home"))
            ):
                yield link.url, page.url, 2 if in_frame else 1
    for page, node in site.nodes(*COMPANIES, "WebSite", "SoftwareApplication", "Brand"):
        same_as: Any = node.get("sameAs")
        for url in cast("list[Any]", same_as) if isinstance(same_as, list) else [same_as]:
            if isinstance(url, str) and is_own(site, node):
                yield url.strip(), page.url, 2


def likeness(handle: str, site: SiteModel) -> float:
    """Whether a handle has the company's name in it, or the other way round."""
    handle, name, label = bare(handle), bare(site.name), bare(site.domain.partition(".")[0])
    return float(any(len(own) > 2 and (own in handle or (len(handle) > 2 and handle in own)) for own in (name, label)))


def find_logo(site: SiteModel) -> Drafted | None:
    for page, node in site.nodes(*COMPANIES, "Brand"):
        logo: Any = node.get("logo")
        fields = cast("dict[str, Any]", logo) if isinstance(logo, dict) else {"url": logo}
        url: Any = fields.get("url") or fields.get("contentUrl")
        if isinstance(url, str) and url.startswith(("http://", "https://")) and is_own(site, node):
            return Drafted(value=url, quotes=[SourceQuote(quote=url, url=page.url)])
    home = site.home
    for image in home.images:
        said = f"{image.names} {image.alt} {image.url.rpartition('/')[2]}".lower()
        if (
            image.place in ("header", "nav")
            and re.search(r"\blogo|logo\b|\bbrand\b|wordmark", said)
            and not NOT_OURS.intersection(image.marks)
        ):
            return Drafted(value=image.url, quotes=[SourceQuote(quote=image.url, url=home.url)])
    roots = [link.path for link in home.links if link.kind == "a" and link.url.rstrip("/") == home.url.rstrip("/")]
    for image in home.images:
        leads_home = any(image.path[: len(path)] == path for path in roots if path)
        if leads_home and re.search(
            r"\blogo|logo\b", f"{image.names} {image.alt} {image.url.rpartition('/')[2]}".lower()
        ):
            return Drafted(value=image.url, quotes=[SourceQuote(quote=image.url, url=home.url)])
    for image in home.images:
        named = site.name and bare(site.name) in bare(image.alt)
        if image.place in ("header", "nav") and named and not NOT_OURS.intersection(image.marks):
            return Drafted(value=image.url, quotes=[SourceQuote(quote=image.url, url=home.url)])
    for image in home.images:
        if image.place == "head" and "apple-touch-icon" in image.names:
            return Drafted(value=image.url, quotes=[SourceQuote(quote=image.url, url=home.url)])
    return None


def find_demo_video(site: SiteModel) -> Drafted | None:
    """The one video on the pages about the product; of several, the one that is called a demo."""
    for kinds in (("home",), ("features",)):
        videos: dict[str, tuple[bool, SourceQuote]] = {}
        for page in site.own_pages(*kinds):
            for link in page.links:
                if (VIDEO.match(link.url) or link.kind == "video") and not NOT_OURS.intersection(link.marks):
                    called = bool(ABOUT_PRODUCT.search(link.text)) or videos.get(link.url, (False,))[0]
                    videos[link.url] = (called, SourceQuote(quote=link.url, url=page.url))
        called = [url for url, (is_called, _) in videos.items() if is_called]
        chosen = called if len(called) == 1 else list(videos)
        if len(chosen) == 1:
            return Drafted(value=chosen[0], quotes=[videos[chosen[0]][1]])
    return None
