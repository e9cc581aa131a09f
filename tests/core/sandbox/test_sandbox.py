"""The sandbox: what a document can do to us from in there, which is nothing."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from showground.core.sandbox import CpuBudget, Sandboxed, SandboxError, SandboxKilled, SandboxStarved, calls, run
from showground.core.sandbox.client import client
from showground.core.sandbox.messages import Verdict
from tests.core.sandbox import functions
from tests.core.sandbox.functions import Asked, Told
from tests.support.wait import PATIENCE_SECONDS, until

pytestmark = pytest.mark.anyio


def declare(function: Any, **limits: Any) -> Sandboxed[Asked, Told]:
    place = f"{functions.__name__}:{function.__name__}"
    given: dict[str, Any] = {"cpu_seconds": 5, "seconds": PATIENCE_SECONDS, **limits}
    return Sandboxed(place, Asked, Told, **given)


async def ask(function: Any, *, owner: str = "alice", budget: CpuBudget | None = None, **more: Any) -> Told:
    limits = {name: more.pop(name) for name in ("cpu_seconds", "memory_mb", "seconds") if name in more}
    declared, asked = declare(function, **limits), Asked(**more)
    return await (run(declared, asked, owner=owner) if budget is None else budget.run(declared, asked))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_each_call_has_a_process_of_its_own() -> None:
    told = [await ask(functions.double, text="tea") for _ in range(2)]
    assert [one.text for one in told] == ["teatea"] * 2
    assert len({os.getpid(), *(one.number for one in told)}) == 3


async def test_a_large_document_and_one_that_is_no_unicode_cross() -> None:
    text = "ä" * 1_000_000
    assert (await ask(functions.double, text=text)).text == text * 2
    assert (await ask(functions.double, text="a\ud800b")).text == "a\ufffdb" * 2


async def test_a_loop_is_killed_at_the_limit_while_everything_else_goes_on() -> None:
    hostile = asyncio.ensure_future(ask(functions.loop_for_ever, cpu_seconds=1))
    await asyncio.sleep(0)
    answered = 0
    while not hostile.done():  # in the web process itself, and in the sandbox
        assert (await ask(functions.double, text="tea", owner="bob")).text == "teatea"
        answered += 1
        await asyncio.sleep(0.05)  # asking without a pause would take the processor from the one who is waited for
    with pytest.raises(SandboxKilled, match="cpu"):
        await hostile
    assert answered


async def test_memory_has_a_limit() -> None:
    assert (await ask(functions.fill_memory, number=20_000_000, memory_mb=64)).number == 20_000_000
    if sys.platform == "darwin":
        return  # which does not enforce such a limit
    with pytest.raises(SandboxKilled, match="memory"):
        await ask(functions.fill_memory, number=100_000_000, memory_mb=64)


async def test_waiting_has_a_limit() -> None:
    with pytest.raises(SandboxStarved, match="time"):  # it used no CPU time, so the machine may be overloaded
        await ask(functions.wait_for_ever, seconds=0.2)


async def test_a_crash_harms_nobody_else() -> None:
    with pytest.raises(SandboxKilled, match="crash"):
        await ask(functions.crash)
    assert (await ask(functions.double, text="tea")).text == "teatea"


async def test_results_are_bounded_and_checked() -> None:
    with pytest.raises(SandboxKilled, match="result"):
        await ask(functions.answer_at_length, number=20_000_000)
    with pytest.raises(SandboxKilled, match="result"):
        await ask(functions.answer_wrongly)


async def test_an_error_of_ours_is_told_without_what_is_in_the_document() -> None:
    with pytest.raises(SandboxError, match=r"^ValueError at .*functions\.py:\d+$"):
        await ask(functions.fail, text="a secret")


async def test_a_child_can_open_and_start_nothing(tmp_path: Path) -> None:
    allowed = (await ask(functions.try_everything, text=str(tmp_path / "written"))).text
    # Limits on the number of processes do not hold for root.
    assert allowed in (("", "start a process") if os.getuid() == 0 else ("",))
    assert not os.listdir(tmp_path)  # noqa: PTH208 - the asynchronous test blocks for a moment


async def test_calls_may_share_a_budget() -> None:
    budget = CpuBudget("alice", 1.5)
    await ask(functions.use_cpu, number=700, budget=budget)
    assert budget.left < 0.9
    with pytest.raises(SandboxKilled, match="cpu"):
        await ask(functions.loop_for_ever, budget=budget)
    with pytest.raises(SandboxKilled, match="cpu"):
        await ask(functions.double, budget=budget)


async def test_a_stopped_child_has_used_its_limit_whatever_the_kernel_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stop_early(*_: object) -> tuple[bytes, Verdict]:
        return b"", Verdict("cpu", 0.8)

    monkeypatch.setattr(calls, "_call", stop_early)
    budget = CpuBudget("alice", 0.9)
    with pytest.raises(SandboxKilled, match="cpu"):
        await ask(functions.loop_for_ever, budget=budget)
    assert budget.left <= 0


async def test_a_call_that_nobody_waits_for_is_killed() -> None:
    call = asyncio.ensure_future(ask(functions.wait_for_ever))
    await ask(functions.double)

    def children() -> list[str]:
        assert client.process is not None
        return Path(f"/proc/{client.process.pid}/task/{client.process.pid}/children").read_text().split()

    async def begun() -> bool:
        return len(children()) == 1

    async def ended() -> bool:
        return children() == []

    await until(begun)
    call.cancel()
    await until(ended)


async def test_a_template_that_was_killed_is_replaced() -> None:
    await ask(functions.double)
    assert client.process is not None
    call = asyncio.ensure_future(ask(functions.use_cpu, number=300))
    os.kill(client.process.pid, signal.SIGKILL)
    assert (await ask(functions.double, text="tea")).text == "teatea"
    await call


async def test_a_prepared_template_takes_the_first_call() -> None:
    client.stop()
    client.prepare()
    prepared = client.process
    assert prepared is not None
    client.prepare()
    assert (await ask(functions.double, text="tea")).text == "teatea"
    assert client.process is prepared
