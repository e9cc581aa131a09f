"""Bounces and complaints: who is dead or complained gets no list email any more; forged reports change nothing."""

from email.message import EmailMessage
from typing import Any

import pytest

from showground.core.calls.models import NoInput
from showground.core.mail.address import fold
from showground.core.mail.queries import block_address
from showground.newsletter.actions.editions import send_test_edition
from showground.newsletter.actions.mail_reports import (
    ListBlocked,
    ReceiveMailReport,
    UnblockAddress,
    list_blocked_addresses,
    receive_mail_report,
    unblock_address,
)
from showground.newsletter.errors import NoSuchBlockedAddress, UnreadableReport
from tests.newsletter.conftest import ADA, Press

pytestmark = pytest.mark.anyio

FAILED = "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; {to}\nAction: {action}\nStatus: {status}\n"


def dsn(
    original: EmailMessage, *, to: str = ADA, status: str = "5.1.1", action: str = "failed", diagnosis: str = ""
) -> bytes:
    """A delivery status notification as Postfix writes them."""
    diagnostic = f"Diagnostic-Code: smtp; {diagnosis}\n" if diagnosis else ""
    return _report("delivery-status", FAILED.format(to=to, action=action, status=status) + diagnostic, original)


def complaint(original: EmailMessage) -> bytes:
    """A feedback report in the abuse reporting format."""
    return _report("feedback-report", "Feedback-Type: abuse\nUser-Agent: SomeISP/1.0\nVersion: 1\n", original)


def _report(kind: str, machine: str, original: EmailMessage) -> bytes:
    return (
        "From: MAILER-DAEMON@mx.example\nTo: hello@fair.example\nSubject: Report\nMIME-Version: 1.0\n"
        f'Content-Type: multipart/report; report-type={kind}; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nI'm sorry to have to inform you.\n"
        f"--b\nContent-Type: message/{kind}\n\n{machine}\n"
        f"--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: {original['Message-ID']}\nTo: someone\n\n--b--\n"
    ).encode()


async def take(press: Press, content: bytes) -> str | None:
    asked = ReceiveMailReport(content=content)
    return (await press.world.dispatcher.call(receive_mail_report, press.world.caller(), asked)).blocked


async def read_first(press: Press) -> EmailMessage:
    """Ada has subscribed and got an edition."""
    await press.add_reader(ADA)
    await press.arrived()
    await press.turn()
    return (await press.arrived())[ADA]


@pytest.mark.parametrize("make", [dsn, complaint])
async def test_an_address_that_bounces_or_complains_gets_no_more_list_email(press: Press, make: Any) -> None:
    report = make(await read_first(press))
    assert await take(press, report) == ADA
    assert await take(press, report) == ADA  # delivered twice
    assert await press.ask("select from newsletter_subscriber") == []
    await press.subscribe(ADA)  # the answer is the same, but nothing is sent
    assert await press.arrived() == {}
    (entry,) = (await press.world.dispatcher.call(list_blocked_addresses, press.world.caller(), ListBlocked())).items
    assert (entry.address, entry.reason) == (ADA, "bounce" if make is dsn else "complaint")
    call, caller = press.world.dispatcher.call, press.world.caller()
    await call(unblock_address, caller, UnblockAddress(blocked_id=entry.id))
    with pytest.raises(NoSuchBlockedAddress):
        await call(unblock_address, caller, UnblockAddress(blocked_id=entry.id))
    await press.subscribe(ADA)
    assert list(await press.arrived()) == [ADA]


@pytest.mark.parametrize(
    ("said", "blocked"),
    [
        ({"status": "5.1.1"}, True),
        ({"status": "5.1.2"}, True),
        ({"status": "5.2.1"}, True),
        ({"status": "5.0.0", "diagnosis": "550 5.1.1 <ada@reader.example>: User unknown"}, True),
        ({"status": "5.0.0", "diagnosis": "550 blocked"}, False),
        ({"status": "5.2.2"}, False),  # the mailbox is full
        ({"status": "5.7.1"}, False),  # a filter refused it
        ({"status": "4.1.1"}, False),
        ({"status": "5.1.1", "action": "delayed"}, False),
    ],
)
async def test_only_a_dead_address_is_blocked(press: Press, said: dict[str, str], blocked: bool) -> None:
    assert await take(press, dsn(await read_first(press), **said)) == (ADA if blocked else None)


async def test_a_report_blocks_only_the_reader_of_the_email_that_it_returns(press: Press) -> None:
    original = await read_first(press)
    assert await take(press, dsn(original, to="victim@other.example")) == ADA
    number, _, rest = original["Message-ID"].strip("<>").partition(".")
    seconds = int(rest.partition("@")[0])
    for forged in (f"<{number}.{seconds + 1}@fair.example>", "<99.1@fair.example>", "<x@y>", "<²³.1@y>", ""):
        message = EmailMessage()
        message["Message-ID"] = forged
        assert await take(press, dsn(message)) is None
    assert await press.ask("select email from blocked_address") == [(ADA,)]


@pytest.mark.parametrize("content", [b"", b"Hello", b"\xff\xfe", b"Content-Type: multipart/report\n\n--"])
async def test_something_else_is_refused(press: Press, content: bytes) -> None:
    with pytest.raises(UnreadableReport):
        await take(press, content)


async def test_a_mailbox_that_the_mail_server_does_not_know_is_blocked_at_once(press: Press) -> None:
    assert press.sink is not None
    await press.add_reader("bea@reader.example")
    await press.add_reader("cem@reader.example")
    await press.arrived()
    press.sink.recipient_answers += ["550 5.1.1 No such user", "550 5.7.1 We don't like you"]
    await press.turn()
    assert await press.arrived() == {}
    assert await press.ask("select email, detail from blocked_address") == [
        ("bea@reader.example", "550 5.1.1 No such user")
    ]


async def test_sign_in_links_still_reach_a_blocked_address(press: Press) -> None:
    await press.do("update account set staff = true where email = 'alice@alice.example'")
    async with press.world.dispatcher.database.transaction() as db:
        await block_address(db, fold("Alice@alice.example"), "complaint", "Reported as spam", press.world.clock())
    [(alice,)] = await press.ask("select id from account where email = 'alice@alice.example'")
    await press.world.dispatcher.call(send_test_edition, press.staff(alice), NoInput())
    assert await press.arrived() == {}
    async with press.world.browser() as browser:
        await browser.post("/sign-in", data={"email": "alice@alice.example"})
    assert list(await press.arrived()) == ["alice@alice.example"]
