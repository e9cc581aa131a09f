"""Hand a person everything that is kept of them."""

from typing import Any

from pydantic import BaseModel

from showground.accounts import passkeys, signing_in, store
from showground.accounts.holdings import Holdings
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action


class ExportAccount(Input):
    """Nothing is asked for."""


class AccountExport(BaseModel):
    """By part; what it holds is each part's own."""

    parts: dict[str, Any]


@action(scope=PERSON, read_only=True)
async def export_account(ctx: Context, input: ExportAccount) -> AccountExport:  # noqa: ARG001
    """Hand over everything that is kept of you, but for secrets, of which only fingerprints are."""
    current = ctx.access.credential if ctx.access else None
    own = {
        "account": (await store.get_account(ctx.db, ctx.account)).model_dump(mode="json"),
        "muted_mails": await store.get_muted_mails(ctx.db, ctx.account),
        "api_keys": [k.model_dump(mode="json") for k in await store.list_keys(ctx.db, ctx.account, ctx.now)],
        "sessions": [
            s.model_dump(mode="json") for s in await signing_in.list_sessions(ctx.db, ctx.account, current, ctx.now)
        ],
        "passkeys": [p.model_dump(mode="json") for p in await passkeys.list_passkeys(ctx.db, ctx.account)],
    }
    others = ctx.equipment.find(Holdings) or Holdings()
    told = {holding.name: await holding.export(ctx.db, ctx.account) for holding in others.items}
    return AccountExport(parts=own | told)
