"""What a request says of hosts and schemes is believed by nobody: the site's own address is a setting."""

import re

import httpx2
import pytest

from tests.support.launch_world import Fair
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio

EVIL = {
    "Host": "evil.example",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Server": "evil.example",
    "X-Original-URL": "http://evil.example/admin",
    "X-Forwarded-Proto": "https",
    "Forwarded": "for=evil.example;host=evil.example;proto=https",
}
PATHS = (
    "/", "/listings", "/listings/", "/listings/quince", "/listings/quince/", "/account", "/account/", "/leaderboards",
    "/sign-in", "/sitemap.xml", "/robots.txt", "/llms.txt", "/feeds/launches.atom", "/docs/api", "/admin", "/nothing/",
    "/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server", "/api/v1/site",
    "/api/v1/site/", "/api/v1/me", "/api/v1/openapi.json", "/api/v1/listings/quince/badges",
)  # fmt: skip


async def test_no_answer_names_the_host_of_the_request_and_none_is_kept_that_does(fair: Fair) -> None:
    await fair.add("quince")
    client = fair.world.client
    for path in PATHS:
        asked = await client.get(path, headers=EVIL)
        again = await client.get(path)
        for answer in (asked, again):
            assert "evil.example" not in answer.text + str(answer.headers), path
        assert asked.status_code == again.status_code


async def test_mailed_links_lead_to_the_site(world: World) -> None:
    async with world.browser() as browser:
        await browser.post("/sign-in", data={"email": "alice@alice.example"}, headers=EVIL)
    async with world.dispatcher.database.reading() as db:
        ((text, html),) = await db.all("select body_text, body_html from outbox")
    assert "http://localhost:8000/sign-in/" in text
    assert "evil.example" not in text + html  # four letters alone may stand in a random link
    assert {"http://localhost:8000"} == set(re.findall(r"https?://[^/\s\"<]+", text))


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/listings/", "/listings"),
        ("/listings/?q=a%20b", "/listings?q=a%20b"),
        ("/listings//", "/listings"),
        ("//evil.example/", "/evil.example"),
        ("/%2Fevil.example/", "/evil.example"),
        ("/%5Cevil.example/", "/%5Cevil.example"),
        ("/%0D%0ASet-Cookie:a/", "/%0D%0ASet-Cookie%3Aa"),
    ],
)
async def test_an_address_with_a_slash_too_many_leads_to_the_one_without(
    world: World, path: str, location: str
) -> None:
    answer = await world.client.get(f"http://localhost:8000{path}")
    assert (answer.status_code, answer.headers["location"]) == (301, location)


async def test_behind_https_every_answer_says_to_stay_there(database_url: str) -> None:
    """Whatever the proxy says of the scheme; and cookies are the browser's for this host alone."""
    async with running_world(database_url, site_url="https://fair.example") as world:
        transport = httpx2.ASGITransport(world.app.edge)  # pyright: ignore[reportArgumentType]
        async with httpx2.AsyncClient(transport=transport, base_url="https://fair.example") as client:
            for proto in ({}, {"X-Forwarded-Proto": "http"}, {"X-Forwarded-Proto": "https"}):
                for path in (*PATHS, "/", "/api/v1/site", "/mcp", "/static/none/none.css", "/healthz"):
                    answer = await client.get(path, headers=proto)
                    assert answer.headers.get_list("strict-transport-security") == ["max-age=31536000"], path
        await world.add_person("alice")
        async with world.browser("alice") as browser:
            assert sorted(browser.cookies.keys()) == ["__Host-session", "__Secure-known-browser"]
        async with world.browser() as browser:
            # what was meant, until they sign in
            answer = await browser.post("/listings/quince/vote", data={"vote": "yes"})
            [cookie] = browser.cookies.jar
            assert (cookie.name, cookie.secure, cookie.path) == ("__Host-meant", True, "/")
            assert {"httponly", "samesite=lax"} <= set(answer.headers["set-cookie"].lower().split("; "))


async def test_no_answer_is_sniffed_framed_or_traced(world: World) -> None:
    """Twice each, since the second answer may be one that was kept."""
    paths = (*PATHS, "/", "/api/v1/site", "/api/v1/none", "/mcp", "/static/none/none.css", "/healthz", "/llms.txt")
    for path in (*paths, *paths, "/.well-known/oauth-authorization-server", "/metrics", "/media/none.png"):
        answer = await world.client.get(path)
        assert answer.headers.get_list("x-content-type-options") == ["nosniff"], path
        [policy] = answer.headers.get_list("content-security-policy")
        assert "default-src 'none'" in policy, path
        assert "frame-ancestors 'none'" in policy, path
        if path.startswith(("/api/", "/mcp", "/.well-known/", "/healthz", "/metrics")):
            assert policy == "default-src 'none'; frame-ancestors 'none'", path
        traced = await world.client.request("TRACE", path, headers={"Authorization": "Bearer secret"})
        assert "secret" not in traced.text


async def test_without_https_no_answer_says_so(world: World) -> None:
    for path in ("/", "/", "/api/v1/site", "/api/v1/site", "/nothing"):
        answer = await world.client.get(path, headers={"X-Forwarded-Proto": "https"})
        assert "strict-transport-security" not in answer.headers
