"""The site's own logo and profiles, and nobody else's."""

from datetime import UTC, datetime

import pytest

from showground.extraction.drafters.extractive.drafter import extract
from showground.extraction.proposal import Proposal
from showground.extraction.reading.markup import read_markup
from showground.extraction.statements.socials import profile_of
from showground.extraction.verifier import verify

NOW = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
BAR = "".join(
    f'<div class="item"><img src="/img/{name}-logo.svg" alt="{name}"></div>' for name in ("acme", "umbra", "zed")
)


def draft(body: str, head: str = "") -> Proposal:
    html = f'<html lang="en"><head><title>Fennick</title>{head}</head><body>{body}</body></html>'
    page = read_markup("https://fennick.test/", html, NOW)
    page.kind = "home"
    return verify(extract([page], []), [page], [])


def logo(body: str, head: str = "") -> str | None:
    found = draft(body, head).fields.get("logo_url")
    return found.value.removeprefix("https://fennick.test") if found else None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<nav><img src="/BannerLogo2.png" alt=""></nav><main><h1>Fennick</h1></main>', "/BannerLogo2.png"),
        ('<header><a href="/"><img src="/img/f.png" alt="Fennick"></a></header><main><h1>Hi</h1></main>', "/img/f.png"),
        ('<header><a href="/index.html"><img src="/a.png"></a></header><main><h1>Hi</h1></main>', "/a.png"),
        ('<main><img src="/img/app-icon.png" alt="App icon"><h1>Fennick</h1></main>', "/img/app-icon.png"),
        (f'<main><p class="top"><img src="/title_logo.png"></p><div class="row">{BAR}</div></main>', "/title_logo.png"),
        (f'<main><h1>Fennick</h1><h2>They use it</h2><div class="row">{BAR}</div></main>', None),
        ('<main><h1>Fennick</h1><a href="https://s.test"><img src="/steam-logo.svg"></a></main>', None),
        ('<nav><ul><li><img src="/yard.svg" alt="Fennick Yard"></li></ul></nav><main><h1>Fennick</h1></main>', None),
        ('<header><img src="/harrow-logo.svg" alt=""></header><main><h1>Hi</h1></main>', "/harrow-logo.svg"),
    ],
)  # fmt: skip
def test_the_logo_is_a_picture_of_its_own(body: str, expected: str | None) -> None:
    assert logo(body) == expected


def test_icons_come_last() -> None:
    icons = '<link rel="icon" href="/f.svg"><link rel="apple-touch-icon" href="/touch.png">'
    assert logo("<main><h1>Fennick</h1></main>", icons) == "/touch.png"
    assert logo("<main><h1>Fennick</h1></main>", '<link rel="icon" href="/f.svg">') == "/f.svg"
    assert logo("<main><h1>Fennick</h1></main>", '<link rel="icon" href="/favicon.ico">') is None
    assert logo("<main><h1>Fennick</h1></main>", '<link rel="icon" type="image/svg+xml" href="/vite.svg">') is None


@pytest.mark.parametrize(
    ("url", "network", "handle"),
    [
        ("https://bsky.app/profile/fennick.test", "bluesky", "fennick.test"),
        ("https://discord.gg/Ab3dE", "discord", "Ab3dE"),
        ("https://discord.com/invite/Ab3dE", "discord", "Ab3dE"),
        ("https://t.me/fennick_app", "telegram", "fennick_app"),
        ("https://fosstodon.org/@fennick", "mastodon", "fennick"),
    ],
)
def test_networks_without_a_place_of_their_own(url: str, network: str, handle: str) -> None:
    profile = profile_of(url)
    assert profile
    assert (profile.network, profile.platform, profile.handle) == (network, "custom", handle)
    socials = draft(f'<main><h1>Fennick</h1></main><footer><a href="{url}">Join</a></footer>').company_socials
    assert {name: drafted.value for name, drafted in socials.items()} == {"custom": url}


def test_only_one_of_them_is_kept_and_the_listed_ones_stay() -> None:
    footer = "".join(
        f'<a href="{url}">us</a>'
        for url in (
            "https://discord.gg/Ab3dE",
            "https://t.me/fennick",
            "https://x.com/fennick",
            "https://t.me/share/url",
        )
    )
    socials = draft(f"<main><h1>Fennick</h1></main><footer>{footer}</footer>").company_socials
    assert {name: drafted.value for name, drafted in socials.items()} == {
        "custom": "https://discord.gg/Ab3dE",
        "x": "https://x.com/fennick",
    }


def test_the_repository_of_a_theme_or_a_library_is_not_its_profile() -> None:
    footer = '<footer><p>Made with <a href="https://github.com/somebody/plain-theme">Plain</a></p></footer>'
    assert draft(f"<main><h1>Fennick</h1></main>{footer}").company_socials == {}
    own = '<footer><a href="https://github.com/jroe/fennick">Source</a></footer>'
    assert draft(f"<main><h1>Fennick</h1></main>{own}").company_socials["github"].value.endswith("jroe/fennick")


@pytest.mark.parametrize(
    ("url", "platform", "handle"),
    [
        ("https://www.facebook.com/profile.php?id=61575315639346", "facebook", "61575315639346"),
        ("https://www.facebook.com/profile.php?mibextid=ZbWKwL&id=61575315639346", "facebook", "61575315639346"),
        ("https://www.pinterest.com/fennick/_created/", "pinterest", "fennick"),
        ("https://www.linkedin.com/company/fennick/about/", "linkedin", "fennick"),
        ("https://youtube.com/fennickvideos", "youtube", "fennickvideos"),
    ],
)
def test_profiles_behind_longer_addresses(url: str, platform: str, handle: str) -> None:
    profile = profile_of(url)
    assert profile
    assert (profile.platform, profile.handle) == (platform, handle)


def test_a_link_that_calls_the_profile_ours_counts_in_the_text_of_the_page() -> None:
    link = "<main><h1>Fennick</h1><p>{}</p></main>"
    ours = link.format('<a href="https://www.youtube.com/channel/UC123456">My YouTube channel</a>')
    theirs = link.format('<a href="https://www.youtube.com/channel/UC123456">A talk by Nora</a>')
    assert "youtube" in draft(ours).company_socials
    assert "youtube" not in draft(theirs).company_socials


@pytest.mark.parametrize(
    "url",
    [
        "https://www.youtube.com/watch",
        "https://www.youtube.com/playlist",
        "https://www.youtube.com/premium",
        "https://www.linkedin.com/company/fennick/jobs",
    ],
)
def test_other_pages_of_a_network_are_no_profiles(url: str) -> None:
    assert profile_of(url) is None


def test_the_trailer_on_the_page_for_the_press() -> None:
    def video(*links: str) -> str | None:
        body = "".join(
            f'<a href="https://www.youtube.com/watch?v={name}">{text}</a>' for name, text in map(split, links)
        )
        pages = [
            read_markup("https://fennick.test/", "<title>Fennick</title><main><h1>Fennick</h1></main>", NOW),
            read_markup("https://fennick.test/press", f"<title>Press</title><main><h1>Press</h1>{body}</main>", NOW),
        ]
        for page, kind in zip(pages, ("home", "press"), strict=True):
            page.kind = kind
        found = extract(pages, []).fields.get("demo_video_url")
        return found.value.rpartition("=")[2] if found else None

    def split(link: str) -> list[str]:
        return link.split(" ", 1)

    assert video("fennick01 Watch the trailer") == "fennick01"
    assert video("fennick01 Official trailer", "reviewer1 Our favourite review") == "fennick01"
    assert video("reviewer1 Review by Ann", "reviewer2 Review by Ben") is None
