"""Writing mails from their three templates, and sending them with the transaction that caused them."""

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from showground.core import outbox
from showground.core.context import Context, Site
from showground.core.jobs import deliver_mail

if TYPE_CHECKING:
    from css_inline import CSSInliner

BREAKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")  # a subject is one line, whatever its values hold


async def send_mail(ctx: Context, to: str, template: str, *, unsubscribe_url: str | None = None, **values: Any) -> None:
    """Send `emails/<template>` once the transaction commits.

    `unsubscribe_url`: where one click stops mails of this kind; it must take a POST without a sign-in (RFC 8058).
    """
    written = write(ctx.site, to, template, unsubscribe_url=unsubscribe_url, **values)
    await deliver_mail.enqueue(ctx.db, await outbox.add(ctx.db, written, ctx.now))


async def send_mail_check(ctx: Context, to: str) -> None:
    """Send a mail that says that mail works."""
    await send_mail(ctx, to, "mail_check")


def write(site: Site, to: str, template: str, *, unsubscribe_url: str | None, **values: Any) -> outbox.Written:
    values = {"site": site, "unsubscribe_url": unsubscribe_url, **values}
    subject, text, html = (
        _templates().get_template(f"{template}/{part}").render(values)
        for part in ("subject.txt", "body.txt", "body.html")
    )
    return outbox.Written(
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
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _inliner() -> "CSSInliner":
    from css_inline import CSSInliner  # noqa: PLC0415 - 2 MB that a process without mail does not need

    return CSSInliner(load_remote_stylesheets=False, keep_at_rules=True)
