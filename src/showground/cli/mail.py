"""Commands that send a test email and take reports of bounces."""

import argparse
import os
import sys

from showground.cli.resources import CommandFailed, caller, with_dispatcher
from showground.settings import Settings

MAX_MAIL_REPORT = 5_000_000  # bytes; reports that return a whole newsletter are much smaller


def take_mail_report(settings: Settings, arguments: argparse.Namespace) -> int:  # noqa: ARG001
    """The mail server acts on the exit code: after 75 it tries again later, after another but 0 it answers the sender.

    So a message that is not a report is no failure: a reader who replied to an email would get a bounce.
    """
    from showground.core.calls.errors import ApiError
    from showground.newsletter.actions.mail_reports import ReceiveMailReport, receive_mail_report
    from showground.newsletter.errors import UnreadableReport

    asked = ReceiveMailReport(content=sys.stdin.buffer.read(MAX_MAIL_REPORT))
    try:
        done = with_dispatcher(
            settings, lambda dispatcher: dispatcher.call(receive_mail_report, caller(dispatcher), asked)
        )
    except UnreadableReport as problem:
        print(f"{problem.detail} Nothing was done.")
        return os.EX_OK
    except CommandFailed as problem:
        print(problem, file=sys.stderr)
        return os.EX_TEMPFAIL
    except ApiError as problem:
        print(problem.detail, file=sys.stderr)
        return os.EX_TEMPFAIL
    print(f"{done.blocked} is blocked." if done.blocked else "No address was blocked.")
    return os.EX_OK


def send_test_mail(settings: Settings, arguments: argparse.Namespace) -> None:
    import asyncio

    from showground.core.mail.address import read_mail_address
    from showground.core.mail.mail_test import send_test_message
    from showground.core.mail.smtp import MailNotTaken, MailRefused
    from showground.core.mail.smtp_address import SmtpServer
    from showground.doctor.brand import find_brand, find_sender

    if settings.smtp_url is None:
        raise CommandFailed("SHOWGROUND_SMTP_URL is not set, so no email can be sent.")
    try:
        recipient = read_mail_address(arguments.email)
    except ValueError as problem:
        raise CommandFailed(f"{arguments.email} is not an email address.") from problem
    brand = find_brand(settings)
    server = SmtpServer.from_url(settings.smtp_url, find_sender(brand, settings))
    try:
        asyncio.run(send_test_message(server, brand.name, settings.site_url, recipient))
    except (MailRefused, MailNotTaken) as problem:
        reason = f"{server.host}:{server.port} did not take the email. {problem}"
        raise CommandFailed(f"{reason}\nRun `showground doctor` to find out what is wrong.") from problem
    print(f"{server.host}:{server.port} took an email from {server.sender.addr_spec} to {recipient}.")
    print("If it does not arrive, check the spam folder, then the SPF, DKIM and DMARC records of the sender's domain.")
