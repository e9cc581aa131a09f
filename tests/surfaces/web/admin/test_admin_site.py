"""Staff keep the site running: settings, mails, jobs, and the log of their own work."""

import pytest

from showground.core.mail import queries
from showground.core.mail.smtp_address import SmtpServer
from showground.core.mail.templates import write
from showground.core.tokens import make_token
from tests.surfaces.web.admin.conftest import Staff

pytestmark = pytest.mark.anyio


async def test_the_free_plan_is_set(staff: Staff) -> None:
    await staff.send("/admin/settings", first_week="2", last_week="4", places="7")
    assert await staff.ask("select first_week, last_week, places from free_plan") == [(2, 4, 7)]
    for wrong in ({"places": "many"}, {"places": "-1"}, {"last_week": "1"}, {"first_week": ""}):
        form = {"first_week": "3", "last_week": "4", "places": "9"} | wrong
        page = await staff.send("/admin/settings", 400, **form)
        assert page.all("p"), wrong
    assert await staff.ask("select first_week, last_week, places from free_plan") == [(2, 4, 7)]
    [(_, action, given)] = await staff.log()
    assert (action, given) == ("set_free_plan", {"first_week": 2, "last_week": 4, "places": 7})
    assert "Set free plan" in (await staff.see("/admin/log?action=set_free_plan")).text
    assert "Charlie" in (await staff.see("/admin")).text


async def test_mails_are_kept_and_shown(staff: Staff) -> None:
    dispatcher = staff.world.dispatcher
    written = write(
        dispatcher.site, "a@b.example", "listing_suspended", unsubscribe_url=None, listing="Tidewater", why="Spam"
    )
    async with dispatcher.database.transaction() as db:
        [mail] = await queries.add(db, [written], staff.world.clock())
    page = await staff.see("/admin/outbox?state=waiting")
    assert "a@b.example" in page.text
    assert "SHOWGROUND_SMTP_URL" in page.text
    assert written.body_text.split()[0] in (await staff.see(f"/admin/outbox/{mail}")).text
    assert "No emails." in (await staff.see("/admin/outbox?state=sent")).text
    assert "1 email is waiting" in (await staff.see("/admin")).text


async def test_a_link_that_lets_in_is_shown_to_nobody_else(staff: Staff) -> None:
    dispatcher, link = staff.world.dispatcher, f"http://localhost:8000/sign-in/{make_token()}"
    written = write(dispatcher.site, "a@b.example", "sign_in_link", unsubscribe_url=None, url=link, minutes=15)
    async with dispatcher.database.transaction() as db:
        [mail] = await queries.add(db, [written], staff.world.clock())
    for server in (None, SmtpServer.from_url("smtp://127.0.0.1:1", "fair@fair.example")):
        object.__setattr__(dispatcher, "smtp", server)
        shown = (await staff.see(f"/admin/outbox/{mail}")).text
        assert (link in shown, "http://localhost:8000/sign-in/…" in shown) == (False, True)
        assert "showground sign-in-link a@b.example" in shown


async def test_a_failed_job_is_tried_again(staff: Staff) -> None:
    await staff.do(
        "insert into procrastinate_jobs (queue_name, task_name, args, status, attempts)"
        " values ('deliver_mail', 'deliver_mail', '{\"mail_id\": 7}', 'failed', 9)"
    )
    [(job,)] = await staff.ask("select id from procrastinate_jobs where status = 'failed'")
    assert "deliver_mail" in (await staff.see("/admin/jobs")).text
    page = await staff.send(f"/admin/jobs/{job}/retry")
    assert "No failed jobs." in page.text
    assert await staff.ask("select status::text from procrastinate_jobs where id = %s", job) == [("todo",)]
    await staff.send(f"/admin/jobs/{job}/retry", 404)
    assert [action for _, action, _ in await staff.log()] == ["retry_job"]
