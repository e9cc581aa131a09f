"""What happens by the clock: sessions, links and notes of keys that have had their time are forgotten."""

from datetime import timedelta

from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget

RETENTION_RULES = (
    RetentionRule(
        what="Sessions of people signed in",
        table="session",
        ended="expires_at <= %(before)s",
        since="they end: after 14 days without use, 30 days after the sign-in at the latest",
    ),
    RetentionRule(
        what="Links that sign in",
        table="sign_in_link",
        ended="expires_at <= %(before)s",
        since="they are used or end, after 15 minutes",
    ),
    RetentionRule(
        what="Sign-ins begun at GitHub or Google",
        table="sign_in_elsewhere",
        ended="expires_at <= %(before)s",
        since="they end, after 10 minutes",
    ),
    RetentionRule(
        what="Challenges to passkeys",
        table="passkey_challenge",
        ended="expires_at <= %(before)s",
        since="they end, after a few minutes",
    ),
    RetentionRule(
        what="Notes of sign-ins, passkeys added or removed, and keys used, made, revoked or refused, with addresses",
        table="access_event",
        ended="at <= %(before)s",
        life=timedelta(days=180),
        since="that happened",
    ),
)


@job(every="23 * * * *")
async def forget_ended_sessions(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
