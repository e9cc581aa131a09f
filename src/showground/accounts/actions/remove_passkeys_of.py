"""Remove all passkeys of somebody who has lost them."""

from pydantic import BaseModel

from showground.accounts import passkeys, store
from showground.accounts.actions.create_key import NoSuchAccount
from showground.core.context import Context
from showground.core.mail_address import MailAddress
from showground.core.operation import STAFF, Input, action


class RemovePasskeysOf(Input):
    email: MailAddress


class PasskeysOfRemoved(BaseModel):
    removed: int


@action(scope=STAFF, failures=(NoSuchAccount,))
async def remove_passkeys_of(ctx: Context, input: RemovePasskeysOf) -> PasskeysOfRemoved:
    """Remove all passkeys of this account, so that its owner can sign in by email and add a new one."""
    account = await store.find_account_id(ctx.db, input.email)
    if account is None:
        raise NoSuchAccount
    removed = await passkeys.remove_all(ctx.db, account)
    if removed:
        await store.add_event(ctx.db, "passkey_removed", ctx.now, ctx.address, account=account)
    return PasskeysOfRemoved(removed=removed)
