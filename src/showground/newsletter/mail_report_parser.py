"""Reads delivery status notifications (RFC 3464) and feedback reports (RFC 5965). Runs in the sandbox.

Both are `multipart/report` messages: a text for people, a part for machines, and the email they are about, or its
headers. A permanent failure because of the address (5.1.x, or 5.2.1) is a bounce. A full mailbox or a spam filter is
none.
"""

from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from typing import TYPE_CHECKING, cast

from showground.core.mail.status_codes import says_no_mailbox
from showground.newsletter.sandbox_calls import ReadReport, SentReport

if TYPE_CHECKING:
    Mail = Message[str, str]

MAX_DETAIL = 300
MAX_IDS = 10


def read_report(sent: SentReport) -> ReadReport:
    message = message_from_bytes(sent.content, policy=compat32)
    kind, detail = "none", ""
    for part in message.walk():
        match part.get_content_type():
            case "message/delivery-status":
                kind, detail = _read_status(part)
            case "message/feedback-report":
                kind, detail = "complaint", "Reported as spam"
            case _:
                pass
    ids = [found for part in message.walk() for found in _original_ids(part)]
    return ReadReport.model_validate({"kind": kind, "message_ids": ids[:MAX_IDS], "detail": detail[:MAX_DETAIL]})


def _read_status(part: "Mail") -> tuple[str, str]:
    """The first permanent failure that is the address's fault."""
    for block in _parts(part):
        status, diagnosis = _header(block, "Status"), _header(block, "Diagnostic-Code")
        failed = _header(block, "Action").lower() == "failed"
        if failed and (says_no_mailbox(status) or says_no_mailbox(diagnosis)):
            return "bounce", diagnosis or status
    return "other", ""


def _original_ids(part: "Mail") -> list[str]:
    """The Message-ID of the email that a report returns, whole or as headers only."""
    originals: list[Mail] = []
    if part.get_content_type() == "message/rfc822":
        originals = _parts(part)
    elif part.get_content_type() == "text/rfc822-headers":
        content = part.get_payload(decode=True)
        originals = [message_from_bytes(content if isinstance(content, bytes) else b"", policy=compat32)]
    return [found for original in originals if (found := _header(original, "Message-ID"))]


def _parts(message: "Mail") -> "list[Mail]":
    return cast("list[Mail]", message.get_payload()) if message.is_multipart() else []


def _header(message: "Mail", name: str) -> str:
    """A header in one line; empty if there is none."""
    return " ".join(str(message.get(name, "")).split())
