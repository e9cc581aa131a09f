"""Finding our badge in a page: what counts and what does not."""

import pytest

from showground.ownership.badge_search import find_badge

LINK = "https://fair.example/listings/tidewater"
PICTURES = "https://fair.example/badges/tidewater/"
IMG = f'<img src="{PICTURES}listed-standard-auto-m.svg" width="212" height="56" alt="Listed">'
BADGE = f'<a href="{LINK}">{IMG}</a>'


def look(html: str, robots: str = "") -> tuple[bool, str]:
    found = find_badge(html, "https://tidewater.example/", LINK, PICTURES, robots=robots)
    return found.found, found.detail


@pytest.mark.parametrize(
    "html",
    [
        BADGE,
        f"<footer><div style='display:flex; opacity: 0.8; width: 100%'>{BADGE}</div></footer>",
        f'<A HREF="{LINK}/?utm=1" target=_blank rel="noopener"><span>{IMG}</span></A>',
        f'<a href="{LINK}">plain</a><p>{BADGE}</p>',
        f"<ul><li>unclosed<li>{BADGE}",
        f'<a href="//fair.example/listings/tidewater">{IMG.replace("https:", "")}</a>',
        f'<meta name="robots" content="index, follow">{BADGE}',
    ],
)
def test_a_real_link_around_the_picture_is_found(html: str) -> None:
    assert look(html) == (True, "The badge is on the page, linked to the listing.")


@pytest.mark.parametrize(
    ("html", "seen"),
    [
        ("", "no link"),
        (f"<!-- {BADGE} -->", "no link"),
        (f"<textarea>{BADGE}</textarea>", "no link"),
        (f"<script>var x = '{BADGE}'</script>", "no link"),
        (f"<p>{BADGE.replace('<', '&lt;')}</p>", "no link"),
        (f"<noscript>{BADGE}</noscript>", "no link"),
        (f"<template>{BADGE}</template>", "no link"),
        (f"<div hidden>{BADGE}</div>", "hidden"),
        (f"<div style='color:red;display : none'>{BADGE}</div>", "hidden"),
        (f"<div style='visibility:hidden'>{BADGE}</div>", "hidden"),
        (f"<div style='opacity:0'>{BADGE}</div>", "hidden"),
        (f"<div style='width:0;height:0;overflow:hidden'>{BADGE}</div>", "hidden"),
        (BADGE.replace('width="212"', 'width="0"'), "hidden"),
        (BADGE.replace("<a ", '<a rel="noopener NoFollow" '), "not to follow it"),
        (BADGE.replace("<a ", '<a rel="ugc" '), "not to follow it"),
        (f'<a href="{LINK}">Tidewater</a>', "not around our badge"),
        (f'<a href="{LINK}"><img src="https://elsewhere.example/badges/tidewater/x.svg"></a>', "not around our badge"),
        (f'{IMG}<a href="{LINK}">Listed</a>', "not around our badge"),
        (f'<a href="https://fair.example/listings/other">{IMG}</a>', "no link"),
        (f'<a href="https://fair.example.evil.example/listings/tidewater">{IMG}</a>', "no link"),
        (f'<a href="https://fair.example:8443/listings/tidewater">{IMG}</a>', "no link"),
        (f'<a href="javascript:void({LINK})">{IMG}</a>', "no link"),
        (f'<a href="https://[broken">{IMG}</a>', "no link"),
        (f'<a href="{LINK}"><img src="https://[broken"></a>', "not around our badge"),
        (f'<base href="https://[broken"><a href="/listings/tidewater">{IMG}</a>', "no link"),
        (f'<meta name="Robots" content="noindex,nofollow">{BADGE}', "not to follow its links"),
    ],
)
def test_what_people_do_not_see_or_nobody_follows_is_not(html: str, seen: str) -> None:
    found, detail = look(html)
    assert not found
    assert seen in detail


def test_a_header_may_ask_not_to_follow_links() -> None:
    assert not look(BADGE, robots="googlebot: nofollow")[0]
