"""Scheduled job: makes a backup when one is due."""

import asyncio
import logging
import threading
from datetime import timedelta

from showground.backup.errors import BackupFailed
from showground.backup.plan import BackupPlan
from showground.backup.rules import is_due
from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget

RETENTION_RULES = (
    RetentionRule(
        what="When backups were made",
        table="backup_run",
        ended="at <= %(before)s",
        life=timedelta(days=400),
        since="the backup",
    ),
)

log = logging.getLogger(__name__)


@job(retries=2, every="23 * * * *")
async def back_up(run: JobRun) -> None:
    """Whether one is due is asked of the store, so that a restored or copied database does not mislead us."""
    plan = run.dispatcher.services.find(BackupPlan)
    if plan is None:
        return
    stopped = threading.Event()
    try:
        stored = await asyncio.to_thread(plan.store.list)
        if is_due(stored[-1].at if stored else None, plan.every, run.caller.now):
            await asyncio.to_thread(plan.run, run.caller.now, _tell_nobody, stopped)
    except BackupFailed as problem:
        log.warning("The backup failed. %s", problem)
        raise
    finally:
        stopped.set()  # if the worker stops, the thread ends at its next write


def _tell_nobody(_done: int, _total: int) -> None: ...


@job(every="29 4 * * *")
async def forget_old_backup_runs(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
