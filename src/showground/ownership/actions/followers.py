"""Emails to followers."""

from showground import accounts, launches
from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.mail.templates import send_mails
from showground.listings import status, updates
from showground.ownership.queries import owned_listings

AT_ONCE = 200  # per transaction, which writes emails but does not send them


class MailSomeFollowers(Input):
    update_id: int


class SomeMailed(DataModel):
    """How many emails were written, and whether there may be more to write."""

    mailed: int
    more: bool


@action(scope=STAFF)
async def mail_some_followers(ctx: Context, input: MailSomeFollowers) -> SomeMailed:
    """Write emails to the next followers and record the progress, so that nobody gets an email twice."""
    last = await owned_listings.lock_mailing(ctx.db, input.update_id)
    found = await updates.find_update(ctx.db, input.update_id)
    if last is None or found is None:
        return SomeMailed(mailed=0, more=False)
    listing, update = found
    standing = await status.find_state(ctx.db, listing)
    if standing is None or standing.status not in ("live", "scheduled"):
        return SomeMailed(mailed=0, more=False)
    tokens = await launches.find_followers_to_email(ctx.db, listing, last, AT_ONCE)
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
        await owned_listings.note_mailed(ctx.db, input.update_id, max(tokens))
    return SomeMailed(mailed=len(people), more=len(tokens) == AT_ONCE)
