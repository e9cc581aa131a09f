"""What happens later or by the clock: followers are mailed, badges looked for, claims end and are looked at again."""

from showground.core.job import JobRun, job
from showground.ownership.actions.mail_some_followers import MailSomeFollowers, mail_some_followers


@job(lock="mail_followers:{update_id}")
async def mail_followers(run: JobRun, update_id: int) -> None:
    while (await run.door.call(mail_some_followers, run.caller, MailSomeFollowers(update_id=update_id))).more:
        pass
