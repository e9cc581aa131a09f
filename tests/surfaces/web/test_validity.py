"""Every kind of page is valid HTML: a walk over the demo directory, by staff who own listings in it."""

import re
from urllib.parse import urlsplit

import pytest

from showground.surfaces.web.routes import PAGES
from tests.support.validity import find_faults
from tests.support.world import World
from tests.surfaces.web.admin.conftest import staff_of

pytestmark = pytest.mark.anyio

# Elsewhere in the tests these are opened as a `Page`, which refuses what is not valid: they need a mail, an app, an
# order, a draft, a claim, or somebody who is not signed in. What machines read, and what only leads on, is no HTML.
ELSEWHERE = re.compile(
    r".*{token}|/oauth/authorize|/media/|/admin/(orders|outbox|claims)/|/dashboard/(drafts|claims/)|/sign-in($|/w)|/account/deleted"
)
NO_HTML = re.compile(
    r"/(feeds/|dump/|brand/|{key}|sitemap|robots|llms|opensearch|oembed|pictures|badges)|/(meant|leaderboards|dashboard/orders|signed-in)$"
    r"|/dashboard/listings/[^/]*/(facts|story|edit/.*)$|/admin/(brand/preview|categories/export|listings/by-slug/)"
    r"|/(login|search)$"
)
START = (
    "/", "/listings?q=database&country=XX", "/listings?q=nothing-at-all", "/compare?a=siltbase&b=roofyield",
    "/compare?a=siltbase&b=nobody", "/listings/siltbase/updates",
    "/submit", "/dashboard", "/account", "/admin", "/docs/api", "/nowhere", "/imprint", "/about", "/pages/team",
    "/admin/posts/new", "/admin/categories/new", "/dashboard/claims", "/dashboard/interview", "/listings?page=x",
)  # fmt: skip
MAX_OF_A_KIND = 4


def kind_of(path: str) -> str:
    """The address as it is declared, with its names in braces."""
    for declared, _ in PAGES:
        if re.fullmatch(re.sub(r"{\w+:int}", r"\\d+", re.sub(r"{\w+}", "[^/]+", declared)), path):
            return declared
    return path


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<p><div></div></p>", "<div> cannot stand in <p>"),
        ("<p><a href='/'><ul></ul></a></p>", "<ul> cannot stand in <p>"),
        ("<a href='/'><button>x</button></a>", "<button> cannot stand in <a>"),
        ("<ul><div></div></ul>", "<div> cannot stand in <ul>"),
        ("<table><tr>x</tr></table>", "text stands in ['tr']: 'x'"),
        ("<b><i></b></i>", "</b> comes out of turn"),
        ("<i id='a'></i><i id='a'></i>", "the id a is there twice"),
        ("<label for='b'>x</label>", "for of <label> refers to 'b', which is not there"),
        ("<div/>", "<div/> is not closed by its stroke"),
        ("<img src='/x'>", "<img> lacks alt"),
        ("<p align='left'></p>", "<p> has no attribute align"),
        ("<p class='a' class='b'></p>", "<p> has class twice"),
        ("<font>x</font>", "there is no <font> in HTML"),
        ("<details>x<p></p><summary>y</summary></details>", "<summary> is not the first in <details>"),
    ],
)
async def test_what_is_not_valid_is_found(body: str, fault: str) -> None:
    page = f"<!doctype html><html><head><title>x</title></head><body><main>{body}</main></body></html>"
    assert fault in "\n".join(find_faults(page))


@pytest.mark.slow
async def test_every_kind_of_page_is_valid(demo_world: World) -> None:
    waiting, seen, walked = list(START), set(START), dict[str, int]()
    faults: list[str] = []
    async with staff_of(demo_world) as staff:
        await staff.do(
            "insert into listing_member (listing_id, account_id, role, since)"
            " select distinct on (status) listing.id, account.id, 'owner', now() from listing, account"
            " where account.name = 'Charlie' order by status, listing.id"
        )
        await staff.do(
            "insert into listing_update (listing_id, title, body, posted_at) select listing_id, 'News', 'News.', now()"
            " from listing_member join account on account.id = account_id where account.name = 'Charlie'"
        )
        await staff.do(
            "insert into collection (account_id, name, description, public, created_at, updated_at)"
            " select id, 'Sea', 'Salty.', true, now(), now() from account where name = 'Charlie'"
        )
        await staff.do(
            "with made as (insert into webhook (account_id, url, format, about, kinds, reached, created_at,"
            " disabled_at) select id, 'https://a.example', 'slack', 'mine', '{draft.ready}', 0, now(), now()"
            " from account where name = 'Charlie' returning id) insert into webhook_delivery (webhook_id, kind, key,"
            " attempts, next_at, outcome, created_at) select id, 'draft.ready', 'x', 2, now(), 'HTTP 500', now()"
            " from made"
        )
        await staff.do(
            "insert into site_text (slug, title, body, updated_at) values ('team', 'Our team', 'We are many.', now())"
        )
        await staff.do("insert into coupon (code, percent, created_at) values ('SALT', 10, now())")
        while waiting:
            address = waiting.pop(0)
            kind = kind_of(urlsplit(address).path)
            if walked.setdefault(kind, 0) >= MAX_OF_A_KIND or NO_HTML.match(kind):
                continue
            answer = await staff.browser.get(address)
            if not answer.headers.get("content-type", "").startswith("text/html"):
                continue
            assert answer.status_code in (200, 400, 404), address
            walked[kind] += 1
            faults += [f"{address}: {fault}" for fault in find_faults(answer.text)]
            for found in re.findall(r'href="(/[^"#]*)', answer.text):
                link = found.replace("&amp;", "&")
                if link not in seen:
                    seen.add(link)
                    waiting.append(link)
    assert not faults, "\n".join(faults)
    missed = {kind for kind, _ in PAGES if not walked.get(kind)}
    assert {kind for kind in missed if not ELSEWHERE.match(kind) and not NO_HTML.match(kind)} == set()
