"""Scheduled job: deletes expired tokens and unused apps."""

from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget
from showground.oauth import rules

RETENTION_RULES = (
    RetentionRule(
        what="Access and refresh tokens of apps",
        table="oauth_token",
        ended="expires_at <= %(before)s",
        since="they expire: access tokens after an hour, refresh tokens after 30 days without use, all after a year",
    ),
    RetentionRule(
        what="Authorization codes of apps",
        table="oauth_code",
        ended="expires_at <= %(before)s",
        life=rules.ACCESS_LIVES,
        since="they expire, which is after a minute",
    ),
    RetentionRule(
        what="Permissions that people gave apps",
        table="oauth_grant",
        ended="not exists (select from oauth_token where grant_id = oauth_grant.id)"
        " and not exists (select from oauth_code where grant_id = oauth_grant.id)",
        since="the last token expires",
    ),
    RetentionRule(
        what="Registered apps that never received a permission",
        table="oauth_client",
        ended="used_at is null and created_at <= %(before)s"
        " and not exists (select from oauth_grant where client_id = oauth_client.id)",
        life=rules.UNUSED_KEPT_FOR,
        since="they registered",
    ),
    RetentionRule(
        what="Registered apps without any permissions left",
        table="oauth_client",
        ended="used_at <= %(before)s and not exists (select from oauth_grant where client_id = oauth_client.id)",
        life=rules.IDLE_KEPT_FOR,
        since="their last use",
    ),
)


@job(every="43 * * * *")
async def forget_ended_tokens(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
