"""An email when a listing launches, for people without an account: confirmed, sent once, then forgotten."""

import pytest

from showground.listings import NoSuchListing
from showground.newsletter.actions.subscriptions import AskLaunchAlert, ask_launch_alert
from showground.newsletter.errors import AlreadyLaunched
from showground.newsletter.jobs import tell_of_launches
from tests.core.test_outgoing_mail import part
from tests.newsletter.conftest import ADA, Press

pytestmark = pytest.mark.anyio


async def ask(press: Press, slug: str, email: str = ADA) -> None:
    asked = AskLaunchAlert(email=email, slug=slug)
    assert not (await press.world.dispatcher.call(ask_launch_alert, press.visitor(), asked)).confirmed


async def test_who_confirmed_is_emailed_once_when_it_launches(press: Press) -> None:
    for _ in range(2):
        await ask(press, "new-model")
        confirmed = await press.confirm(await press.last_token(ADA))
        assert (confirmed.listing, confirmed.slug) == ("New Model", "new-model")
    await ask(press, "new-model", "bea@reader.example")  # who never confirms
    await press.do("delete from outbox")
    await press.run(tell_of_launches)
    assert await press.ask("select from outbox") == []  # it has not launched yet
    await press.turn()
    for _ in range(2):
        await press.run(tell_of_launches)
    found = await press.arrived()
    assert list(found) == [ADA]
    assert found[ADA]["Subject"] == "New Model has launched"
    assert "http://localhost:8000/listings/new-model" in part(found[ADA], "plain")
    assert await press.ask("select from launch_alert") == []


async def test_what_has_launched_or_is_not_public_is_refused(press: Press) -> None:
    with pytest.raises(AlreadyLaunched):
        await ask(press, "old-model")
    await press.add("secret", status="draft")
    for slug in ("secret", "nobody"):
        with pytest.raises(NoSuchListing):
            await ask(press, slug)
