"""What `showground doctor` and `showground mail test` say about the mail server."""

import asyncio
import subprocess
from pathlib import Path

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.support.certificates import Authority
from tests.support.command import free_port, showground, start_showground
from tests.support.smtp import SENDER, Sink, running_sink

pytestmark = pytest.mark.anyio


async def run(*arguments: str, **settings: object) -> subprocess.CompletedProcess[str]:
    return await asyncio.to_thread(showground, *arguments, mail_from=f"Fair <{SENDER}>", **settings)


async def examine(folder: Path, url: str) -> str:
    """What the doctor says of email."""
    done = await run("doctor", data_dir=folder / "none", smtp_url=url)
    return next(line for line in done.stdout.splitlines() if line[5:].startswith("mail"))


async def test_a_server_that_takes_our_mail(tmp_path: Path) -> None:
    async with running_sink() as sink:
        said = await examine(tmp_path, f"smtp://127.0.0.1:{sink.port}")
    assert said == f"ok   mail        127.0.0.1:{sink.port} responds and takes email from {SENDER}"
    assert sink.received == []


async def test_wrong_credentials_and_certificates_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Authority(tmp_path)

    async def told(sink: Sink, password: str) -> str:
        # A process of its own: Python reads the trusted certificates when it starts.
        url = f"smtp+starttls://ada:{password}@localhost:{sink.port}"
        settings = {"data_dir": tmp_path / "none", "smtp_url": url, "mail_from": SENDER}
        done = await asyncio.to_thread(start_showground, "doctor", **settings)
        return next(line for line in done.stdout.splitlines() if line[5:].startswith("mail"))

    async with running_sink(authority.server("localhost")) as sink:
        said = await told(sink, "p%40ss%20word")
        assert said.startswith(f"BAD  mail        no secure connection to localhost:{sink.port} (")
        assert "certificate" in said.lower()
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
        assert (await told(sink, "p%40ss%20word")).startswith("ok   mail ")
        said = await told(sink, "wrong")
        assert said.startswith(f"BAD  mail        localhost:{sink.port} refuses the user name or password (535 ")
        assert said.endswith("Correct them in SHOWGROUND_SMTP_URL.")
    async with running_sink() as plain:
        said = await told(plain, "p%40ss%20word")
    assert said.startswith("BAD  mail        no secure connection to ")
    assert "smtps:// (port 465) or smtp+starttls:// (port 587)" in said


async def test_the_sender_is_the_one_that_staff_or_the_brand_file_set(database_url: str, tmp_path: Path) -> None:
    with psycopg.connect(database_url) as db:
        db.execute(
            "insert into site_brand (state, chosen, updated_at) values ('published', %s, now())",
            (Jsonb({"sender": "Fair <staff@fair.example>"}),),
        )
    async with running_sink() as sink:
        around = {"database_url": database_url, "data_dir": tmp_path, "smtp_url": f"smtp://127.0.0.1:{sink.port}"}
        done = await asyncio.to_thread(showground, "doctor", **around)
        assert "takes email from staff@fair.example" in done.stdout
        assert "SHOWGROUND_MAIL_FROM" not in done.stdout
        (tmp_path / "brand.toml").write_text('sender = "file@fair.example"\n')
        done = await asyncio.to_thread(showground, "mail", "test", "ada@example.org", **around)
        assert done.stdout.startswith(f"127.0.0.1:{sink.port} took an email from file@fair.example to ada@example.org.")


async def test_a_test_email_has_the_name_that_staff_or_the_brand_file_set(database_url: str, tmp_path: Path) -> None:
    with psycopg.connect(database_url) as db:
        db.execute(
            "insert into site_brand (state, chosen, updated_at) values ('published', %s, now())",
            (Jsonb({"name": "Fair of staff"}),),
        )
    async with running_sink() as sink:
        url = f"smtp://127.0.0.1:{sink.port}"
        around = {"database_url": database_url, "data_dir": tmp_path, "smtp_url": url, "mail_from": SENDER}
        assert (await asyncio.to_thread(showground, "mail", "test", "ada@example.org", **around)).returncode == 0
        (tmp_path / "brand.toml").write_text('name = "Fair of the file"\n')
        assert (await asyncio.to_thread(showground, "mail", "test", "ada@example.org", **around)).returncode == 0
    for message, name in zip(sink.messages(), ("Fair of staff", "Fair of the file"), strict=True):
        assert message["From"] == f"{name} <{SENDER}>"
        assert message["Subject"] == f"Test email from {name}"
        assert f"This is a test email from {name} (" in message.get_content()
    done = await asyncio.to_thread(showground, "doctor", **around)
    assert "Fair of the file at http://localhost:8000 (development)" in done.stdout


async def test_a_test_email_arrives_or_says_why_not(tmp_path: Path) -> None:
    async with running_sink() as sink:
        around = {"data_dir": tmp_path / "none", "smtp_url": f"smtp://127.0.0.1:{sink.port}", "site_name": "Fair"}
        done = await run("mail", "test", "ada@example.org", **around)
        assert done.returncode == 0, done.stderr
        assert f"took an email from {SENDER} to ada@example.org." in done.stdout
        [message] = sink.messages()
        assert (message["To"], message["Subject"]) == ("ada@example.org", "Test email from Fair")
        sink.recipient_answers.append("550 5.1.1 No such mailbox")
        refused = await run("mail", "test", "ada@example.org", **around)
        assert refused.returncode == 1
        assert "did not take the email. 550 5.1.1 No such mailbox" in refused.stderr
        assert (await run("mail", "test", "ada", **around)).stderr == "ada is not an email address.\n"
    assert not (tmp_path / "none").exists()  # it needs no database
    gone = await run("mail", "test", "ada@example.org", smtp_url=f"smtp://127.0.0.1:{free_port()}")
    assert (gone.returncode, "cannot be reached" in gone.stderr) == (1, True)
    unset = await asyncio.to_thread(showground, "mail", "test", "ada@example.org")
    assert unset.stderr == "SHOWGROUND_SMTP_URL is not set, so no email can be sent.\n"
