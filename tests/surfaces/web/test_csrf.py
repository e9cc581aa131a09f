"""What changes something must come from a page of our own."""

import re

import pytest

from showground.surfaces.web.routes import FORMS, OPEN_TO_ALL
from tests.support.world import World

pytestmark = pytest.mark.anyio

OWN = "http://localhost:8000"
FOREIGN: tuple[dict[str, str], ...] = (
    {"Origin": "https://evil.example"},
    {"Origin": "http://localhost:8001"},
    {"Origin": "https://localhost:8000"},
    {"Origin": "http://localhost:8000.evil.example"},
    {"Origin": "null"},
    {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    {"Origin": OWN, "Sec-Fetch-Site": "cross-site"},
    {"Origin": OWN, "Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "none"},
    {},
)
DOMESTIC = (
    {"Origin": OWN},
    {"Origin": OWN, "Sec-Fetch-Site": "same-origin"},
    {"Origin": OWN, "Sec-Fetch-Site": "none"},
    {"Origin": "http://127.0.0.1:8000"},
    {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "same-origin"},
)


@pytest.mark.slow
async def test_every_form_of_the_site_refuses_what_others_send(world: World) -> None:
    async with world.browser("alice") as browser:
        for name in ("origin", "sec-fetch-site"):
            del browser.headers[name]
        for path, _ in FORMS:
            filled = re.sub(r"{\w+:int}", "1", path.replace("{token}", "x"))
            for field in ("key_id", "session_id", "passkey_id"):
                filled = filled.replace(f"{{{field}}}", "1")
            if OPEN_TO_ALL and filled.startswith(OPEN_TO_ALL):
                continue
            for headers in FOREIGN:
                answer = await browser.post(filled, data={"name": "Mallory"}, headers=headers)
                assert (answer.status_code, "nothing was changed" in answer.text) == (403, True), (path, headers)
        for headers in DOMESTIC:
            answer = await browser.post("/account", data={"name": "Alice A."}, headers=headers)
            assert answer.status_code == 303, headers
        assert "Alice A." in (await browser.get("/account")).text


async def test_other_methods_are_no_way_round(world: World) -> None:
    async with world.browser("alice") as browser:
        foreign = {"Origin": "https://evil.example"}
        assert (await browser.post("/account", headers=foreign)).status_code == 403
        for method in ("PUT", "PATCH", "DELETE"):
            answer = await browser.request(method, "/account", headers=foreign)
            assert answer.status_code == 405


async def test_what_takes_no_posts_says_so_to_all_senders(showing: World) -> None:
    async with showing.browser() as browser:
        for name in ("origin", "sec-fetch-site"):
            del browser.headers[name]
        for headers in ({}, {"Origin": "https://evil.example"}, {"Origin": OWN}):
            answer = await browser.post("/no-such-page", headers=headers)
            assert (answer.status_code, "nothing was changed" in answer.text) == (404, False), headers
            answer = await browser.post("/pricing", headers=headers)
            assert (answer.status_code, set(answer.headers["allow"].split(", "))) == (405, {"GET", "HEAD"}), headers


async def test_a_form_is_small_and_plain(world: World) -> None:
    async with world.browser("alice") as browser:
        assert (await browser.post("/account", json={"name": "x"})).status_code == 415
        assert (await browser.post("/account", data={"name": "x" * 1_000_001})).status_code == 413
        many = {f"f{number}": "" for number in range(1_001)}
        assert (await browser.post("/account", data=many)).status_code == 400
        answer = await browser.post("/account", data={"name": "   "})
        assert (answer.status_code, "Write a name." in answer.text) == (400, True)
        answer = await browser.post("/account", data={"name": "a\x00b"})
        assert (answer.status_code, "Must not contain a NUL character." in answer.text) == (400, True)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        assert (await browser.post("/account", content=b"name=\xff", headers=kind)).status_code == 400
