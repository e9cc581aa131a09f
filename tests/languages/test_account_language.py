"""Emails are in the language of the account that gets them."""

import psycopg
import pytest

from tests.support.world import World

pytestmark = pytest.mark.anyio

GERMAN = {"Accept-Language": "de"}


def language_of(world: World, email: str) -> str | None:
    with psycopg.connect(world.database_url) as db:
        [[language]] = db.execute("select language from account where email = %s", (email,)).fetchall()
        return language


def last_email(world: World) -> tuple[str, str]:
    with psycopg.connect(world.database_url) as db:
        return db.execute("select recipient, body_html from outbox order by id desc limit 1").fetchall()[0]


async def ask_for_link(world: World, email: str, **headers: str) -> str:
    async with world.browser() as browser:
        answer = await browser.post("/sign-in", data={"email": email}, headers=headers)
        assert answer.status_code == 200, answer.text
    recipient, html = last_email(world)
    assert recipient == email
    return html


async def test_a_stranger_gets_the_link_in_the_language_of_the_page(english_and_german: World) -> None:
    german = await ask_for_link(english_and_german, "new@new.example", **GERMAN)
    assert '<html lang="de">' in german
    assert "Bei Showground anmelden" in german
    assert '<html lang="en">' in await ask_for_link(english_and_german, "other@new.example")


async def test_the_first_sign_in_sets_the_language_and_later_ones_keep_it(english_and_german: World) -> None:
    world, email = english_and_german, "alice@alice.example"
    assert language_of(world, email) is None
    async with world.browser() as browser:
        browser.headers["Accept-Language"] = "de"
        link = (await ask_for_link(world, email, **GERMAN)).partition("http://localhost:8000")[2].partition('"')[0]
        assert (await browser.post(link, data={})).status_code == 303
    assert language_of(world, email) == "de"
    assert '<html lang="de">' in await ask_for_link(world, email)  # whatever the page's own language is
    async with world.browser("alice"):
        assert language_of(world, email) == "de"


async def test_a_person_chooses_a_language(english_and_german: World) -> None:
    world = english_and_german
    async with world.browser("alice") as browser:
        assert 'action="/account/language"' in (await browser.get("/account")).text
        refused = await browser.post("/account/language", data={"language": "fr"})
        assert refused.status_code == 400
        saved = await browser.post("/account/language", data={"language": "de"})
        assert (saved.status_code, saved.headers["location"]) == (303, "/account?saved=1&lang=de")
        page = await browser.get(saved.headers["location"])
        assert '<html lang="de">' in page.text
        assert '<option value="de" selected' in page.text
        assert language_of(world, "alice@alice.example") == "de"
        exported = await browser.post("/account/data/export", data={})
        assert exported.json()["account"]["language"] == "de"


async def test_a_site_in_one_language_asks_nobody(database_url: str, world: World) -> None:
    async with world.browser("alice") as browser:
        assert "/account/language" not in (await browser.get("/account")).text
    assert language_of(world, "alice@alice.example") is None
