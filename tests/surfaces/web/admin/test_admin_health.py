"""Staff see in sentences whether the site is well, and what to do where it is not."""

import pytest

from showground.upkeep.disk import DataFolder
from tests.surfaces.web.admin.conftest import Staff

pytestmark = pytest.mark.anyio

WORKER = "insert into procrastinate_workers (last_heartbeat) values (now())"


def half(_: DataFolder) -> float:
    """Of the disk is free, whatever this machine's is like."""
    return 0.5


async def test_a_site_that_is_well_says_so(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DataFolder, "free", half)
    await staff.do(WORKER)
    await staff.browser.get("/")
    await staff.world.app.watch.note_minute()
    page = await staff.see("/admin/health")
    assert "Everything is working. Jobs run, requests are answered, and nothing needs your attention." in page.text
    assert "1 worker is running." in page.text
    drawn = [str(plot.get("aria-label")) for plot in page.all("svg") if plot.get("role") == "img"]
    assert [label.partition(":")[0] for label in drawn] == [
        "Requests", "Server errors", "Response time", "Jobs waiting", "Emails waiting", "Memory"
    ]  # fmt: skip


async def test_what_is_wrong_is_said_with_what_to_do(staff: Staff) -> None:
    await staff.do(
        "insert into procrastinate_jobs (queue_name, task_name, args, status, attempts)"
        " values ('deliver_mail', 'deliver_mail', '{}', 'failed', 9), ('turn_week', 'turn_week', '{}', 'todo', 0)"
    )
    await staff.do(
        "insert into outbox (recipient, template, subject, body_text, body_html, created_at)"
        " values ('a@b.example', 'x', 'x', '', '', %s)",
        staff.world.clock(),
    )
    text = (await staff.see("/admin/health")).text
    assert "No worker is running, and 1 job is waiting." in text
    assert "Start showground worker, or showground serve without --no-jobs." in text
    assert "1 job failed on every attempt." in text
    assert "1 email is waiting: no mail server is configured" in text
    await staff.do(WORKER)
    await staff.do("update procrastinate_events set at = at - interval '3 hours'")
    text = (await staff.see("/admin/health")).text
    assert "1 job is waiting, the oldest for 3 hours (turn week)." in text


async def test_every_process_adds_to_its_minute(staff: Staff) -> None:
    watch = staff.world.app.watch
    await staff.world.client.get("/api/v1/site")
    await watch.note_minute()
    await watch.note_minute()
    await staff.world.client.get("/api/v1/nothing")
    await watch.note_minute()
    staff.world.clock.move(minutes=1)
    await watch.note_minute()
    rows = await staff.ask("select requests, failed, seconds > 0, memory_bytes > 1000000 from health_minute order by 1")
    assert rows[0] == (0, 0, False, True)
    assert rows[1][0] >= 2
    assert rows[1][1:] == (0, True, True)
