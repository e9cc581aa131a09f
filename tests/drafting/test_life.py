"""The life of a draft with every real part: website, worker, reader, drafter, verifier."""

from collections.abc import AsyncGenerator
from typing import Any
from unittest import mock

import psycopg
import pytest

from showground.core.jobs.worker import Worker
from showground.drafting.jobs import read_and_draft
from showground.extraction import pipeline
from showground.extraction.drafters import make_drafter
from showground.extraction.reading import ReadPage
from tests.drafting.labelled import pages_of
from tests.support.command import running_module
from tests.support.draft_world import Studio, running_studio
from tests.support.locks import let_silence_pass
from tests.support.wait import until

pytestmark = pytest.mark.anyio

TURNS = """
create table turned_ready (draft_id uuid not null);
create function note_turn() returns trigger language plpgsql as $$
begin insert into turned_ready values (new.id); return new; end $$;
create trigger turn after update on draft for each row
    when (old.status <> 'ready' and new.status = 'ready') execute function note_turn();
"""


@pytest.fixture
async def real_studio(database_url: str) -> AsyncGenerator[Studio]:
    """With the drafter that an installation has."""
    async with running_studio(database_url) as studio:
        with mock.patch.object(pipeline, "make_drafter", make_drafter):
            yield studio


@pytest.mark.slow
async def test_from_an_address_to_a_listing(real_studio: Studio) -> None:
    studio = real_studio
    studio.site.pages |= pages_of("rich")
    draft = (await studio.begin())["id"]
    dispatcher = studio.world.dispatcher
    async with Worker(dispatcher.database.conninfo, [read_and_draft], dispatcher, poll=0.05):
        await until(lambda: is_ready(studio, draft))
    now = await studio.get(draft)
    assert now["problems"] == []
    assert now["missing"]["required"] == []
    found = {name: field["value"] for name, field in now["fields"].items()}
    assert (found["name"], found["country"], found["founded_year"]) == ("Tidewater", "PT", "2021")
    assert found["categories"][0] == "Databases"
    assert [founder["name"] for founder in now["founders"]] == ["Ada Moreno", "Rui Salgado"]
    assert now["progress"]["pages_read"] == 6
    await check_evidence(studio, draft, now)

    edited = await studio.edit(draft, fields={"tagline": "Sleep well"}, regenerate=["city"])
    assert edited["fields"]["city"]["state"] == "ai"
    redrafted = await studio.edit(draft, regenerate=["tagline"])
    assert redrafted["fields"]["tagline"] == now["fields"]["tagline"]
    listing = await studio.submitted(draft)
    assert (listing["name"], listing["founded_year"], listing["status"]) == ("Tidewater", 2021, "draft")
    assert listing["evidence"]["founded_year"][0]["quote"]
    assert listing["founders"][0]["slug"] == "ada-moreno"


async def is_ready(studio: Studio, draft: str) -> bool:
    return (await studio.get(draft))["status"] == "ready"


async def check_evidence(studio: Studio, draft: str, now: dict[str, Any]) -> None:
    """Every drafted value has quotes, and each stands on the page it names."""
    rows = await studio.rows("select page from draft_page where draft_id = %s", draft)
    pages = {page.url: page for page in (ReadPage.model_validate(page) for (page,) in rows)}
    quotes = [quote for field in now["fields"].values() for quote in field["evidence"]]
    quotes += [quote for item in (*now["faqs"], *now["founders"]) for quote in item["evidence"]]
    for name, field in now["fields"].items():
        assert bool(field["evidence"]) == (field["state"] == "ai"), name
    assert quotes
    assert {quote["url"] for quote in quotes} <= pages.keys()


@pytest.mark.slow
async def test_twenty_drafts_at_once_and_a_killed_worker(real_studio: Studio) -> None:
    studio = real_studio
    conninfo = studio.world.dispatcher.database.conninfo
    with psycopg.connect(conninfo, autocommit=True) as db:
        db.execute(TURNS)
        drafts = {(await studio.begin(f"n{number}.test"))["id"] for number in range(20)}
        worker = ("tests.drafting.draft_worker", conninfo, str(studio.dns.address[1]))

        async def turned(count: int) -> bool:
            row = db.execute("select count(*) from turned_ready").fetchone()
            return row is not None and row[0] >= count

        with running_module(*worker):
            await until(lambda: turned(5))
        let_silence_pass(conninfo)
        with running_module(*worker):
            await until(lambda: turned(20))
        ended = [str(row[0]) for row in db.execute("select draft_id from turned_ready")]
        assert sorted(ended) == sorted(drafts), "each once"
        assert db.execute("select count(*) from procrastinate_jobs where status = 'failed'").fetchone() == (0,)
        names = db.execute("select distinct entries -> 'name' ->> 'value', problems from draft").fetchall()
        assert names == [("Tidewater", [])]
