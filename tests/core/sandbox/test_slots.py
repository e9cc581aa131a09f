"""Who may use the sandbox next."""

import anyio
import pytest
from anyio.abc import TaskGroup

from showground.core.sandbox.slots import Slots

pytestmark = pytest.mark.anyio


class Queue:
    """Owners who take a slot and keep it until they are let go."""

    def __init__(self, tasks: TaskGroup, slots: Slots) -> None:
        self.tasks = tasks
        self.slots = slots
        self.working: list[str] = []
        self.leave: dict[str, anyio.Event] = {}

    async def ask(self, name: str) -> anyio.CancelScope:
        """Somebody asks for a slot: `a1` is the first of owner `a`."""
        scope, self.leave[name] = anyio.CancelScope(), anyio.Event()

        async def take() -> None:
            with scope:
                async with self.slots.taken(name[0]):
                    self.working.append(name)
                    await self.leave[name].wait()
                    self.working.remove(name)

        self.tasks.start_soon(take)
        await anyio.wait_all_tasks_blocked()
        return scope

    async def end(self, name: str) -> None:
        self.leave[name].set()
        await anyio.wait_all_tasks_blocked()


async def test_owners_take_turns_and_none_has_many_at_once() -> None:
    async with anyio.create_task_group() as tasks:
        queue = Queue(tasks, Slots(most=3, most_each=2))
        for name in ("a1", "a2", "a3", "a4", "b1", "b2", "c1"):
            await queue.ask(name)
        assert queue.working == ["a1", "a2", "b1"]
        await queue.end("a1")
        assert queue.working == ["a2", "b1", "a3"]  # who has waited longest, within the limit for one owner
        await queue.end("b1")
        assert queue.working == ["a2", "a3", "b2"]
        await queue.end("a3")
        assert queue.working == ["a2", "b2", "c1"]
        tasks.cancel_scope.cancel()


async def test_who_gives_up_waiting_or_working_frees_the_place() -> None:
    async with anyio.create_task_group() as tasks:
        queue = Queue(tasks, Slots(most=1))
        working = await queue.ask("a1")
        waiting = await queue.ask("b1")
        await queue.ask("c1")
        waiting.cancel()
        working.cancel()
        await anyio.wait_all_tasks_blocked()
        assert queue.working == ["a1", "c1"]  # a1 never came to take itself off the list
        tasks.cancel_scope.cancel()
