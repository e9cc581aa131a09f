"""Scheduled job: deletes expired sessions and links, and old access events."""

from datetime import timedelta

from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget

RETENTION_RULES = (
    RetentionRule(
        what="Sign-in sessions",
        table="session",
        ended="expires_at <= %(before)s",
        since="they expire: after 14 days without use, at the latest 30 days after signing in",
    ),
    RetentionRule(
        what="Sign-in links",
        table="sign_in_link",
        ended="expires_at <= %(before)s",
        since="they are used or expire, which is after 15 minutes",
    ),
    RetentionRule(
        what="Changes of email addresses that were not confirmed",
        table="email_change",
        ended="expires_at <= %(before)s",
        since="they are confirmed or expire, which is after an hour",
    ),
    RetentionRule(
        what="Unfinished sign-ins with GitHub or Google",
        table="sign_in_elsewhere",
        ended="expires_at <= %(before)s",
        since="they expire, which is after 10 minutes",
    ),
    RetentionRule(
        what="Invitations to run the site",
        table="staff_invitation",
        ended="expires_at <= %(before)s",
        since="they are accepted, cancelled or expire, which is after 7 days",
    ),
    RetentionRule(
        what="Passkey challenges",
        table="passkey_challenge",
        ended="expires_at <= %(before)s",
        since="they expire, which is after a few minutes",
    ),
    RetentionRule(
        what="Records of sign-ins, of passkeys added or removed, and of API keys created, used, revoked or rejected,"
        " with IP addresses",
        table="access_event",
        ended="at <= %(before)s",
        life=timedelta(days=180),
        since="the event",
    ),
)


@job(every="23 * * * *")
async def forget_ended_sessions(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
