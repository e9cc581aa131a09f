"""Make a link that signs in, for whoever runs the site to hand over."""

from datetime import timedelta
from typing import Annotated

from pydantic import BaseModel, Field

from showground.accounts import signing_in, store
from showground.accounts.actions.create_key import NoSuchAccount
from showground.core.context import Context
from showground.core.mail_address import MailAddress
from showground.core.operation import STAFF, Input, action


class MakeSignInLink(Input):
    email: MailAddress
    minutes: Annotated[int, Field(ge=1, le=24 * 60)] = 15


class LinkMade(BaseModel):
    url: Annotated[str, Field(repr=False)]


@action(scope=STAFF, failures=(NoSuchAccount,))
async def make_sign_in_link(ctx: Context, input: MakeSignInLink) -> LinkMade:
    """Make a link that signs in as this account, once."""
    account = await store.find_by_email(ctx.db, input.email)
    if account is None:
        raise NoSuchAccount
    token = await signing_in.add_link(ctx.db, account.email, "/account", ctx.now + timedelta(minutes=input.minutes))
    return LinkMade(url=f"{ctx.site.url}/sign-in/{token}")
