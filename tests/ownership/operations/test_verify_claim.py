"""Proving that a listing is one's own: real DNS and web servers, and a mailed link."""

import asyncio
from typing import Any

import pytest

from showground.core.calls.models import NoInput
from showground.core.mail.templates import write
from showground.ownership.actions.claims import (
    ConfirmEmailClaim,
    DecideClaim,
    confirm_email_claim,
    decide_claim,
    list_claims_in_review,
)
from showground.ownership.claim_errors import ClaimExpired, NoSuchMailedClaim, NotInReview
from showground.ownership.jobs import end_and_recheck_claims
from tests.support.dispatcher import SITE
from tests.support.owner_homepages import HOST, Street
from tests.support.site import Answer, redirect

pytestmark = pytest.mark.anyio

RECORD = f"_listing-verification.{HOST}"
FILE = "/.well-known/listing-verification.txt"


async def claim(street: Street, method: str, by: str = "charlie", **more: Any) -> dict[str, Any]:
    return await street.call("POST", "/claims", {"slug": "tidewater", "method": method} | more, by=by, status=201)


async def verify(street: Street, made: dict[str, Any], by: str = "charlie") -> dict[str, Any]:
    return await street.call("POST", f"/claims/{made['id']}/verify", by=by)


async def seen(street: Street, made: dict[str, Any]) -> tuple[str, list[str], str]:
    """Status, what was seen and what it means, after one more look."""
    told = await verify(street, made)
    return told["status"], told["last_check"]["seen"], told["last_check"]["detail"]


async def test_a_record_in_dns_makes_an_unowned_listing_yours(street: Street) -> None:
    number = await street.add(status="live", members={})
    made = await claim(street, "dns")
    value = made["instructions"]["value"]
    assert await seen(street, made) == (
        "pending",
        [],
        "We found no such record yet. New records can take up to an hour to become visible.",
    )
    street.dns.txt[RECORD] = ["v=spf1 -all", "listing-verification=0000"]  # another record, and an old one
    status, found, detail = await seen(street, made)
    assert (status, found) == ("pending", ["listing-verification=0000", "v=spf1 -all"])
    assert "none has this value" in detail
    street.dns.txt[RECORD] = [value + "0", value[:-1], value.upper()]
    assert (await seen(street, made))[0] == "pending"
    street.dns.txt[RECORD] = ["listing-verification=0000", value]
    told = await verify(street, made)
    assert (told["status"], told["ownership"], told["verified_at"]) == ("verified", "granted", "2026-03-11T12:00:00Z")
    assert told["last_check"]["where"] == f"TXT records of {RECORD}"
    assert told["last_check"]["asked"] == value
    assert (await street.call("GET", f"/me/listings/{number}", by="charlie"))["slug"] == "tidewater"
    badges = await street.call("GET", "/listings/tidewater/badges")
    assert "verified" in {badge["kind"] for badge in badges["items"]}
    assert await verify(street, made) == told  # a second time changes nothing


async def test_a_record_behind_an_alias_counts_and_faults_of_servers_are_told(street: Street) -> None:
    await street.add(status="live", members={})
    made = await claim(street, "dns")
    street.dns.broken.add(RECORD)
    assert "DNS lookup for this domain failed" in (await seen(street, made))[2]
    street.dns.broken.clear()
    street.dns.aliases[RECORD] = "proof.elsewhere.example"
    street.dns.txt["proof.elsewhere.example"] = ["something else"]
    assert (await seen(street, made))[:2] == ("pending", ["something else"])
    street.dns.txt["proof.elsewhere.example"] = [made["instructions"]["value"]]
    assert (await seen(street, made))[0] == "verified"


@pytest.mark.slow
async def test_a_name_server_that_never_answers_is_told(street: Street) -> None:
    await street.add(status="live", members={})
    made = await claim(street, "dns")
    street.dns.silent.add(RECORD)
    status, found, detail = await seen(street, made)
    assert (status, found) == ("pending", [])
    assert "DNS lookup for this domain failed" in detail


