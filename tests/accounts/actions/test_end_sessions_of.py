"""Signing somebody, or everybody, out of all browsers."""

import pytest

from showground.accounts.actions.keys import NoSuchAccount
from showground.accounts.actions.sessions import EndSessionsOf, end_sessions_of
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def test_one_or_all_are_signed_out_at_once(world: World) -> None:
    async with world.browser("alice") as one, world.browser("alice") as two, world.browser("bob") as other:
        with pytest.raises(NoSuchAccount):
            await world.dispatcher.call(end_sessions_of, world.caller(), EndSessionsOf(email="nobody@bob.example"))
        done = await world.dispatcher.call(end_sessions_of, world.caller(), EndSessionsOf(email="ALICE@alice.example"))
        assert done.ended == 2
        answers = [(await browser.get("/account")).status_code for browser in (one, two, other)]
        assert answers == [303, 303, 200]
        done = await world.dispatcher.call(end_sessions_of, world.caller(), EndSessionsOf(email=None))
        assert (done.ended, (await other.get("/account")).status_code) == (1, 303)
