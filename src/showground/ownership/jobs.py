"""What happens later or by the clock: followers are mailed, badges looked for, claims end and are looked at again."""

from datetime import timedelta

import anyio

from showground.core.calls.models import NoInput
from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget
from showground.ownership.actions.badge_checks import CheckBadge, FindDueBadges, check_badge, find_due_badges
from showground.ownership.actions.claims import RecheckClaim, expire_claims, recheck_claim
from showground.ownership.actions.followers import MailSomeFollowers, mail_some_followers

PAGES_AT_ONCE = 16  # homepages that are read side by side
LOOKS_KEPT_FOR = timedelta(days=90)
RETENTION_RULES = (
    RetentionRule(
        what="Badge checks, except the latest ten of each listing",
        table="badge_check looked",
        ended="at <= %(before)s and (select count(*) from badge_check later"
        " where later.listing_id = looked.listing_id and (later.at, later.id) > (looked.at, looked.id)) >= 10",
        life=LOOKS_KEPT_FOR,
        since="the check",
    ),
    RetentionRule(
        what="Verification checks of a claim, except the latest of each claim",
        table="claim_check looked",
        ended="at <= %(before)s and exists (select from claim_check later"
        " where later.claim_id = looked.claim_id and (later.at, later.id) > (looked.at, looked.id))",
        life=LOOKS_KEPT_FOR,
        since="the check",
    ),
    RetentionRule(
        what="Offers to take over a listing",
        table="listing_transfer",
        ended="expires_at <= %(before)s",
        since="they are accepted, taken back or expire, which is after 14 days",
    ),
)


@job(lock="mail_followers:{update_id}")
async def mail_followers(run: JobRun, update_id: int) -> None:
    while (await run.dispatcher.call(mail_some_followers, run.caller, MailSomeFollowers(update_id=update_id))).more:
        pass


# At the full hour too, so that a week that has just begun has its listings moved on.
@job(every="*/10 * * * *")
async def look_for_badges(run: JobRun) -> None:
    last: int | None = 0
    places = anyio.CapacityLimiter(PAGES_AT_ONCE)

    async def look(listing: int) -> None:
        async with places:
            await run.dispatcher.call(check_badge, run.caller, CheckBadge(listing_id=listing))

    while last is not None:
        due = (await run.dispatcher.call(find_due_badges, run.caller, FindDueBadges(after=last))).listings
        async with anyio.create_task_group() as looks:
            for listing in due:
                looks.start_soon(look, listing)
        last = due[-1] if due else None


@job(every="23 * * * *")
async def end_and_recheck_claims(run: JobRun) -> None:
    due = (await run.dispatcher.call(expire_claims, run.caller, NoInput())).due
    for claim in due:
        await run.dispatcher.call(recheck_claim, run.caller, RecheckClaim(claim_id=claim))


@job(every="53 4 * * *")
async def forget_old_looks(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
