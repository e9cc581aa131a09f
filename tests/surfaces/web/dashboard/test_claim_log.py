"""The log of looks for a claim's proof: its owner and staff read it, and only staff take back what it once proved."""

from collections.abc import AsyncGenerator

import pytest

from showground.accounts.actions.account import DeleteAccount, delete_account
from showground.core.mail.templates import write
from showground.ownership.jobs import end_and_recheck_claims
from tests.support.dispatcher import SITE
from tests.support.html import Page
from tests.support.owner_homepages import HOST, Street, open_street
from tests.surfaces.web.admin.conftest import staff_of

pytestmark = pytest.mark.anyio

RECORD = f"_listing-verification.{HOST}"


@pytest.fixture
async def street(database_url: str) -> AsyncGenerator[Street]:
    async with open_street(database_url) as street:
        yield street


async def prove(street: Street) -> int:
    """Charlie's claim by a record."""
    made = await street.call("POST", "/claims", {"slug": "tidewater", "method": "dns"}, by="charlie", status=201)
    street.dns.txt[RECORD] = [made["instructions"]["value"]]
    told = await street.call("POST", f"/claims/{made['id']}/verify", by="charlie")
    assert (told["status"], told["ownership"]) == ("verified", "granted")
    return made["id"]


async def is_marked(street: Street) -> bool:
    badges = await street.call("GET", "/listings/tidewater/badges")
    return "verified" in {badge["kind"] for badge in badges["items"]}


async def test_a_proof_that_is_gone_is_logged_and_staff_decide(street: Street) -> None:
    await street.add(status="live", members={})
    number = await prove(street)
    street.world.clock.move(days=31)
    street.dns.txt[RECORD] = ["v=spf1 -all"]
    await street.run(end_and_recheck_claims)
    assert await is_marked(street)  # a look changes nothing by itself

    async with street.world.browser("charlie") as owner, street.world.browser("alice") as stranger:
        assert f"/dashboard/claims/{number}" in Page((await owner.get("/dashboard/claims")).text).links()
        log = Page((await owner.get(f"/dashboard/claims/{number}")).text).text
        assert log.index("Not found on 11 April 2026") < log.index("Found on 11 March 2026")
        for words in ("v=spf1 -all", RECORD, "listing-verification=", "Next check: 11 May 2026"):
            assert words in log
        assert (await stranger.get(f"/dashboard/claims/{number}")).status_code == 404
        assert (await owner.get(f"/dashboard/claims/{2**70}")).status_code == 404

    async with staff_of(street.world) as staff:
        page = await staff.see("/admin/claims")
        assert "We found TXT records, but none has this value." in page.text
        assert f"/admin/claims/{number}" in page.links()
        assert "v=spf1 -all" in (await staff.see(f"/admin/claims/{number}")).text
        page = await staff.send(f"/admin/claims/{number}/unverify")
        assert "Not shown as verified" in page.text
        assert [action for _, action, _ in await staff.log()] == ["revoke_verification"]
        await staff.send(f"/admin/claims/{number}/unverify", 400)
        await staff.send("/admin/claims/999/unverify", 404)
        await staff.see("/admin/claims/999", 404)
    assert not await is_marked(street)
    [(to, template, text)] = await street.mails()
    assert (to, template) == ("charlie@charlie.example", "verification_lost")
    assert RECORD in text
    async with street.world.browser("charlie") as owner:
        assert "No longer shown as verified." in (await owner.get(f"/dashboard/claims/{number}")).text

    again = await prove(street)
    assert (again != number, await is_marked(street)) == (True, True)
    async with street.world.dispatcher.database.transaction() as db:  # the site keeps an owner
        await db.execute("update account set staff = true where name = 'Alice'")
    gone = DeleteAccount(email="charlie@charlie.example")
    await street.world.dispatcher.call(delete_account, street.person("charlie"), gone)
    assert not await is_marked(street)  # nobody is known to own it any more


def test_the_mail_in_full() -> None:
    known = {"asked": '<meta name="x" content="1">', "where": "The head of https://t.example/", "link": SITE.url}
    mail = write(SITE, "a@b.example", "verification_lost", unsubscribe_url=None, listing="Tidewater", **known)
    assert mail.subject == "Tidewater is no longer verified"
    assert 'What we looked for: <meta name="x" content="1">' in mail.body_text
    assert "&lt;meta" in mail.body_html
