"""Hand a person everything that is kept of them."""

from typing import Any

from pydantic import BaseModel

from showground.accounts import leaving
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
    own = await leaving.export_own(ctx.db, ctx.account)
    others = ctx.equipment.find(Holdings) or Holdings()
    told = {holding.name: await holding.export(ctx.db, ctx.account) for holding in others.items}
    return AccountExport(parts=own | told)
