"""Requests to one website are a pause apart, whichever process sends them. Nothing sleeps: the pauses are noted."""

import asyncio
from collections.abc import Callable
from functools import partial
from ipaddress import ip_network

import pytest

from showground.core.fetch import Fetcher, FetchRules, SiteBusy, site_turns
from showground.core.fetch.site_turns import SiteTurns
from tests.support.site import Site, redirect
from tests.support.world import World

pytestmark = pytest.mark.anyio

PAUSE = 10_000.0
LIMIT = 30.0  # seconds of a request; the loop's clock is moved, and other tasks of the loop must not wake up
ABOUT = 1_000.0  # seconds; whatever the machine does meanwhile takes less


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns are far apart, so that it doesn't matter how fast the machine is."""
    monkeypatch.setattr(site_turns, "MAX_WAIT_SECONDS", 20 * PAUSE)


def make_turns(world: World, pause: float = PAUSE) -> tuple[SiteTurns, list[float]]:
    """The turns as one process sees them, and how long it slept."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    return SiteTurns(world.dispatcher.database, pause, sleep), slept


async def test_requests_to_one_site_are_a_pause_apart_over_all_processes(world: World) -> None:
    here, slept_here = make_turns(world)
    there, slept_there = make_turns(world)
    await here.wait("https://tidewater.test/")
    await there.wait("https://www.tidewater.test/pricing")  # another host of the same site
    await there.wait("http://tidewater.test/about")
    assert slept_here == []
    assert slept_there == pytest.approx([PAUSE, 2 * PAUSE], abs=ABOUT)
    await here.wait("https://elsewhere.test/")
    assert slept_here == []


async def test_servers_at_other_ports_are_other_sites(world: World) -> None:
    turns, slept = make_turns(world)
    for url in ("http://127.0.0.1:8001/", "http://127.0.0.1:8002/", "http://127.0.0.1/", "https://[::1]:8443/"):
        await turns.wait(url)
    assert slept == []
    await turns.wait("https://127.0.0.1:443/about")
    assert slept == pytest.approx([PAUSE], abs=ABOUT)


async def test_each_turn_is_given_once(world: World) -> None:
    turns, slept = make_turns(world)
    await asyncio.gather(*[turns.wait("https://tidewater.test/") for _ in range(8)])
    assert sorted(slept) == pytest.approx([number * PAUSE for number in range(1, 8)], abs=ABOUT)


async def test_a_request_that_left_late_moves_the_next_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = 0.0
    monotonic = site_turns.monotonic
    monkeypatch.setattr(site_turns, "monotonic", lambda: monotonic() + ahead)
    turns, slept = make_turns(world)
    sent = await turns.wait("https://tidewater.test/")
    ahead = 3 * PAUSE
    sent()
    await turns.wait("https://tidewater.test/")
    assert slept == pytest.approx([PAUSE], abs=ABOUT)
    ahead = 0.0  # so that it was sent three pauses from now
    await turns.wait("https://tidewater.test/")
    assert slept == pytest.approx([PAUSE, 4 * PAUSE], abs=ABOUT)


async def test_a_request_that_leaves_late_moves_one_that_waits_already(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(site_turns, "monotonic", lambda: now)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds
        if len(slept) == 1:
            first_sent()  # at the very moment at which it is the second one's turn

    turns = SiteTurns(world.dispatcher.database, PAUSE, sleep)
    first_sent = await turns.wait("https://tidewater.test/")
    await turns.wait("https://tidewater.test/pricing")
    assert slept == pytest.approx([PAUSE, PAUSE], abs=ABOUT)


async def test_a_longer_delay_of_the_site_is_kept(world: World) -> None:
    turns, slept = make_turns(world, 1.0)
    await turns.wait("https://tidewater.test/", delay=PAUSE)
    await turns.wait("https://tidewater.test/")
    assert slept == pytest.approx([PAUSE], abs=ABOUT)


async def test_nobody_waits_very_long(world: World) -> None:
    turns, slept = make_turns(world)
    await turns.wait("https://tidewater.test/", delay=30 * PAUSE)
    with pytest.raises(SiteBusy):
        await turns.wait("https://tidewater.test/")
    assert slept == []


async def test_redirects_wait_too_and_waiting_takes_no_time_from_a_request(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[str] = []
    sent: list[str] = []
    loop, ahead = asyncio.get_running_loop(), 0.0
    time = loop.time
    monkeypatch.setattr(loop, "time", lambda: time() + ahead)

    class LongTurns(SiteTurns):
        async def wait(self, url: str, delay: float = 0.0) -> Callable[[], None]:  # noqa: ARG002
            nonlocal ahead
            ahead += 2 * LIMIT
            waited.append(url)
            await asyncio.sleep(0)  # so that the loop looks at its clock
            return partial(sent.append, url)

    with Site({"/": redirect("/home"), "/home": "<h1>Tidewater</h1>"}) as site:
        rules = FetchRules("Tests", (ip_network("127.0.0.2/32"),))
        fetcher = Fetcher(rules, turns=LongTurns(world.dispatcher.database, PAUSE))
        page = await fetcher.visit(f"{site.url}/", seconds=LIMIT)
        assert page.status == 200
        assert waited == sent == [f"{site.url}/", f"{site.url}/home"]
