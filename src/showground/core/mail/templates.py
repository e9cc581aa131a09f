"""Writing mails from their three templates, and sending them with the transaction that caused them."""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from showground.core.calls.context import Context, Site
from showground.core.calls.input_text import fold_breaks, safe_to_show
from showground.core.jobs.builtin import deliver_list_mails, deliver_mail
from showground.core.mail import queries
from showground.core.mail.queries import Written

if TYPE_CHECKING:
    from css_inline import CSSInliner

PROSE = ("body", "why")  # values that may have several lines; another one's could pass for words of ours
IN_ONE_CONVERSATION = 50  # emails; many servers close a connection after a hundred
BREAKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")  # a subject is one line, whatever its values hold


async def send_mail(ctx: Context, to: str, template: str, *, unsubscribe_url: str | None = None, **values: Any) -> None:
    """Send `emails/<template>` once the transaction commits.

    `unsubscribe_url`: where one click stops mails of this kind; it must take a POST without a sign-in (RFC 8058).
    """
    await _hand_over(ctx, [write(ctx.site, to, template, unsubscribe_url=unsubscribe_url, **values)])


async def send_mails(ctx: Context, to: Mapping[str, str], template: str, **values: Any) -> None:
    """Send the same to many, each with an address of their own where one click stops it: written once for all."""
    mark = secrets.token_hex(16)  # which no value can hold; each reader's own address takes its place
    one = write(ctx.site, "", template, unsubscribe_url=mark, **values)
    mails = [
        replace(
            one,
            recipient=recipient,
            body_text=one.body_text.replace(mark, url),
            body_html=one.body_html.replace(mark, escape(url)),
            unsubscribe_url=url,
        )
        for recipient, url in to.items()
    ]
    if mails:
        await _hand_over(ctx, mails)


async def send_shared(ctx: Context, template: str, subject: str, mails: Sequence[tuple[int, str, str]]) -> None:
    """Send emails whose text is stored once: each with its body, its recipient and an own unsubscribe address."""
    numbers = await queries.add_shared(ctx.db, template, subject, mails, ctx.now)
    batches = [numbers[start : start + IN_ONE_CONVERSATION] for start in range(0, len(numbers), IN_ONE_CONVERSATION)]
    await deliver_list_mails.enqueue_many(ctx.db, [{"kind": template, "mail_ids": batch} for batch in batches])


async def _hand_over(ctx: Context, written: Sequence[Written]) -> None:
    await deliver_mail.enqueue_each(ctx.db, await queries.add(ctx.db, written, ctx.now))


def write(site: Site, to: str, template: str, *, unsubscribe_url: str | None, **values: Any) -> Written:
    lines = {name: fold_breaks(value) for name, value in values.items() if type(value) is str and name not in PROSE}
    values = {"site": site, "unsubscribe_url": unsubscribe_url, **values, **lines}
    subject, text, html = (
        _templates().get_template(f"{template}/{part}").render(values)
        for part in ("subject.txt", "body.txt", "body.html")
    )
    return Written(
        recipient=to,
        template=template,
        subject=BREAKS.sub(" ", subject).strip(),
        body_text=text.strip() + "\n",
        body_html=_inliner().inline(html),
        unsubscribe_url=unsubscribe_url,
    )


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("showground", "emails"),
        autoescape=select_autoescape(["html"], default=False),
        undefined=StrictUndefined,
        finalize=safe_to_show,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _inliner() -> "CSSInliner":
    from css_inline import CSSInliner  # noqa: PLC0415 - 2 MB that a process without mail does not need

    return CSSInliner(load_remote_stylesheets=False, keep_at_rules=True)
