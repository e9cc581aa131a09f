"""The contact form, for anyone."""

from typing import Annotated

from pydantic import Field

from showground import accounts
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.core.mail.address import MailAddress
from showground.core.mail.templates import send_mail

FROM_ONE_ADDRESS = Limit("contact", 5, 3600)
FROM_EVERYONE = Limit("contact-all", 200, 86_400)  # what a flood may send to staff in a day


class ContactMessage(Input):
    name: Annotated[str, Field(min_length=1, max_length=160)]
    email: MailAddress
    subject: Annotated[str, Field(min_length=1, max_length=160)]
    body: Annotated[str, Field(min_length=1, max_length=5_000), MULTI_LINE]


class MessageSent(DataModel):
    """The message is on its way."""


def _everyone(_: ContactMessage) -> str:
    return "everyone"


@action(scope=PUBLIC, limit=FROM_ONE_ADDRESS, limit_each=((FROM_EVERYONE, _everyone),))
async def send_contact_message(ctx: Context, input: ContactMessage) -> MessageSent:
    """Send a message to the people who run the site, by email. It is stored nowhere else."""
    own = ctx.site.brand.operator.email
    for email in [own] if own else await accounts.list_staff_emails(ctx.db):
        await send_mail(ctx, email, "contact_message", **input.model_dump())
    return MessageSent()
