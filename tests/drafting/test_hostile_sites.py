"""Sites that are made to keep us busy, and slow ones: neither holds up anybody else's draft."""

import threading
from typing import Any
from unittest.mock import Mock

import pytest

from showground.core.jobs.worker import Worker
from showground.drafting import redraft_fields
from showground.drafting.jobs import read_and_draft
from showground.extraction import pipeline
from showground.extraction import sandbox_calls as drafting_parsers
from showground.extraction.reading import robots, sitemap
from showground.extraction.reading import site as reading_site
from showground.extraction.sandbox_calls import draft_budget
from tests.support.draft_world import HOME, Studio, tidewater
from tests.support.hostile import endless, others_are_answered_during
from tests.support.site import Answer, Request
from tests.support.wait import PATIENCE_SECONDS, until

pytestmark = pytest.mark.anyio

STEPS: dict[str, tuple[Any, str]] = {
    "robots.txt": (robots, "PARSE_ROBOTS"),
    "page": (reading_site, "PARSE_PAGE"),
    "sitemap": (sitemap, "PARSE_SITEMAP"),
    "verifying": (pipeline, "VERIFY"),
}


async def status_of_job(studio: Studio) -> list[Any]:
    return await studio.rows("select status::text, attempts from procrastinate_jobs where task_name = 'read_and_draft'")


@pytest.mark.parametrize("step", STEPS)
async def test_a_draft_that_was_killed_once_is_given_up(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    module, name = STEPS[step]
    monkeypatch.setattr(module, name, endless(getattr(module, name)))
    studio.site.pages |= {
        "/robots.txt": Answer("User-agent: *\nAllow: /", type="text/plain"),
        "/sitemap.xml": Answer("<urlset/>", type="application/xml"),
    }
    draft = (await studio.begin())["id"]
    dispatcher = studio.world.dispatcher

    async def given_up() -> None:
        async with Worker(dispatcher.database.conninfo, [read_and_draft], dispatcher, poll=0.05):
            await until(lambda: is_ready(studio, draft))

    await others_are_answered_during(studio.world, given_up())
    now = await studio.get(draft)
    assert [problem["code"] for problem in now["problems"]] == ["over_limits"]
    assert "Fill in the draft by hand" in now["problems"][0]["detail"]
    assert {field["state"] for field in now["fields"].values()} == {"not_found"}
    assert await status_of_job(studio) == [("succeeded", 1)], "it is not tried again"
    await studio.edit(draft, fields={"name": "By hand"})


async def test_a_site_of_many_costly_pages_is_given_up(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its pages is within the limits, all of them together are not."""
    budget = draft_budget("test")
    budget.left = 0.05
    monkeypatch.setattr(reading_site, "MAX_SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr("showground.drafting.draft_job.draft_budget", Mock(return_value=budget))
    links = [f"/page-{number}" for number in range(20)]
    anchors = "".join(f'<a href="{link}">{link}</a>' for link in links)
    studio.site.pages |= {"/": HOME.replace("</main>", f"{anchors}</main>")}
    studio.site.pages |= {link: HOME.replace("Tidewater", link * 10_000) for link in links}
    draft = (await studio.begin())["id"]
    await studio.work(draft)
    now = await studio.get(draft)
    assert (now["status"], [problem["code"] for problem in now["problems"]]) == ("ready", ["over_limits"])
    assert len(studio.site.requests) < 20


async def test_redrafting_without_end_is_refused(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = await studio.ready()
    monkeypatch.setattr(redraft_fields, "MAX_SECONDS", PATIENCE_SECONDS)  # however busy the machine is
    monkeypatch.setattr(pipeline, "VERIFY", endless(drafting_parsers.VERIFY))
    told = await others_are_answered_during(studio.world, studio.edit(draft["id"], regenerate=["tagline"]))
    assert told["problems"][-1]["code"] == "over_limits"
    assert told["fields"]["tagline"] == draft["fields"]["tagline"]


async def test_slow_sites_of_others_do_not_keep_an_account_waiting(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_site, "SECONDS_PER_PAGE", PATIENCE_SECONDS)
    monkeypatch.setattr(reading_site, "MAX_SECONDS", PATIENCE_SECONDS)
    released = threading.Event()
    asked: list[str] = []

    def answer(request: Request) -> Answer:
        host = request.headers["Host"].partition(":")[0]
        asked.append(host)
        if host.startswith("slow"):
            released.wait()
        return Answer(HOME)

    studio.site.pages |= {"/robots.txt": answer, "/": answer}
    studio.drafter.proposal = tidewater(studio.url("honest.test"))
    slow = {name: [f"slow-{name}-{number}.test" for number in range(6)] for name in ("alice", "bob")}
    for name, sites in slow.items():
        for site in sites:
            await studio.begin(site, name)
    dispatcher = studio.world.dispatcher
    try:
        async with Worker(dispatcher.database.conninfo, [read_and_draft], dispatcher, poll=0.05, patience=0.05):

            async def four_of_each() -> bool:
                return len(asked) >= 8

            await until(four_of_each)
            honest = (await studio.begin("honest.test", "charlie"))["id"]
            await until(lambda: is_ready(studio, honest, "charlie"))
            begun = {host for host in asked if host.startswith("slow")}
            assert begun == {site for sites in slow.values() for site in sites[:4]}
    finally:
        released.set()
    assert (await studio.get(honest, "charlie"))["fields"]["name"]["value"] == "Tidewater"


async def is_ready(studio: Studio, draft: str, by: str = "alice") -> bool:
    return (await studio.get(draft, by))["status"] == "ready"
