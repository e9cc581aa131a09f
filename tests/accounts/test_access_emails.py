"""People are emailed about every new way into their account, at the address on the account."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from email.message import EmailMessage

import pytest

from showground.accounts.actions.keys import CreateKey, create_key
from tests.core.test_outgoing_mail import part, run_jobs
from tests.support.app import register
from tests.support.identity import Elsewhere, running_elsewhere
from tests.support.passkey import SoftPasskey
from tests.support.smtp import SENDER, Sink, running_sink
from tests.surfaces.web.test_passkeys import add

pytestmark = pytest.mark.anyio

FROM = "When: 11 March 2026, 12:00 UTC\nFrom: 127.0.0.1, Firefox on Linux\n"
NOT_YOU = "If this was you, you don’t need to do anything.\n\nIf it wasn’t you, "  # noqa: RUF001


@dataclass
class Post:
    """Alice's mailbox, as a real mail server fills it."""

    elsewhere: Elsewhere
    sink: Sink

    async def arrived(self) -> list[EmailMessage]:
        """What has come since the last look."""
        await run_jobs(self.elsewhere.world.dispatcher)
        found = self.sink.messages()
        assert [envelope.rcpt_tos for envelope in self.sink.received] == [["Alice@alice.example"]] * len(found)
        self.sink.received.clear()
        return found


@pytest.fixture
async def post(database_url: str) -> AsyncGenerator[Post]:
    async with running_sink() as sink:
        url = f"smtp://127.0.0.1:{sink.port}"
        async with running_elsewhere(database_url, smtp_url=url, mail_from=SENDER) as elsewhere:
            async with elsewhere.world.dispatcher.database.transaction() as db:
                await db.execute("update account set email = 'Alice@alice.example'")
            yield Post(elsewhere, sink)


async def test_of_a_new_key(post: Post) -> None:
    world = post.elsewhere.world
    async with world.browser("alice") as browser:
        form = {"name": "Nightly <run>", "scopes": ["account:read"], "days": "90"}
        assert (await browser.post("/account/keys", data=form)).status_code == 200
        assert (await browser.post("/account/keys", data=form | {"name": ""})).status_code == 400
    [message] = await post.arrived()
    assert message["Subject"] == "New API key on your Showground account"
    text = part(message, "plain")
    assert "An API key named “Nightly <run>” was created for your Showground account." in text
    assert FROM in text
    assert f"{NOT_YOU}revoke the key: http://localhost:8000/account/keys" in text
    assert "sg_live_" not in text
    assert "“Nightly &lt;run&gt;”" in part(message, "html")
    assert 'href="http://localhost:8000/account/keys"' in part(message, "html")


async def test_of_a_key_that_was_made_by_a_command(post: Post) -> None:
    world = post.elsewhere.world
    asked = CreateKey(email="alice@alice.example", name="ci", scopes=["account:read"])
    await world.dispatcher.call(create_key, world.caller(), asked)
    [message] = await post.arrived()
    by = "When: 11 March 2026, 12:00 UTC\nBy: an administrator of Showground, on the server\n"
    assert by in part(message, "plain")


async def test_of_a_new_passkey(post: Post) -> None:
    async with post.elsewhere.world.browser("alice") as browser:
        passkey = SoftPasskey()
        assert (await add(browser, passkey, "Phone")).status_code == 303
        assert (await add(browser, passkey, "Phone")).status_code == 400
    [message] = await post.arrived()
    assert message["Subject"] == "New passkey on your Showground account"
    text = part(message, "plain")
    assert "A passkey named “Phone” was added to your Showground account." in text
    assert FROM in text
    assert "remove the passkey and sign out everywhere else: http://localhost:8000/account/passkeys" in text


@pytest.mark.parametrize(("provider", "name"), [("github", "GitHub"), ("google", "Google")])
async def test_of_a_provider_that_is_used_for_the_first_time(post: Post, provider: str, name: str) -> None:
    elsewhere = post.elsewhere
    async with elsewhere.world.browser() as browser:
        for _ in range(2):
            answer = await browser.get(elsewhere.allow(await elsewhere.begin(browser, provider)))
            assert answer.status_code == 303
    [message] = await post.arrived()
    assert message["Subject"] == f"New sign-in with {name} on your Showground account"
    text = part(message, "plain")
    assert f"signed in to your Showground account with {name} for the first time." in text
    assert FROM in text
    assert f"secure your {name} account and your email account: http://localhost:8000/account/sessions" in text


async def test_of_an_app_that_is_allowed_for_the_first_time(post: Post) -> None:
    world = post.elsewhere.world
    app = await register(world)
    async with world.browser("alice") as browser:
        for _ in range(2):
            await app.sign_in(browser, scope="account:read")
    [message] = await post.arrived()
    assert message["Subject"] == "New app connected to your Showground account"
    assert "was allowed to use your Showground account." in part(message, "plain")
    assert "disconnect the app: http://localhost:8000/account/apps" in part(message, "plain")


async def test_signing_in_by_a_link_tells_nothing_new(post: Post) -> None:
    async with post.elsewhere.world.browser("alice"):
        assert await post.arrived() == []
