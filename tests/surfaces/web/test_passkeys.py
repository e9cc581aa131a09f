"""Passkeys: added, used, removed, and what is refused."""

import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa

from tests.support.html import Page
from tests.support.passkey import SoftPasskey
from tests.support.world import World

pytestmark = pytest.mark.anyio

PRESENT = 0x01  # the person is there, but was not checked


async def add(browser: httpx2.AsyncClient, passkey: SoftPasskey, name: str = "Laptop") -> httpx2.Response:
    options = (await browser.post("/account/passkeys/options")).json()
    return await browser.post("/account/passkeys", data={"name": name, "credential": passkey.create(options)})


async def use(browser: httpx2.AsyncClient, passkey: SoftPasskey, **more: str) -> httpx2.Response:
    options = (await browser.post("/sign-in/passkey/options")).json()
    return await browser.post("/sign-in/passkey", data={"credential": passkey.get(options), **more})


async def test_several_passkeys_are_added_used_and_removed(world: World) -> None:
    laptop, phone = SoftPasskey(), SoftPasskey()
    async with world.browser("alice") as browser:
        added = (await add(browser, laptop)).headers["location"]
        assert "/account/sessions/others/end" in (await browser.get(added)).text  # in case that others were signed in
        assert "/account/sessions/others/end" not in (await browser.get("/account/passkeys")).text
        options = (await browser.post("/account/passkeys/options")).json()
        assert (options["rp"]["id"], len(options["excludeCredentials"])) == ("localhost", 1)
        assert options["authenticatorSelection"]["userVerification"] == "required"
        await add(browser, phone, "Phone")
        assert (await add(browser, laptop)).status_code == 400  # it is there already
        page = Page((await browser.get("/account/passkeys")).text)
        assert "Laptop" in page.text
        assert "Phone" in page.text
        async with world.browser() as elsewhere:
            answer = await use(elsewhere, phone, next="/listings")
            assert (answer.status_code, answer.headers["location"]) == (303, "/listings")
            assert "alice@alice.example" in (await elsewhere.get("/account")).text
            assert "Signed in with a passkey" in Page((await elsewhere.get("/account/sessions")).text).text
            assert (await use(elsewhere, phone, next="//evil.example")).headers["location"] == "/signed-in"
        paths = [str(form["action"]) for form in page.all("form") if "remove" in str(form.get("action"))]
        async with world.browser("bob") as stranger:
            assert (await stranger.post(paths[1], data={})).headers["location"] == "/account/passkeys"
        assert (await browser.post(paths[0], data={})).headers["location"] == added
        page = Page((await browser.get("/account/passkeys")).text)
        assert ("Laptop" in page.text, "Phone" in page.text) == (False, True)
        async with world.browser() as elsewhere:
            refused = await use(elsewhere, laptop)
            assert (refused.status_code, "could not verify this passkey" in refused.text) == (400, True)
            assert (await use(elsewhere, phone)).status_code == 303
            await elsewhere.post("/sign-out", data={})
        async with world.dispatcher.database.reading() as db:
            noted = await db.all("select kind, way from access_event where kind <> 'created' and address = '127.0.0.1'")
        assert [kind for kind, _ in noted].count("passkey_added") == 2
        assert {("signed_in", "link"), ("signed_in", "passkey"), ("signed_out", None), ("passkey_removed", None)} < set(
            noted
        )


async def test_what_is_refused(world: World) -> None:
    good = SoftPasskey()
    async with world.browser("alice") as alice, world.browser("bob") as bob, world.browser() as browser:
        for wrong in (SoftPasskey(origin="https://evil.example"), SoftPasskey(host="evil.example")):
            assert (await add(alice, wrong)).status_code == 400
        options = (await alice.post("/account/passkeys/options")).json()
        unchecked = {"name": "x", "credential": good.create(options, flags=0x41)}
        assert (await alice.post("/account/passkeys", data=unchecked)).status_code == 400
        stolen = {"name": "x", "credential": good.create(options)}
        assert (await bob.post("/account/passkeys", data=stolen)).status_code == 400  # it was asked of Alice
        for text in ("", "{}", "[]", "nonsense", '{"id": 1}'):
            assert (await alice.post("/account/passkeys", data={"name": "x", "credential": text})).status_code == 400
            assert (await browser.post("/sign-in/passkey", data={"credential": text})).status_code == 400
        world.clock.move(minutes=5)
        assert (await alice.post("/account/passkeys", data=stolen)).status_code == 400  # too late
        assert (await add(alice, good)).status_code == 303

        asked = (await browser.post("/sign-in/passkey/options")).json()
        assert "allowCredentials" not in asked or asked["allowCredentials"] == []  # it tells nobody who has one
        signed = {"credential": good.get(asked)}
        assert (await browser.post("/sign-in/passkey", data=signed)).status_code == 303
        async with world.browser() as thief:
            assert (await thief.post("/sign-in/passkey", data=signed)).status_code == 400  # once
            for_adding = (await alice.post("/account/passkeys/options")).json()
            crossed = {"credential": good.get(for_adding)}
            assert (await thief.post("/sign-in/passkey", data=crossed)).status_code == 400
            asked = (await thief.post("/sign-in/passkey/options")).json()
            unchecked = {"credential": good.get(asked, flags=PRESENT)}
            assert (await thief.post("/sign-in/passkey", data=unchecked)).status_code == 400
            good.used = 0  # a copy that counts anew
            assert (await use(thief, good)).status_code == 400
            assert (await thief.get("/account")).status_code == 303


async def test_a_signature_is_checked_by_the_key_that_was_added(world: World) -> None:
    async with world.browser("alice") as alice, world.browser() as browser:
        for good in (SoftPasskey(), SoftPasskey(key=ed25519.Ed25519PrivateKey.generate()), rsa_passkey(2048)):
            assert (await add(alice, good)).status_code == 303
            forged = SoftPasskey()
            forged.id = good.id
            assert (await use(browser, forged)).status_code == 400
            assert (await use(browser, good)).status_code == 303
        for wrong in (rsa_passkey(1024), SoftPasskey(algorithm=-36), rsa_passkey(2048, algorithm=-65535)):
            assert (await add(alice, wrong)).status_code == 400  # too short, SHA-512 on this curve, SHA-1


def rsa_passkey(bits: int, algorithm: int | None = None) -> SoftPasskey:
    return SoftPasskey(key=rsa.generate_private_key(65537, bits), algorithm=algorithm)
