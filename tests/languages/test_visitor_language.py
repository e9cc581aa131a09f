"""Who reads a page in which language, and that no cache mixes them up."""

import json
import re

import httpx2
import pytest

from tests.languages.conftest import ARABIC
from tests.support.html import Page
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


def language_of(answer: httpx2.Response) -> str:
    assert answer.status_code == 200, answer.text
    [html] = Page(answer.text).all("html")
    return html["lang"] or ""


async def test_the_browsers_language_is_used(english_and_german: World) -> None:
    client = english_and_german.client
    assert language_of(await client.get("/pricing")) == "en"
    answer = await client.get("/pricing", headers=GERMAN)
    assert language_of(answer) == "de"
    assert "Anmelden" in answer.text
    assert "Accept-Language" in answer.headers["vary"]
    assert language_of(await client.get("/pricing", headers={"Accept-Language": "fr"})) == "en"


async def test_a_choice_in_the_address_is_remembered(english_and_german: World) -> None:
    async with english_and_german.browser() as browser:
        assert language_of(await browser.get("/pricing?lang=de")) == "de"
        assert "SameSite=lax" in (await browser.get("/pricing?lang=de")).headers["set-cookie"]
        assert language_of(await browser.get("/listings")) == "de"
        assert language_of(await browser.get("/listings", headers={"Accept-Language": "en"})) == "de"
        assert language_of(await browser.get("/listings?lang=en")) == "en"
        assert language_of(await browser.get("/", headers=GERMAN)) == "en"


async def test_a_language_that_is_not_on_is_ignored(english_and_german: World) -> None:
    answer = await english_and_german.client.get("/pricing?lang=fr")
    assert language_of(answer) == "en"
    assert "set-cookie" not in answer.headers
    cookie = {"Cookie": "language=fr"}
    assert language_of(await english_and_german.client.get("/pricing", headers=cookie)) == "en"


@pytest.mark.parametrize("path", ["/pricing", "/listings", "/"])
async def test_languages_are_cached_apart(english_and_german: World, path: str) -> None:
    client, edge = english_and_german.client, english_and_german.app.edge
    first = {code: (await client.get(path, headers={"Accept-Language": code})).text for code in ("en", "de")}
    assert first["en"] != first["de"]
    asked = edge.asked
    for code in ("de", "en", "de"):
        assert (await client.get(path, headers={"Accept-Language": code})).text == first[code]
    for chosen in ("de", "en"):  # a cookie with the choice alone keeps nobody from the cache
        sent = {"Cookie": f"language={chosen}", "Accept-Language": "en"}
        assert (await client.get(path, headers=sent)).text == first[chosen]
    assert edge.asked == asked


async def test_who_is_signed_in_never_gets_or_leaves_a_cached_page(english_and_german: World) -> None:
    client, edge = english_and_german.client, english_and_german.app.edge
    async with english_and_german.browser("alice") as browser:
        session = browser.cookies["session"]
    for cookies in (
        [("Cookie", f"language=de; session={session}")],
        [("Cookie", f"session={session}"), ("Cookie", "language=de")],
        [("Cookie", "language=de"), ("Cookie", f"session={session}")],
    ):
        asked = edge.asked
        answer = await client.get("/listings", headers=cookies)
        assert (language_of(answer), edge.asked) == ("de", asked + 1)
        assert "/account" in answer.text
        assert "/sign-in" in (await client.get("/listings", headers=GERMAN)).text


async def test_pages_name_themselves_in_every_language(english_and_german: World) -> None:
    page = Page((await english_and_german.client.get("/pricing")).text)
    here = "http://localhost:8000/pricing"
    links = [(link.get("rel"), link.get("hreflang"), link["href"]) for link in page.all("link")]
    assert [link for link in links if link[0] == "canonical"] == [("canonical", None, here)]
    assert [link[1:] for link in links if link[1]] == [("en", here), ("de", f"{here}?lang=de"), ("x-default", here)]
    german = Page((await english_and_german.client.get("/pricing", headers=GERMAN)).text)
    assert {"rel": "canonical", "href": f"{here}?lang=de"} in german.all("link")


async def test_the_footer_offers_every_language_and_keeps_the_search(english_and_german: World) -> None:
    answer = await english_and_german.client.get("/listings?q=boat&nonsense=1")
    assert re.findall(r'<a href="([^"]+)" lang="(\w+)"[^>]*>(\w+)</a>', answer.text) == [
        ("/listings?q=boat&amp;lang=en", "en", "English"),
        ("/listings?q=boat&amp;lang=de", "de", "Deutsch"),
    ]
    assert "nonsense" not in (await english_and_german.client.get("/pricing?nonsense=1")).text


async def test_errors_and_the_api(english_and_german: World) -> None:
    client = english_and_german.client
    missing = await client.get("/no-such-page", headers=GERMAN)
    assert (missing.status_code, '<html lang="de">' in missing.text) == (404, True)
    told = [(await client.get("/api/v1/listings/none", headers=sent)).json()["detail"] for sent in (GERMAN, {})]
    assert told[0] == told[1]


async def test_the_reference_is_framed_in_the_readers_language(english_and_german: World) -> None:
    for _ in range(2):
        assert language_of(await english_and_german.client.get("/docs/api")) == "en"
        assert language_of(await english_and_german.client.get("/docs/api", headers=GERMAN)) == "de"


async def test_scripts_get_their_texts_from_the_page(english_and_german: World) -> None:
    client = english_and_german.client
    assert "data-texts" not in (await client.get("/pricing")).text
    [body] = Page((await client.get("/pricing", headers=GERMAN)).text).all("body")
    assert json.loads(body["data-texts"] or "")["Copied"] == "Kopiert"


async def test_a_site_in_one_language_says_nothing_about_it(database_url: str) -> None:
    async with running_world(database_url) as world:
        plain, german = [await world.client.get("/pricing", headers=sent) for sent in ({}, GERMAN)]
        assert plain.text == german.text
        assert plain.headers["vary"] == "Accept, Accept-Encoding, Cookie"
        assert "hreflang" not in plain.text
        answer = await world.client.get("/pricing?lang=de")
        assert (answer.text, "set-cookie" in answer.headers) == (plain.text, False)


async def test_a_site_in_german_alone(database_url: str) -> None:
    async with running_world(database_url, languages=("de",)) as world:
        for sent in ({}, {"Accept-Language": "en"}):
            answer = await world.client.get("/pricing", headers=sent)
            assert language_of(answer) == "de"
            assert answer.headers["vary"] == "Accept, Accept-Encoding, Cookie"
            assert "hreflang" not in answer.text


async def test_a_language_from_right_to_left(arabic: World) -> None:
    for path in ("/", "/listings", "/pricing", "/sign-in", "/no-such-page"):
        page = Page((await arabic.client.get(path)).text)
        assert page.all("html") == [{"lang": "ar", "dir": "rtl"}]
    assert "تسجيل الدخول" in (await arabic.client.get("/sign-in")).text
    assert "تسجيل الدخول" in ARABIC
    assert Page((await arabic.client.get("/?lang=en")).text).all("html") == [{"lang": "en"}]
