"""Mail an update to the next followers."""

from pydantic import BaseModel

from showground import accounts, catalog, launches
from showground.core.context import Context
from showground.core.mail import send_mails
from showground.core.operation import STAFF, Input, action
from showground.ownership import store

AT_ONCE = 200  # in one transaction, which writes mails and sends none


class MailSomeFollowers(Input):
    update_id: int


class SomeMailed(BaseModel):
    """How many mails were written, and whether there may be more to write."""

    mailed: int
    more: bool


@action(scope=STAFF)
async def mail_some_followers(ctx: Context, input: MailSomeFollowers) -> SomeMailed:
    """Write the mails to the next followers and note how far that came, so that nobody is mailed twice."""
    last = await store.hold_mailing(ctx.db, input.update_id)
    found = await catalog.find_update(ctx.db, input.update_id)
    if last is None or found is None:
        return SomeMailed(mailed=0, more=False)
    listing, update = found
    standing = await catalog.find_standing(ctx.db, listing)
    if standing is None or standing.status not in ("live", "scheduled"):
        return SomeMailed(mailed=0, more=False)
    tokens = await launches.find_mailed_followers(ctx.db, listing, last, AT_ONCE)
    people = await accounts.find_reachable(ctx.db, list(tokens), "updates")
    await send_mails(
        ctx,
        {person.email: f"{ctx.site.url}/unsubscribe/{tokens[person.id]}" for person in people},
        "listing_update",
        listing=standing.name,
        title=update.title,
        body=update.body,
        link=f"{ctx.site.url}/listings/{standing.slug}",
    )
    if tokens:
        await store.note_mailed(ctx.db, input.update_id, max(tokens))
    return SomeMailed(mailed=len(people), more=len(tokens) == AT_ONCE)
