"""Looking for the badge on a homepage."""

from collections.abc import Iterable
from datetime import datetime

from showground import catalog
from showground.core.context import Outside
from showground.core.fetch import FetchFailed
from showground.ownership.badge_search import find_badge
from showground.ownership.models import BadgeCheck


async def look_for_badge(outside: Outside, website: str, slugs: Iterable[str]) -> BadgeCheck:
    """What is seen on the homepage now; a page that cannot be read is a badge that is not there.

    `slugs` are those by which the listing goes and went: a badge that was embedded before a rename counts.
    """
    site, now = outside.site, outside.now
    try:
        page = await outside.fetch.get(website)
    except FetchFailed as failure:
        return _missing(website, now, str(failure))
    if page.status >= 300:
        return _missing(page.url, now, f"The page answered with the status {page.status}.")
    if catalog.domain_of(page.url) != catalog.domain_of(website):
        return _missing(page.url, now, "The homepage leads to another site, where the badge does not count.")
    robots = page.headers.get("x-robots-tag", "")
    looks = [
        find_badge(page.text, page.url, f"{site.url}/listings/{slug}", f"{site.url}/badges/{slug}/", robots=robots)
        for slug in slugs
    ]
    seen = next((look for look in looks if look.found), looks[0])
    return BadgeCheck(at=now, url=page.url, found=seen.found, detail=seen.detail)


def _missing(url: str, at: datetime, detail: str) -> BadgeCheck:
    return BadgeCheck(at=at, url=url, found=False, detail=detail)
