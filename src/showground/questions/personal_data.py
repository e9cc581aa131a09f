"""What becomes of a person's questions when they delete their account. Their answers stay without their name."""

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