async def test_a_tag_in_the_head_counts_and_one_elsewhere_does_not(street: Street) -> None:
    await street.add(status="live", members={})
    made = await claim(street, "meta")
    tag = made["instructions"]["tag"]
    assert (await seen(street, made))[2] == "The page has no such tag in its head."
    for elsewhere in (f"<!-- {tag} -->", f"<body><textarea>{tag}</textarea>", f"<body><p>{tag}</p>"):
        street.home.pages["/"] = f"<html><head><title>T</title></head>{elsewhere}</html>"
        assert (await seen(street, made))[0] == "pending", elsewhere
    street.home.pages["/"] = '<head><meta name="listing-verification" content="0000"></head>'
    assert await seen(street, made) == ("pending", ["0000"], "The page has the tag, but with different content.")
    street.home.pages["/"] = redirect(street.home.at("elsewhere.example") + "/")
    street.dns.records["elsewhere.example"] = ["127.0.0.2"]
    assert (await seen(street, made))[0] == "pending"
    street.home.pages["/"] = redirect("/home")
    street.home.pages["/home"] = f"<html><head>{tag}</head></html>"
    assert (await seen(street, made))[0] == "verified"


async def test_a_file_counts_and_a_page_in_its_place_does_not(street: Street) -> None:
    await street.add(status="live", members={})
    made = await claim(street, "file")
    content = made["instructions"]["content"]
    assert (await seen(street, made))[2] == "The URL returned status 404."
    street.home.pages[FILE] = f"<p>{content}</p>"
    assert "unexpected content type" in (await seen(street, made))[2]
    street.home.pages[FILE] = Answer("", type="text/plain")
    assert (await seen(street, made))[2] == "The file exists but is empty."
    street.home.pages[FILE] = Answer("x" * 20_000, type="text/plain")
    assert (await seen(street, made))[0] == "pending"
    street.home.pages[FILE] = Answer("of\0another", type="text/plain")
    assert (await seen(street, made))[1] == ["of\ufffdanother"]
    street.dns.records["elsewhere.example"] = ["127.0.0.2"]
    street.home.pages["/proof"] = Answer(content, type="text/plain")
    street.home.pages[FILE] = redirect(street.home.at("elsewhere.example") + "/proof")
    assert "another site" in (await seen(street, made))[2]
    street.home.pages[FILE] = Answer(f"\ufeff# ours\r\n{content}\r\n", type="text/plain; charset=utf-8")
    assert (await seen(street, made))[0] == "verified"


async def test_a_mailed_link_is_confirmed_by_who_reads_the_mail(street: Street) -> None:
    number = await street.add(status="live", members={})
    made = await claim(street, "email", email=f"hello@{HOST}")
    refused = await street.call("POST", f"/claims/{made['id']}/verify", by="charlie", status=400)
    assert refused["code"] == "email_not_opened"
    await street.deliver()
    [message] = street.sink.messages()
    body = message.get_body(("plain",))
    assert body is not None
    token = body.get_content().partition("http://localhost:8000/claims/")[2].split()[0]
    dispatcher, nobody = street.world.dispatcher, street.world.caller()
    looked = await dispatcher.call(confirm_email_claim, nobody, ConfirmEmailClaim(token=token, confirm=False))
    assert (looked.claimant, looked.name, looked.status) == ("Charlie", "Tidewater", "pending")
    for _ in range(2):
        done = await dispatcher.call(confirm_email_claim, nobody, ConfirmEmailClaim(token=token))
        assert (done.status, done.ownership) == ("verified", "granted")
    assert (await verify(street, made))["status"] == "verified"
    await street.call("GET", f"/me/listings/{number}", by="charlie")
    with pytest.raises(NoSuchMailedClaim):
        await dispatcher.call(confirm_email_claim, nobody, ConfirmEmailClaim(token="never"))


async def test_a_new_link_ends_the_old_one_and_time_ends_both(street: Street) -> None:
    await street.add(status="live", members={})
    tokens: list[str] = []
    for _ in range(2):
        await claim(street, "email", email=f"hello@{HOST}")
        tokens.append((await street.mails())[-1][2].partition("/claims/")[2].split()[0])
    dispatcher, nobody = street.world.dispatcher, street.world.caller()
    with pytest.raises(NoSuchMailedClaim):
        await dispatcher.call(confirm_email_claim, nobody, ConfirmEmailClaim(token=tokens[0]))
    street.world.clock.move(days=30)
    with pytest.raises(ClaimExpired):
        await dispatcher.call(confirm_email_claim, street.world.caller(), ConfirmEmailClaim(token=tokens[1]))


