"""Claiming a listing: what to publish, or a mailed link."""

import pytest

from showground.core.mail.templates import write
from showground.ownership.operations.create_claim import create_claim
from tests.support.dispatcher import SITE
from tests.support.owners import Owners, meet
from tests.support.problems import read_problem
from tests.support.requests import ask
from tests.support.world import CAST, running_world

pytestmark = pytest.mark.anyio

SITE_OF = "http://www.tidewater.co.uk:8080/en/"


async def test_it_says_exactly_what_to_publish(owners: Owners) -> None:
    await owners.add(members={}, website=SITE_OF)
    told = await owners.call("POST", "/claims", {"slug": "tidewater", "method": "dns"}, by="charlie", status=201)
    value = told["instructions"]["value"]
    assert value.startswith("listing-verification=")
    assert len(value) == len("listing-verification=") + 40
    assert told["instructions"]["name"] == "_listing-verification.tidewater.co.uk"
    assert (told["status"], told["ownership"], told["last_check"]) == ("pending", None, None)
    assert (told["slug"], told["created_at"], told["expires_at"]) == (
        "tidewater",
        "2026-03-11T12:00:00Z",
        "2026-04-10T12:00:00Z",
    )
    meta = await owners.call("POST", "/claims", {"slug": "tidewater", "method": "meta"}, by="charlie", status=201)
    assert meta["instructions"]["tag"].startswith('<meta name="listing-verification" content="')
    assert value.partition("=")[2] not in meta["instructions"]["tag"]
    file = await owners.call("POST", "/claims", {"slug": "tidewater", "method": "file"}, by="charlie", status=201)
    assert file["instructions"]["path"] == "http://www.tidewater.co.uk:8080/.well-known/listing-verification.txt"
    assert file["instructions"]["content"].startswith("listing-verification=")
    again = await owners.call("POST", "/claims", {"slug": "tidewater", "method": "dns"}, by="charlie", status=201)
    assert again == told  # what was published already stays right
    other = await owners.call("POST", "/claims", {"slug": "tidewater", "method": "dns"}, by="bob", status=201)
    assert other["instructions"]["value"] != value


async def test_a_mailbox_at_a_mail_provider_does_not_prove_that_one_owns_it(owners: Owners) -> None:
    await owners.add(members={}, website="https://www.proton.me/mail")
    given = {"slug": "tidewater", "method": "email", "email": "mallory@proton.me"}
    errors = await owners.errors("POST", "/claims", given, by="charlie")
    assert "Anyone can have an email address at proton.me" in errors["method"]
    assert await owners.mails() == []
    await owners.call("POST", "/claims", {"slug": "tidewater", "method": "dns"}, by="charlie", status=201)


async def test_a_link_is_mailed_to_the_domain_and_nowhere_else(owners: Owners) -> None:
    await owners.add(members={}, website=SITE_OF)
    given = {"slug": "tidewater", "method": "email"}
    for address in ("me@gmail.com", "me@co.uk", "me@tidewater.co.uk.evil.example", "me@sub.tidewater.co.uk"):
        assert set(await owners.errors("POST", "/claims", given | {"email": address}, by="charlie")) == {"email"}
    assert "at tidewater.co.uk" in (await owners.errors("POST", "/claims", given, by="charlie"))["email"]
    assert await owners.mails() == []
    asked = given | {"email": "Hello@Tidewater.co.uk"}
    told = await owners.call("POST", "/claims", asked, by="charlie", status=201)
    assert "hello@tidewater.co.uk" in told["instructions"]["summary"]
    [(to, template, text)] = await owners.mails()
    assert (to.lower(), template) == ("hello@tidewater.co.uk", "claim_link")
    assert "Charlie (charlie@charlie.example) says that they own Tidewater" in text
    token = text.partition("http://localhost:8000/claims/")[2].split()[0]
    assert len(token) == 43
    assert token not in str(told)
    stored = await owners.ask("select link_hash, token from claim")
    assert token.encode() not in stored[0][0]
    assert token not in stored[0][1]


async def test_a_domain_in_other_letters_has_mail_in_both_spellings(owners: Owners) -> None:
    await owners.add(members={}, website="https://www.xn--bcher-kva.example/")
    given = {"slug": "tidewater", "method": "email"}
    for address in ("hallo@bücher.example", "hallo@xn--bcher-kva.example", "hallo@www.bücher.example"):
        await owners.call("POST", "/claims", given | {"email": address}, by="charlie", status=201)
    for address in ("hallo@bucher.example", "Hallo <hallo@bücher.example>"):
        assert set(await owners.errors("POST", "/claims", given | {"email": address}, by="charlie")) == {"email"}


