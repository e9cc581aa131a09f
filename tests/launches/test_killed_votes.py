"""Several processes take votes and follows at the same time, and some are killed: every total is what is written."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from typing import IO, cast

import pytest

from showground.core.calls.context import Caller
from showground.core.jobs.declare import JobRun
from showground.launches.jobs import count_uncounted_listings
from showground.listings import packed_profiles
from tests.support.command import ROOT, surroundings
from tests.support.launch_world import Fair
from tests.support.locks import blocked, somebody_waits
from tests.support.wait import until

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

EACH = 60  # voters of one process


def start(url: str, accounts: Sequence[int], shared: Sequence[int]) -> "subprocess.Popen[str]":
    lists = [",".join(map(str, numbers)) for numbers in (accounts, shared)]
    command = [sys.executable, "-m", "tests.launches.vote_worker", url, *lists]
    env = surroundings({}) | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    return subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)


async def check_totals(fair: Fair) -> None:
    async def is_counted() -> bool:
        """PostgreSQL takes a moment to notice that a process was killed, and has its listings locked until then."""
        await count_uncounted_listings.work(JobRun(fair.world.dispatcher, Caller(fair.world.clock(), "job")))
        return await fair.ask("select from uncounted_listing") == []

    await until(is_counted)
    rows = await fair.ask(
        """
        select l.votes, launch.votes, (select count(*) from vote where listing_id = l.id), l.followers,
            (select count(*) from follow where listing_id = l.id), profile, packed, p.summary
        from listing l join launch on launch.listing_id = l.id join public_profile p on p.listing_id = l.id
        """
    )
    assert len(rows) == 2
    for *row, profile, packed, summary in rows:
        shown = json.loads(packed_profiles.read(profile, packed, summary).replace(b"\x01", b""))
        assert {*row[:3], shown["votes"]} == {row[0]}, row
        assert {*row[3:], shown["followers"]} == {row[3]}, row


async def test_totals_are_exact_with_several_processes_of_which_one_is_killed(fair: Fair) -> None:
    url = fair.world.database_url
    await fair.add("quince")
    await fair.add("medlar")
    shared = await fair.add_people(5)
    groups = [await fair.add_people(EACH) for _ in range(3)]
    processes = [start(url, group, shared) for group in groups]
    answered: set[int] = set()
    try:
        killed = processes[0]
        out = cast("IO[str]", killed.stdout)
        for _ in range(EACH // 3):
            answered.add(int(await asyncio.to_thread(out.readline)))
        killed.kill()
        for process in processes:
            rest, _ = await asyncio.to_thread(process.communicate)
            answered.update(int(line) for line in rest.splitlines() if line)
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert [process.returncode for process in processes[1:]] == [0, 0]
    assert answered >= {*groups[1], *groups[2]}
    await check_totals(fair)
    rows = await fair.ask("select account_id from vote join listing l on l.id = listing_id where l.slug = 'quince'")
    written = {account for (account,) in rows}
    assert answered <= written  # what was answered is there; what was not may be


async def test_killed_between_the_ledger_and_the_total(fair: Fair) -> None:
    url = fair.world.database_url
    await fair.add("quince")
    await fair.add("medlar")
    [voter, other] = await fair.add_people(2)
    with blocked(url, "public_profile"):
        process = start(url, [voter], [other])
        await until(lambda: asyncio.to_thread(somebody_waits, url, "public_profile"))
        process.kill()
        process.communicate()
    assert await fair.ask("select account_id from vote") == [(voter,)]
    assert await fair.ask("select sum(votes) from listing") == [(0,)]
    await check_totals(fair)
    assert await fair.ask("select sum(votes) from listing") == [(1,)]
