"""Reading a draft."""

import asyncio
from functools import partial
from typing import Literal
from uuid import UUID, uuid4

import httpx2
import pytest
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from showground.app import Showground
from showground.bind_port import bind
from showground.core.jobs.declare import JobRun
from showground.drafting.draft_job import give_up
from showground.serving import configure
from showground.settings import Settings
from tests.support.draft_world import Studio, tidewater
from tests.support.http import served
from tests.support.wait import until
from tests.support.world import running_world

pytestmark = pytest.mark.anyio


async def is_watched(studio: Studio, draft: str) -> bool:
    """Whether a call waits for this draft, and has read it."""
    waits = f"draft:{draft}" in studio.world.app.parts.waiters._watches
    return waits and studio.world.dispatcher.database.stats()["pool_available"] > 0


async def test_every_value_shows_where_it_comes_from(studio: Studio) -> None:
    draft = await studio.ready()
    assert draft["status"] == "ready"
    url = studio.url()
    assert draft["fields"]["founded_year"] == {
        "value": "2019",
        "state": "ai",
        "evidence": [{"quote": "Founded in 2019", "url": url, "source": "page"}],
    }
    assert draft["fields"]["city"] == {"value": None, "state": "not_found", "evidence": []}
    (faq,) = draft["faqs"]
    quotes = ("What does it cost?", "Free up to 5 GB, then 9 USD a month.")
    assert faq["evidence"] == [{"quote": quote, "url": url, "source": "page"} for quote in quotes]
    assert draft["founders"][0]["name"] == "Ada Moreno"
    assert draft["company_socials"] == {"github": "https://github.com/tidewater"}
    assert draft["story"] == {"problem": "Nobody tests a backup."}
    assert draft["milestones"][0]["date"] == "2019-04-01"
    assert draft["attributes"] == {"self_hosted": True}
    assert draft["part_states"]["story.problem"] == "ai"
    assert draft["part_evidence"]["company_socials.github"] == [
        {"quote": "https://github.com/tidewater", "url": url, "source": "page"}
    ]
    assert draft["missing"]["required"] == []
    assert "logo_url" in draft["missing"]["recommended"]
    assert 0 < draft["completeness"] < 100
    assert draft["progress"] == {"pages_read": 1, "pages_planned": 1, "now": "Ready"}


async def test_a_strangers_draft_is_the_same_as_none(studio: Studio) -> None:
    draft = await studio.begin()
    refused = await studio.world.get(f"/drafts/{draft['id']}", by="charlie")
    never = await studio.world.get(f"/drafts/{uuid4()}", by="charlie")
    assert refused.status_code == never.status_code == 404
    assert {**refused.json(), "request_id": ""} == {**never.json(), "request_id": ""}
    assert (await studio.world.get("/drafts/nonsense", by="alice")).status_code == 400


async def test_waiting_ends_as_soon_as_the_draft_is_ready(studio: Studio) -> None:
    draft = await studio.begin()
    studio.drafter.proposal = tidewater(studio.url())
    async with asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(studio.world.get(f"/drafts/{draft['id']}?wait=25", by="alice"))
        await until(partial(is_watched, studio, draft["id"]))
        tasks.create_task(studio.work(draft["id"]))
    answer = waiting.result()
    assert (answer.status_code, answer.json()["status"]) == (200, "ready")
    assert answer.json() == await studio.get(draft["id"])
    assert not await is_watched(studio, draft["id"])


async def test_a_draft_that_is_made_in_another_process_ends_the_wait(studio: Studio) -> None:
    draft = await studio.begin()
    async with asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(studio.world.get(f"/drafts/{draft['id']}?wait=25", by="alice"))
        await until(partial(is_watched, studio, draft["id"]))
        async with running_world(studio.world.database_url) as other:
            await give_up(JobRun(other.dispatcher, other.caller()), [UUID(draft["id"])])
    assert waiting.result().json()["status"] == "ready"


async def test_a_ready_draft_needs_no_wait_and_a_strangers_is_still_none(studio: Studio) -> None:
    draft = await studio.ready()
    assert (await studio.world.get(f"/drafts/{draft['id']}?wait=25", by="alice")).json() == draft
    assert (await studio.world.get(f"/drafts/{draft['id']}?wait=25", by="charlie")).status_code == 404


async def test_the_wait_ends_in_time_with_the_draft_as_it_is(studio: Studio) -> None:
    draft = await studio.begin()
    answer = await studio.world.get(f"/drafts/{draft['id']}?wait=1", by="alice")
    assert (answer.status_code, answer.json()["status"]) == (200, "crawling")


async def test_a_server_that_stops_answers_those_who_wait(studio: Studio) -> None:
    draft = await studio.begin()
    app = Showground(Settings(rate_limits=None), studio.world.database_url, jobs=False)
    server = uvicorn.Server(configure(app.edge))
    serving = asyncio.create_task(server.serve([bound := bind("127.0.0.1", 0)]))

    async def started() -> bool:
        return server.started

    async def waits() -> bool:
        return bool(app.parts.waiters._watches)

    await until(started)
    async with httpx2.AsyncClient(headers=studio.world.bearer("alice"), timeout=60) as client:
        path = f"/api/v1/drafts/{draft['id']}?wait=25"
        waiting = asyncio.create_task(client.get(f"http://127.0.0.1:{bound.getsockname()[1]}{path}"))
        await until(waits)
        server.should_exit = True
        answer = await waiting
    await serving
    assert (answer.status_code, answer.json()["status"]) == (200, "crawling")


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_mcp_clients_hear_of_the_progress(studio: Studio, mode: Literal["legacy", "2026-07-28"]) -> None:
    draft = await studio.begin()
    studio.drafter.proposal = tidewater(studio.url())
    heard: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))
        if len(heard) == 1:
            tasks.create_task(studio.work(draft["id"]))

    async with asyncio.TaskGroup() as tasks, served(studio.world.app) as port, httpx2.AsyncClient() as http:
        http.headers.update(studio.world.bearer("alice") | {"Host": "localhost:8000"})
        url = f"http://127.0.0.1:{port}/mcp"
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            asked = {"id": draft["id"], "wait": 25}
            found = await client.call_tool("get_draft", asked, progress_callback=hear)
            quiet = await client.call_tool("get_draft", asked)
    assert found.structured_content == quiet.structured_content
    assert found.structured_content["status"] == "ready"
    numbers = [done for done, _, _ in heard]
    assert numbers == sorted(set(numbers))
    assert heard[0] == (0, 2, "Waiting to start")
    assert heard[-1] == (2, 2, "Ready")