async def test_a_listing_of_another_owner_is_for_staff_to_decide(street: Street) -> None:
    number = await street.add(status="live")
    made = await claim(street, "dns")
    street.dns.txt[RECORD] = [made["instructions"]["value"]]
    told = await verify(street, made)
    assert (told["status"], told["ownership"]) == ("verified", "in_review")
    await street.call("GET", f"/me/listings/{number}", by="charlie", status=404)
    badges = await street.call("GET", "/listings/tidewater/badges")
    assert "verified" not in {badge["kind"] for badge in badges["items"]}

    dispatcher = street.world.dispatcher
    listed = await dispatcher.call(list_claims_in_review, street.staff(), NoInput())
    assert [(c.id, c.claimant, c.owners) for c in listed.items] == [
        (made["id"], street.ids["charlie"], [street.ids["alice"]])
    ]
    await dispatcher.call(decide_claim, street.staff(), DecideClaim(claim_id=made["id"], grant=True))
    assert (await street.call("GET", "/claims", by="charlie"))["items"][0]["ownership"] == "granted"
    await street.call("GET", f"/me/listings/{number}", by="charlie")
    for former in ("alice", "bob"):
        await street.call("GET", f"/me/listings/{number}", by=former, status=404)
    assert [(to, template) for to, template, _ in await street.mails()] == [
        ("charlie@charlie.example", "claim_decided")
    ]
    with pytest.raises(NotInReview):
        await dispatcher.call(decide_claim, street.staff(), DecideClaim(claim_id=made["id"], grant=False))


async def test_staff_may_refuse_and_an_owner_may_prove_their_own(street: Street) -> None:
    number = await street.add(status="live")
    theirs, own = await claim(street, "dns"), await claim(street, "dns", by="alice")
    street.dns.txt[RECORD] = [theirs["instructions"]["value"], own["instructions"]["value"]]
    assert (await verify(street, theirs))["ownership"] == "in_review"
    assert (await verify(street, own, by="alice"))["ownership"] == "granted"
    await street.world.dispatcher.call(decide_claim, street.staff(), DecideClaim(claim_id=theirs["id"], grant=False))
    assert (await street.call("GET", "/claims", by="charlie"))["items"][0]["ownership"] == "refused"
    assert (await street.call("GET", f"/me/listings/{number}"))["listing_id"] == number


async def test_of_two_claimants_at_once_one_is_given_it(street: Street) -> None:
    await street.add(status="live", members={})
    made = {name: await claim(street, "dns", by=name) for name in ("bob", "charlie")}
    street.dns.txt[RECORD] = [m["instructions"]["value"] for m in made.values()]
    told = await asyncio.gather(*(verify(street, m, by=name) for name, m in made.items()))
    assert sorted(t["ownership"] for t in told) == ["granted", "in_review"]


async def test_old_claims_end_and_verified_ones_are_looked_at_again(street: Street) -> None:
    await street.add(status="live", members={})
    old, good = await claim(street, "meta"), await claim(street, "dns", by="bob")
    street.dns.txt[RECORD] = [good["instructions"]["value"]]
    await verify(street, good, by="bob")
    street.world.clock.move(days=30)
    refused = await street.call("POST", f"/claims/{old['id']}/verify", by="charlie", status=400)
    assert refused["code"] == "claim_expired"
    street.dns.txt.clear()
    await street.run(end_and_recheck_claims)
    assert await street.ask("select status from claim order by id") == [("expired",), ("verified",)]
    told = (await street.call("GET", "/claims", by="bob"))["items"][0]
    assert (told["status"], told["ownership"], told["last_check"]["found"]) == ("verified", "granted", False)
    await street.run(end_and_recheck_claims)
    assert await street.ask("select count(*) from claim_check") == [(2,)]
    new = await claim(street, "meta")
    assert new["id"] != old["id"]


async def test_a_stranger_finds_no_claim(street: Street) -> None:
    await street.add(status="live", members={})
    made = await claim(street, "dns")
    street.dns.txt[RECORD] = [made["instructions"]["value"]]
    refused = await street.call("POST", f"/claims/{made['id']}/verify", by="bob", status=404)
    never = await street.call("POST", f"/claims/{made['id'] + 1}/verify", by="bob", status=404)
    assert {**refused, "request_id": ""} == {**never, "request_id": ""}
    assert street.dns.queries == []


@pytest.mark.parametrize(("granted", "says"), [(True, "now belongs to your account"), (False, "it stays with them")])
def test_the_mail_about_the_decision(granted: bool, says: str) -> None:
    mail = write(
        SITE,
        "c@charlie.example",
        "claim_decided",
        unsubscribe_url=None,
        listing="Tidewater",
        granted=granted,
        link="https://fair.example/listings/tidewater",
    )
    assert mail.subject == ("You now own Tidewater" if granted else "Your claim to Tidewater was declined")
    assert says in mail.body_text
    assert "https://fair.example/listings/tidewater" in mail.body_html
