"""The work on a draft: it ends ready, once, whatever happens on the way."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import anyio
import pytest

from showground.core.calls.context import Caller
from showground.core.jobs.declare import JobRun
from showground.drafting import draft_job
from showground.drafting.draft_job import ReadingProgress, SiteReading
from showground.drafting.jobs import finish_forgotten_drafts, read_and_draft
from showground.drafting.queries import drafts
from showground.extraction.proposal import Drafted, Proposal, SourceQuote
from tests.support.draft_world import HOME, Studio, tidewater
from tests.support.site import Answer, redirect

pytestmark = pytest.mark.anyio


async def test_progress_is_told_while_the_site_is_read(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, str]] = []
    draft = (await studio.begin())["id"]
    save = drafts.save_progress

    async def look(db: Any, *told: Any) -> bool:
        wanted = await save(db, *told)
        now = await studio.get(draft)  # what others see: each is a short transaction, this one still runs
        seen.append((now["status"], now["progress"]["now"]))
        return wanted

    monkeypatch.setattr(drafts, "save_progress", look)
    studio.drafter.proposal = tidewater(studio.url())
    await studio.work(draft)
    assert seen[0] == ("crawling", "Waiting to start")
    assert any(now.startswith("Checking") for _, now in seen)
    assert (await studio.get(draft))["status"] == "ready"


async def test_a_value_typed_while_the_site_is_read_is_kept(studio: Studio) -> None:
    draft = (await studio.begin())["id"]
    await studio.edit(draft, fields={"name": "Typed", "city": "Porto"})
    studio.drafter.proposal = tidewater(studio.url())
    await studio.work(draft)
    now = await studio.get(draft)
    assert (now["fields"]["name"]["value"], now["fields"]["city"]["value"]) == ("Typed", "Porto")
    assert now["fields"]["tagline"]["state"] == "ai"
    assert (await studio.edit(draft, restore=["name"]))["fields"]["name"]["value"] == "Tidewater"


async def test_a_value_typed_while_it_is_drafted_is_kept(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = (await studio.begin())["id"]

    async def propose_slowly(*_: Any) -> list[Proposal]:
        await studio.edit(draft, fields={"name": "Typed"})
        return [tidewater(studio.url())]

    monkeypatch.setattr(studio.drafter, "propose", propose_slowly)
    await studio.work(draft)
    now = await studio.get(draft)
    assert (now["status"], now["fields"]["name"]["value"]) == ("ready", "Typed")
    assert now["fields"]["tagline"]["state"] == "ai"


UNREADABLE: dict[str, dict[str, Any]] = {
    "robots_disallowed": {"/robots.txt": Answer("User-agent: *\nDisallow: /", type="text/plain")},
    "site_error": {"/": Answer("no", status=500)},
    "wrong_type": {"/": Answer(b"%PDF", type="application/pdf")},
    "address_refused": {"/": redirect("http://10.0.0.1/")},
    "too_many_redirects": {"/": redirect("/")},
}


async def test_a_site_that_cannot_be_read_ends_ready_with_the_problem(studio: Studio) -> None:
    for code, pages in UNREADABLE.items():
        studio.site.pages = {"/": HOME} | pages
        draft = (await studio.begin(f"{code.replace('_', '-')}.test"))["id"]
        await studio.work(draft)
        now = await studio.get(draft)
        assert (now["status"], now["completeness"]) == ("ready", 0)
        assert {field["state"] for field in now["fields"].values()} == {"not_found"}
        assert [problem["code"] for problem in now["problems"]] == [code]
        refused = await studio.edit(draft, regenerate=["name"])
        assert refused["problems"][-1]["code"] == "nothing_read"
        await studio.edit(draft, fields={"name": "By hand", "tagline": "T", "categories": ["Databases"]})
        assert (await studio.submitted(draft))["not_found_on_website"] == []
    assert studio.drafter.times_asked == 0


async def work_as_enqueued(studio: Studio, draft: str) -> dict[str, Any]:
    [(args,)] = await studio.rows("select args from procrastinate_jobs where args ->> 'draft_id' = %s", draft)
    await read_and_draft.work(JobRun(studio.world.dispatcher, Caller(studio.world.clock(), "job")), **args)
    return await studio.get(draft)


async def test_a_site_without_https_is_read_if_nobody_typed_https(studio: Studio) -> None:
    plain = studio.url()
    typed = {"url": plain.removeprefix("http://")}
    draft = (await studio.world.request("POST", "/drafts", by="alice", json=typed)).json()
    assert draft["url"] == plain.replace("http:", "https:")
    studio.drafter.proposal = tidewater(plain)
    now = await work_as_enqueued(studio, draft["id"])
    assert (now["url"], now["problems"], now["domain"]) == (plain, [], "tidewater.test")
    assert now["fields"]["name"]["value"] == "Tidewater"


async def test_who_types_https_reads_how_to_go_on_without_it(studio: Studio) -> None:
    secure = studio.url().replace("http:", "https:")
    draft = (await studio.world.request("POST", "/drafts", by="alice", json={"url": secure})).json()
    now = await work_as_enqueued(studio, draft["id"])
    [problem] = now["problems"]
    assert (now["url"], problem["code"]) == (secure, "tls_failed")
    host = studio.url().removeprefix("http://").removesuffix("/")
    assert problem["detail"].endswith(f"If the site works without https, submit http://{host} instead.")


async def test_a_second_try_leaves_no_draft_behind_that_could_not_be_read(studio: Studio) -> None:
    secure = studio.url().replace("http:", "https:")

    async def begin(browser: Any, url: str) -> str:
        answer = await browser.post("/submit", data={"url": url})
        draft: str = answer.headers["location"].rpartition("/")[2]
        await work_as_enqueued(studio, draft)
        return draft

    async with studio.world.browser("alice") as browser:
        first = await begin(browser, secure)
        second = await begin(browser, studio.url())
        assert await studio.rows("select id::text from draft") == [(second,)]
        third = await begin(browser, secure)  # one that was read stays
        await studio.edit(third, fields={"name": "Typed"})
        fourth = await begin(browser, secure)  # and so does one that somebody has filled in
        fifth = await begin(browser, studio.url())
        assert {draft for (draft,) in await studio.rows("select id::text from draft")} == {second, third, fifth}
        assert len({first, fourth}) == 2


async def test_what_no_database_holds_is_no_trouble(studio: Studio) -> None:
    node = '{"@type": "Organization", "name": "A\\u0000B", "description": "x\\ud800y"}'
    studio.site.pages["/"] = HOME.replace("</head>", f'<script type="application/ld+json">{node}</script></head>')
    draft = (await studio.begin())["id"]
    said = [SourceQuote(quote="Backups for small databases.", url=studio.url())]
    found = Drafted(value="Backups\x00 for small\ud800 databases", quotes=said)
    studio.drafter.proposal = Proposal(fields={"tagline": found})
    await studio.work(draft)
    assert (await studio.get(draft))["fields"]["tagline"]["value"] == "Backups for small\ufffd databases"


async def test_an_unknown_host_ends_ready(studio: Studio) -> None:
    url = studio.url("gone.test")
    del studio.dns.records["gone.test"]
    draft = (await studio.world.request("POST", "/drafts", by="alice", json={"url": url})).json()["id"]
    await studio.work(draft)
    now = await studio.get(draft)
    assert (now["status"], [problem["code"] for problem in now["problems"]]) == ("ready", ["host_unknown"])
    assert now["problems"][0]["detail"] == "We couldn't find gone.test. Check the spelling."


async def test_our_own_fault_ends_ready_too(studio: Studio, expected_errors: list[str]) -> None:
    draft = (await studio.begin())["id"]
    await studio.edit(draft, fields={"name": "Typed"})
    studio.drafter.fails = RuntimeError("a secret")
    await studio.work(draft)
    now = await studio.get(draft)
    assert (now["status"], now["fields"]["name"]["value"]) == ("ready", "Typed")
    assert [problem["code"] for problem in now["problems"]] == ["drafting_failed"]
    assert "a secret" not in "".join(expected_errors)


@pytest.mark.usefixtures("patient")
async def test_killed_anywhere_it_goes_on_from_there_and_ends_once(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = (await studio.begin())["id"]
    studio.drafter.proposal = tidewater(studio.url())
    finished: list[UUID] = []
    finish = drafts.finish

    async def counted(db: Any, number: UUID, *more: Any) -> None:
        finished.append(number)
        await finish(db, number, *more)

    monkeypatch.setattr(drafts, "finish", counted)
    for name in ("_store_pages", "_draft", "_finish"):
        await killed_before(studio, draft, name, monkeypatch)
    assert finished == []
    visits = len(studio.site.requests)
    async with anyio.create_task_group() as group:
        for _ in range(3):
            group.start_soon(studio.work, draft)
    assert len(studio.site.requests) == visits, "what was read is not read again"
    assert len(finished) == 1
    assert (await studio.get(draft))["fields"]["name"]["value"] == "Tidewater"


async def killed_before(studio: Studio, draft: str, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def die(*_: Any) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(draft_job, step, die)
        with pytest.raises(asyncio.CancelledError):
            await studio.work(draft)
    assert (await studio.get(draft))["status"] != "ready"


async def test_a_draft_whose_job_is_gone_is_ended(studio: Studio) -> None:
    draft = (await studio.begin())["id"]
    studio.world.clock.move(minutes=20)

    async def sweep() -> None:
        await finish_forgotten_drafts.work(JobRun(studio.world.dispatcher, Caller(studio.world.clock(), "job")))

    await sweep()
    assert (await studio.get(draft))["status"] == "crawling", "its job still waits"
    async with studio.world.dispatcher.database.transaction() as db:
        await db.execute("update procrastinate_jobs set status = 'failed'")
    await sweep()
    now = await studio.get(draft)
    assert (now["status"], [problem["code"] for problem in now["problems"]]) == ("ready", ["drafting_failed"])


async def test_a_deleted_draft_is_no_trouble(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = (await studio.begin())["id"]
    read = draft_job.read_site

    async def delete_while_reading(
        url: str, fetcher: Any, budget: Any, *, now: Any, tell: Callable[[ReadingProgress], Awaitable[None]]
    ) -> SiteReading:
        async with studio.world.dispatcher.database.transaction() as db:
            await drafts.delete(db, UUID(draft))
        return await read(url, fetcher, budget, now=now, tell=tell)

    monkeypatch.setattr(draft_job, "read_site", delete_while_reading)
    await studio.work(draft)
    assert await studio.rows("select 1 from draft") == []


async def test_what_a_site_writes_is_cleaned_as_an_input_would_have_to_be(studio: Studio) -> None:
    draft = (await studio.begin())["id"]
    said = [SourceQuote(quote="Backups for small databases", url=studio.url())]
    studio.drafter.proposal = Proposal(
        fields={
            "name": Drafted(value="Tide\x1b[31m\nwater\u202e", quotes=said),
            "tagline": Drafted(value="Backups \u200bfor\r\nsmall databases\x07", quotes=said),
            "short_description": Drafted(value="Backups\r\nfor small\x1b databases", quotes=said),
        }
    )
    await studio.work(draft)
    fields = (await studio.get(draft))["fields"]
    for name in ("name", "tagline", "short_description"):
        text = fields[name]["value"] or ""
        assert not {"\x1b", "\x07", "\r", "\u202e"} & set(text), name
        assert name == "short_description" or "\n" not in text
    assert fields["tagline"]["value"] == "Backups for small databases"
