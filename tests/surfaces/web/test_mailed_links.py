"""Pages that mails lead to: opening them does nothing, their buttons do."""

import pytest

from showground.launches.actions.follows import Follow, follow
from tests.support.owners import meet
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def test_a_reader_or_their_mail_program_stops_the_mails(world: World) -> None:
    owners = await meet(world)
    await owners.add()
    await world.dispatcher.call(follow, owners.person("charlie"), Follow(slug="tidewater"))
    [(token,)] = await owners.ask("select stop_token from follow")
    page = await world.client.get(f"/unsubscribe/{token}")
    assert page.status_code == 200
    assert "Unsubscribe" in page.text
    assert page.headers["cache-control"] == "no-store"
    assert await owners.ask("select mailed from follow") == [(True,)]
    posted = await world.client.post(f"/unsubscribe/{token}", data={"List-Unsubscribe": "One-Click"})
    assert posted.status_code == 200
    assert "get any more emails about Tidewater" in posted.text
    assert await owners.ask("select mailed from follow") == [(False,)]
    for nobodys in ("x", "00000000-0000-4000-8000-000000000000"):
        assert (await world.client.get(f"/unsubscribe/{nobodys}")).status_code == 404


async def test_who_reads_the_mail_confirms_the_claim(world: World) -> None:
    owners = await meet(world)
    number = await owners.add(members={})
    given = {"slug": "tidewater", "method": "email", "email": "hello@tidewater.example"}
    await owners.call("POST", "/claims", given, by="charlie", status=201)
    [(_, _, text)] = await owners.mails()
    path = "/claims/" + text.partition("http://localhost:8000/claims/")[2].split()[0]
    async with world.browser() as browser:
        page = await browser.get(path)
        assert "charlie@charlie.example" in page.text
        assert "Confirm claim" in page.text
        await owners.call("GET", f"/me/listings/{number}", by="charlie", status=404)
        assert "now belongs to Charlie" in (await browser.post(path, data={})).text
        await owners.call("GET", f"/me/listings/{number}", by="charlie")
        assert "now belongs to Charlie" in (await browser.get(path)).text
        assert (await browser.get("/claims/" + "x" * 43)).status_code == 404
        assert (await browser.get("/claims/" + "x" * 300)).status_code == 404
    forged = await world.client.post(path, data={}, headers={"Origin": "https://evil.example"})
    assert forged.status_code == 403
