"""What happens by the clock: tokens that have ended, and apps that nobody uses, are forgotten."""

from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget
from showground.oauth import rules

RETENTION_RULES = (
    RetentionRule(
        what="Apps' tokens",
        table="oauth_token",
        ended="expires_at <= %(before)s",
        since="they end: access after an hour, refresh after 30 days without use, all of them after a year",
    ),
    RetentionRule(
        what="Apps' codes",
        table="oauth_code",
        ended="expires_at <= %(before)s",
        life=rules.ACCESS_LIVES,
        since="they end, after a minute",
    ),
    RetentionRule(
        what="What people allowed apps",
        table="oauth_grant",
        ended="not exists (select from oauth_token where grant_id = oauth_grant.id)"
        " and not exists (select from oauth_code where grant_id = oauth_grant.id)",
        since="its last token ends",
    ),
    RetentionRule(
        what="Apps that nobody ever allowed anything",
        table="oauth_client",
        ended="used_at is null and created_at <= %(before)s"
        " and not exists (select from oauth_grant where client_id = oauth_client.id)",
        life=rules.UNUSED_KEPT_FOR,
        since="they registered",
    ),
    RetentionRule(
        what="Apps that nobody allows anything any more",
        table="oauth_client",
        ended="used_at <= %(before)s and not exists (select from oauth_grant where client_id = oauth_client.id)",
        life=rules.IDLE_KEPT_FOR,
        since="their last use",
    ),
)


@job(every="43 * * * *")
async def forget_ended_tokens(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
