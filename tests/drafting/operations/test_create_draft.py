"""Beginning a draft."""

from ipaddress import ip_network
from typing import Any

import pytest

from showground.core.domain_names import site_key
from tests.support.draft_world import Studio
from tests.support.listings import add, listing
from tests.support.problems import errors_of
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio


async def test_a_draft_begins_and_a_job_waits(studio: Studio) -> None:
    key = {"Idempotency-Key": "one"}
    asked: dict[str, Any] = {"json": {"url": studio.url()}, "by": "alice", "headers": key}
    first = await studio.world.request("POST", "/drafts", **asked)
    again = await studio.world.request("POST", "/drafts", **asked)
    assert first.status_code == again.status_code == 201, first.text
    assert first.text == again.text
    draft = first.json()
    assert (draft["status"], draft["domain"], draft["listing_id"]) == ("crawling", "tidewater.test", None)
    assert (draft["completeness"], draft["problems"]) == (0, [])
    assert draft["progress"] == {"pages_read": 0, "pages_planned": 1, "now": "Waiting to start"}
    assert draft["fields"] == draft["part_states"] == {}, "nothing is not found before the site has been read"
    assert draft["missing"] == {"required": [], "recommended": []}
    jobs = await studio.rows("select args from procrastinate_jobs where task_name = 'read_and_draft'")
    me = (await studio.world.get("/me", by="alice")).json()["account"]["id"]
    assert jobs == [({"draft_id": draft["id"], "reading": 1, "account": me, "site": site_key(draft["url"])},)]
    reused = await studio.world.request("POST", "/drafts", by="alice", headers=key, json={"url": "https://a.example"})
    assert reused.json()["code"] == "idempotency_key_reused"


async def test_until_the_site_has_been_read_a_draft_holds_what_is_known(studio: Studio) -> None:
    begun = (await studio.world.request("POST", "/drafts", by="alice", json={"url": studio.url()})).json()["id"]
    edited = await studio.edit(begun, fields={"tagline": "Mine", "city": None}, story={"title": "Why"})
    assert {name: field["value"] for name, field in edited["fields"].items()} == {"tagline": "Mine", "city": None}
    assert edited["part_states"] == {"story.title": "manual"}
    assert edited["missing"] == {"required": [], "recommended": []}
    await studio.work(begun, 1)
    ready = await studio.get(begun)
    assert (ready["status"], len(ready["fields"])) == ("ready", 18)
    assert "categories" in ready["missing"]["required"]


async def test_an_address_gets_one_spelling(world: World) -> None:
    for given, kept in {
        "example.com": "https://example.com/",
        " Example.COM/x y?q#f ": "https://example.com/x%20y?q",
        "http://example.com:80": "http://example.com/",
        "https://bücher.example": "https://xn--bcher-kva.example/",
        "example.com:443/a": "https://example.com/a",
    }.items():
        answer = await world.request("POST", "/drafts", by="alice", json={"url": given})
        assert answer.status_code == 201, answer.text
        assert answer.json()["url"] == kept


async def test_an_address_that_is_none_or_not_public_is_refused(world: World) -> None:
    for url, words in {
        "": "valid URL",
        "https://": "valid URL",
        "ftp://example.com": "http://",
        "javascript:alert(1)": "http://",
        "mailto:a@b.example": "This is an email address.",
        " Ada@tidewater.example ": "Enter the address of the product's website, such as tidewater.example.",
        "https://user:pass@example.com": "password",
        "http://127.0.0.1/": "public internet",
        "http://[::1]/": "public internet",
        "http://[::ffff:127.0.0.1]/": "public internet",
        "http://10.0.0.1": "public internet",
        "http://169.254.169.254/latest": "public internet",
        "http://2130706433/": "public internet",
        "http://0x7f.1/": "public internet",
        "http://127.0.0.1./": "public internet",
        "https://\uff11\uff12\uff17.0.0.1/": "public internet",
        "https://example.com:8080/": "ports",
        "https://exa mple.com": "valid URL",
        "hello": "Enter the domain with its ending, such as tidewater.example.",
        "My product": "Enter the domain with its ending",
        "https://hello": "valid URL. Enter it in full, such as https://example.com",
        "https://hello./": "valid URL",
    }.items():
        answer = await world.request("POST", "/drafts", by="alice", json={"url": url})
        assert words in errors_of(answer)["url"], url
    assert (await world.get("/drafts", by="alice")).json()["total"] == 0


async def test_an_operator_may_let_more_be_reached(database_url: str) -> None:
    async with running_world(database_url, fetch_allow=(ip_network("127.0.0.0/8"),)) as world:
        await world.add_person("alice")
        allowed = await world.request("POST", "/drafts", by="alice", json={"url": "http://127.0.0.1:8080"})
        assert allowed.status_code == 201, allowed.text
        assert allowed.json()["domain"] == "127.0.0.1"
        refused = await world.request("POST", "/drafts", by="alice", json={"url": "http://10.0.0.1"})
        assert "url" in errors_of(refused)


async def test_a_domain_that_is_listed_is_told_at_once(studio: Studio) -> None:
    await add(studio.world, listing("ebb", website="https://www.tidewater.test/"))
    draft = await studio.begin("blog.tidewater.test")
    (problem,) = draft["problems"]
    assert problem["code"] == "already_listed"
    assert "as ebb" in problem["detail"]
    assert "/claims" in problem["detail"]
    assert (problem["slug"], problem["listing_id"]) == ("ebb", None)


async def test_twenty_an_hour(database_url: str) -> None:
    async with running_world(database_url, rate_limits=1.0) as world:
        await world.add_person("alice")
        body = {"json": {"url": "https://a.example"}}
        statuses = [(await world.request("POST", "/drafts", by="alice", **body)).status_code for _ in range(21)]
        assert statuses == [201] * 20 + [429]
        world.clock.move(minutes=61)
        assert (await world.request("POST", "/drafts", by="alice", **body)).status_code == 201