async def test_a_host_of_many_users_is_not_one_domain(owners: Owners) -> None:
    await owners.add("user-page", members={}, website="https://user.github.io/project/")
    told = await owners.call("POST", "/claims", {"slug": "user-page", "method": "dns"}, by="charlie", status=201)
    assert told["instructions"]["name"] == "_listing-verification.user.github.io"
    by_mail = {"slug": "user-page", "method": "email", "email": "other@github.io"}
    assert set(await owners.errors("POST", "/claims", by_mail, by="charlie")) == {"email"}


async def test_what_cannot_be_claimed_so_is_refused_by_name(owners: Owners) -> None:
    await owners.add(members={})
    await owners.add("numbered", members={}, website="http://192.0.2.7/")
    wrong = {"slug": "tidewatr", "method": "dns"}
    assert "tidewater" in (await owners.errors("POST", "/claims", wrong))["slug"]
    for method in ("dns", "email"):
        by_number = {"slug": "numbered", "method": method, "email": "a@b.example"}
        assert set(await owners.errors("POST", "/claims", by_number)) == {"method"}
    both = {"slug": "tidewater", "method": "dns", "email": "a@tidewater.example"}
    assert set(await owners.errors("POST", "/claims", both)) == {"email"}
    assert set(await owners.errors("POST", "/claims", {"slug": "tidewater", "method": "fax"})) == {"method"}
    assert await owners.ask("select from claim") == []


async def test_only_claims_that_are_mailed_are_limited(database_url: str) -> None:
    async with running_world(database_url, rate_limits=0.1) as world:  # two mailed ones an hour, six writes a minute
        for name in CAST:
            await world.add_person(name)
        owners = await meet(world)
        await owners.add(members={})
        by_file = {"slug": "tidewater", "method": "file"}
        by_mail = {"slug": "tidewater", "method": "email", "email": "hello@tidewater.example"}
        for _ in range(3):
            answer = await world.request("POST", "/claims", by="charlie", json=by_file)
            assert answer.status_code == 201
            assert "claims-by-mail" not in answer.headers["ratelimit"]
        for key, left in (({}, 1), ({"Idempotency-Key": "once"}, 0)):
            answer = await world.request("POST", "/claims", by="charlie", json=by_mail, headers=key)
            assert answer.status_code == 201
            assert f'"claims-by-mail";r={left};t=3600' in answer.headers["ratelimit"]
        world.clock.move(minutes=2)
        refused = await world.request("POST", "/claims", by="charlie", json=by_mail)
        read_problem(refused, 429, "rate_limited")
        assert refused.headers["retry-after"] == "3480"
        assert refused.headers.get_list("ratelimit-policy") == [
            '"account";q=60;w=60, "address";q=120;w=60, "writes";q=6;w=60, "claims-by-mail";q=2;w=3600'
        ]
        told = await ask(world, "mcp", create_claim, by_mail, by="charlie")
        assert told.problem["code"] == "rate_limited"
        assert told.http.headers.get_list("ratelimit-policy") == refused.headers.get_list("ratelimit-policy")
        await owners.call("POST", "/claims", by_file, by="charlie", status=201)
        await owners.call("POST", "/claims", by_mail, by="bob", status=201)
        assert len(await owners.mails()) == 3


def test_the_mail_in_full() -> None:
    mail = write(
        SITE,
        "hello@tidewater.example",
        "claim_link",
        unsubscribe_url=None,
        listing="Tidewater",
        claimant="Mallory <b> (m@evil.example)",
        link="https://fair.example/claims/abc",
    )
    assert mail.subject == "Confirm who owns Tidewater on Test Fair"
    assert mail.body_text == (
        "Mallory <b> (m@evil.example) says that they own Tidewater on Test Fair, and gave this email address as"
        " proof.\n"
        "\nIf that is right, open this link within 30 days and confirm it: https://fair.example/claims/abc\n"
        "\nIf you don\u2019t know who this is, ignore this email. Nobody gets the listing without the link.\n"
        "\n-- \nTest Fair\nhttps://fair.example\n"
    )
    assert "Mallory &lt;b&gt;" in mail.body_html
