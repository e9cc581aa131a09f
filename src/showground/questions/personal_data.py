"""What becomes of a person's questions when they delete their account, where their answers stay without
their name, or when two accounts are merged."""

from showground.core.calls.context import Context
from showground.listings import public_profiles
from showground.questions.queries import personal_data


async def forget_questions(ctx: Context) -> None:
    """Remove the person's questions, and leave a tombstone where others have answered."""
    listings = await personal_data.find_asked(ctx.db, ctx.account)
    if listings:
        await public_profiles.lock(ctx.db, listings)
        await personal_data.remove_questions(ctx.db, ctx.account)
        await public_profiles.encode(ctx.db, listings)


async def merge_questions(ctx: Context, account: int, into: int) -> None:  # noqa: ARG001 - all rows were moved
    """Write profiles again that show what the person asked or answered: they say who it was."""
    listings = await personal_data.find_spoken_in(ctx.db, into)
    if listings:
        await public_profiles.lock(ctx.db, listings)
        await public_profiles.encode(ctx.db, listings)
