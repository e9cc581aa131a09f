"""Finds the platforms of a product by the app and extension stores that its home page links to."""

import re

from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.site_model import SiteModel

# `mt=12` marks the Mac App Store.
STORES = {
    "iOS": re.compile(
        r"https?://(?:apps|itunes)\.apple\.com/(?!.*[?&]mt=12\b)(?:[a-z]{2}/)?app/(?:[^/?#]+/)?id(?P<app>\d+)"
    ),
    "macOS": re.compile(
        r"https?://(?:apps|itunes)\.apple\.com/(?=.*[?&]mt=12\b)(?:[a-z]{2}/)?app/(?:[^/?#]+/)?id(?P<app>\d+)"
    ),
    "Chrome": re.compile(
        r"https?://(?:chromewebstore\.google\.com|chrome\.google\.com/webstore)/detail/(?:[^/?#]+/)?(?P<app>[a-p]{32})"
    ),
    "Firefox": re.compile(r"https?://addons\.mozilla\.org/(?:[\w-]+/)?firefox/addon/(?P<app>[^/?#]+)"),
    "Edge": re.compile(r"https?://microsoftedge\.microsoft\.com/addons/detail/(?:[^/?#]+/)?(?P<app>[a-p]{32})"),
    "Android": re.compile(r"https?://play\.google\.com/store/apps/details\?(?:\w+=[^&]*&)*id=(?P<app>[\w.]+)"),
}
ABOUT_OTHERS_MARKS = frozenset({"testimonial", "blog", "compare", "logos", "others", "cookie", "mock"})


def store_platforms(site: SiteModel) -> Drafted | None:
    """The platforms of the one app that the home page links to. With links to several apps, they may be for others."""
    found: dict[str, str] = {}
    apps: set[tuple[str, str]] = set()
    for link in site.home.links:
        for platform, pattern in STORES.items():
            at_store = (
                pattern.match(link.url)
                if link.kind == "a" and not ABOUT_OTHERS_MARKS.intersection(link.marks)
                else None
            )
            if at_store:
                found.setdefault(platform, link.url)
                apps.add((platform, at_store["app"].lower()))
    if not found or len(apps) > len(found):
        return None
    quotes = [SourceQuote(quote=url, url=site.home.url) for url in found.values()]
    return Drafted(value=list(found), quotes=quotes)
