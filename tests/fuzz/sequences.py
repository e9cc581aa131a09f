"""Any sequence of steps against a world: machines whose steps hypothesis chooses, beside a model of what must hold."""

from collections.abc import Awaitable, Callable, Generator
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from typing import Any, TypeVar, cast

from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from showground.core.calls.errors import ApiError

T = TypeVar("T")


class Machine(RuleBasedStateMachine):
    """Steps are plain functions, as hypothesis wants them; `do` waits for what is done in the world's own loop."""

    def __init__(self, portal: BlockingPortal, number: int) -> None:
        super().__init__()
        self._portal = portal
        self.number = number  # of this sequence; all share a world, and each has its own things in it

    def do(self, work: Awaitable[T]) -> T:
        async def wait() -> T:
            return await work

        return self._portal.call(wait)

    def refused(self, work: Awaitable[Any], *failures: type[ApiError]) -> None:
        """This has to fail, in one of these ways."""
        with suppress(*failures):
            raise AssertionError(self.do(work))


@contextmanager
def opened(place: AbstractAsyncContextManager[T]) -> Generator[tuple[BlockingPortal, T]]:
    """A place with a loop of its own, in another thread."""
    with start_blocking_portal("asyncio") as portal, portal.wrap_async_context_manager(place) as inside:
        yield portal, inside


def play(make: Callable[[int], Machine], *, examples: int, steps: int, seeded: bool = True, shrink: bool = True) -> int:
    """Play so many sequences of so many steps; returns how many were played.

    `seeded`: the same every time. `shrink`: look for a shorter sequence where one fails, which may take minutes.
    """
    played = 0

    def begin() -> Machine:
        nonlocal played
        played += 1
        return make(played)

    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        derandomize=seeded,
        phases=[phase for phase in Phase if shrink or phase is not Phase.shrink],
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )
    run_state_machine_as_test(cast("Any", begin), settings=chosen)  # any function that makes one will do
    return played
