"""Recognises social profiles by their addresses."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from showground.extraction.proposal import PLATFORMS

PLATFORMS_BY_HOST = {
    "linkedin.com": "linkedin", "x.com": "x", "twitter.com": "x", "facebook.com": "facebook", "fb.com": "facebook",
    "instagram.com": "instagram", "tiktok.com": "tiktok", "youtube.com": "youtube", "threads.net": "threads",
    "threads.com": "threads", "pinterest.com": "pinterest", "github.com": "github", "reddit.com": "reddit",
    "producthunt.com": "producthunt", "medium.com": "medium", "bsky.app": "bluesky", "discord.gg": "discord",
    "discord.com": "discord", "twitch.tv": "twitch", "t.me": "telegram", "telegram.me": "telegram", "vk.com": "vk",
    "mastodon.social": "mastodon", "mastodon.online": "mastodon", "fosstodon.org": "mastodon", "mas.to": "mastodon",
    "hachyderm.io": "mastodon", "mstdn.social": "mastodon", "mastodon.world": "mastodon", "chaos.social": "mastodon",
    "techhub.social": "mastodon", "indieweb.social": "mastodon", "floss.social": "mastodon",
}  # fmt: skip
PROFILE_PATHS = {
    "linkedin": r"/(?:company|school|showcase)/(?P<handle>[^/]+)(?:/(?:about|posts|people))?|/in/(?P<person>[^/]+)",
    "x": r"/(?P<handle>@?[A-Za-z0-9_]{1,15})",
    "facebook": r"/(?:pages/|p/)?(?P<handle>[\w.%\-]{2,160})(?:/\d+)?",
    "instagram": r"/(?P<handle>[A-Za-z0-9_.]{1,30})",
    "tiktok": r"/@(?P<handle>[A-Za-z0-9_.]{2,24})",
    # The last form is the oldest: `youtube.com/acme`.
    "youtube": r"/(?:@(?P<handle>[\w.\-]+)|(?:channel|c|user)/(?P<handle2>[\w.\-]+)"
    r"|(?P<handle3>(?!channel$)[A-Za-z0-9]{5,40}))",
    "threads": r"/@(?P<handle>[A-Za-z0-9_.]{1,30})",
    "pinterest": r"/(?P<handle>[A-Za-z0-9_\-]{3,30})(?:/_(?:created|saved))?",
    "github": r"/(?P<handle>[A-Za-z0-9\-]{1,39})(?:/(?P<project>[A-Za-z0-9_.\-]+))?",
    "reddit": r"/(?:r|user|u)/(?P<handle>[A-Za-z0-9_\-]+)",
    "producthunt": r"/(?:products|posts)/(?P<handle>[a-z0-9\-]+)|/@(?P<person>[\w\-]+)",
    "medium": r"/(?P<handle>@?[\w.\-]+)",
    "bluesky": r"/profile/(?P<handle>[\w.:\-]+)",
    "discord": r"/(?:invite/)?(?P<handle>[A-Za-z0-9\-]{2,40})",
    "telegram": r"/(?:s/|joinchat/)?(?P<handle>\+?[A-Za-z0-9_\-]{3,40})",
    "twitch": r"/(?P<handle>[A-Za-z0-9_]{4,25})",
    "vk": r"/(?P<handle>[A-Za-z0-9_.]{3,40})",
    "mastodon": r"/@(?P<handle>[A-Za-z0-9_.]+)",
}  # fmt: skip
# Facebook pages without a name in their address.
FACEBOOK_PAGE = re.compile(r"/profile\.php\?(?:\w+=\w*&)*id=(\d{6,20})\b")
NOT_HANDLE = re.compile(
    r"^(?:share|sharer|sharer\.php|share\.php|intent|home|hashtag|search|i|login|signup|explore|p|reel|reels|watch"
    r"|embed|dialog|plugins|tr|groups|events|pin|features|pricing|about|topics|sponsors|marketplace|orgs|settings"
    r"|submit|tag|m|joinchat|invite|channels|download|developers|widget_community\.php|"
    r"status|results|playlist|premium|creators|redirect|account|gaming|shorts|feed|profile\.php|apps|security|contact|join|tos|privacy|policies|legal)$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Profile:
    """A profile of a company or a person."""

    network: str
    handle: str
    is_person: bool
    project: str = ""
    """The repository, if the address leads to one."""

    @property
    def platform(self) -> str:
        """The platform in drafts: networks without a field of their own are `custom`."""
        return self.network if self.network in PLATFORMS else "custom"


def profile_of(url: str) -> Profile | None:
    """The profile that an address leads to; None for the platform itself, posts and share buttons."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    host = re.sub(r"^(?:www|m|mobile|[a-z]{2})\.", "", host)
    if host.endswith(".medium.com") and host != "medium.com":
        return Profile("medium", host.partition(".")[0], False)
    platform = PLATFORMS_BY_HOST.get(host)
    if not platform:
        return None
    if platform == "facebook" and (page := FACEBOOK_PAGE.search(url)):
        return Profile(platform, page[1], False)
    found = re.fullmatch(PROFILE_PATHS[platform], parts.path.rstrip("/"), re.IGNORECASE)
    if not found:
        return None
    groups = found.groupdict()
    person = groups.get("person")
    handle = person or groups.get("handle") or groups.get("handle2") or groups.get("handle3") or ""
    if not handle or NOT_HANDLE.match(handle) or parts.fragment.startswith("!"):
        return None
    return Profile(platform, handle.lstrip("@"), bool(person), groups.get("project") or "")
