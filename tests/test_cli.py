"""The command line as a newcomer meets it: every command, and what each says when it cannot do its work."""

import asyncio
import csv
import json
import re
import resource
import socket
import subprocess
import sys
from collections.abc import Generator
from datetime import UTC, datetime
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from showground.cli.files import opened
from showground.core.database.pool import Connection
from tests.support.books import Sale, add_sales
from tests.support.command import LONG, ROOT, free_port, showground, start_showground, surroundings
from tests.support.dns import DnsServer
from tests.support.folders import roomiest
from tests.support.postgres import fresh_database
from tests.support.redis import running_redis
from tests.support.smtp import SENDER, running_sink
from tests.support.stripe import WEBHOOK_SECRET, stripe_beside

pytestmark = pytest.mark.slow

PRODUCTION = {
    "env": "production",
    "site_url": "https://fair.example",
    "smtp_url": "smtp://127.0.0.1:2525",
    "secret": "0123456789abcdef0123456789abcdef",
    "payments": "off",
}


@pytest.fixture
def empty_database(postgres: str) -> Generator[str]:
    """A database that nobody has migrated."""
    with fresh_database(postgres, "template0") as url:
        yield url


def one(url: str, query: str) -> object:
    with psycopg.connect(url) as db:
        row = db.execute(query.encode()).fetchone()
    return row[0] if row else None


def test_without_a_command_it_says_what_it_can_do() -> None:
    alone, helped = start_showground(), start_showground("--help")
    assert (alone.returncode, alone.stdout) == (2, "")
    assert (helped.returncode, helped.stderr) == (0, "")
    assert alone.stderr == helped.stdout
    for command in (
        "serve",
        "worker",
        "migrate",
        "demo",
        "account",
        "key",
        "sign-in-link",
        "passkeys",
        "sign-out",
        "import",
        "export",
        "backup",
        "restore",
        "openapi",
        "retention",
        "settings",
        "doctor",
    ):
        assert re.search(rf"^    {command}\s+\w", helped.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["plant"], "invalid choice: 'plant'"),
        (["account"], "the following arguments are required: COMMAND"),
        (["serve", "--port", "99999"], "99999 is not a number from 0 to 65535"),
        (["serve", "--workers", "0"], "0 is not a number from 1 to 64"),
        (["demo", "--listings", "many"], "many is not a number from 1 to"),
        (["key", "create", "a@a.example"], "required: --scope"),
    ],
)
def test_arguments_that_do_not_fit_are_named(arguments: list[str], words: str) -> None:
    done = showground(*arguments)
    assert done.returncode == 2
    assert words in done.stderr


def test_it_says_which_version_it_is() -> None:
    told = start_showground("--version")
    assert (told.returncode, told.stdout, told.stderr) == (0, f"showground {version('showground')}\n", "")


def test_making_an_account_prints_its_number_alone(database_url: str) -> None:
    made = showground(
        "account", "create", "alice@alice.example", "--name", "Alice", "--staff", database_url=database_url
    )
    assert (made.returncode, made.stderr) == (0, "")
    assert one(database_url, "select id from account where name = 'Alice' and staff") == int(made.stdout)
    assert one(database_url, "select input->>'staff' from staff_event where action = 'create_account'") == "true"
    again = showground("account", "create", "ALICE@alice.example", database_url=database_url)
    assert (again.returncode, again.stdout) == (1, "")
    assert "mail address" in again.stderr
    wrong = showground("account", "create", "alice", database_url=database_url)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr.startswith("email: ")
    assert "such as hello@example.com" in wrong.stderr


def test_making_a_key_prints_the_key_alone(database_url: str) -> None:
    showground("account", "create", "alice@alice.example", database_url=database_url)
    asked = ["key", "create", "alice@alice.example", "--scope", "account:read"]
    made = showground(*asked, "--name", "robot", "--days", "3", database_url=database_url)
    assert (made.returncode, made.stderr) == (0, "")
    assert re.fullmatch(r"\S{30,}\n", made.stdout)
    assert one(database_url, "select name from api_key where expires_at - created_at = interval '3 days'") == "robot"


@pytest.mark.parametrize(
    "command",
    [
        ["key", "create", "alice@alice.example", "--scope", "account:read"],
        ["sign-in-link", "alice@alice.example"],
        ["sign-out", "--all"],
        ["passkeys", "remove", "alice@alice.example"],
        ["account", "set-email", "1", "alice@alice.example"],
        ["export", "listings"],
        ["export", "everything", "-"],
    ],
)
def test_a_command_about_existing_data_makes_no_empty_database(tmp_path: Path, command: list[str]) -> None:
    done = showground(*command, data_dir=tmp_path / "data")
    assert done.returncode == 1
    assert f"There is no database for the data folder {tmp_path / 'data'}. Set SHOWGROUND_DATA_DIR or" in done.stderr
    assert done.stdout == ""
    assert not (tmp_path / "data").exists()


def test_a_key_that_cannot_be_made(database_url: str) -> None:
    unknown = showground("key", "create", "bob@bob.example", "--scope", "account:read", database_url=database_url)
    assert (unknown.returncode, unknown.stdout) == (1, "")
    assert unknown.stderr.endswith("Create the account first: showground account create bob@bob.example\n")
    scope = showground("key", "create", "bob@bob.example", "--scope", "account:raed", database_url=database_url)
    assert (scope.returncode, scope.stdout) == (1, "")
    assert "`account:raed` is not a scope. Did you mean account:read?" in scope.stderr


def test_making_a_sign_in_link_prints_it_alone(database_url: str) -> None:
    unknown = showground("sign-in-link", "alice@alice.example", database_url=database_url)
    assert (unknown.returncode, unknown.stdout) == (1, "")
    assert unknown.stderr.endswith("Create the account first: showground account create alice@alice.example\n")
    showground("account", "create", "alice@alice.example", database_url=database_url)
    made = showground("sign-in-link", "Alice@alice.example", database_url=database_url)
    assert (made.returncode, made.stderr) == (0, "")
    assert re.fullmatch(r"http://localhost:8000/sign-in/\S{40,}\n", made.stdout)
    assert showground("sign-out", "Alice@alice.example", database_url=database_url).stdout == "0 sessions were ended.\n"
    assert showground("sign-out", "bob@bob.example", database_url=database_url).returncode == 1


def test_domain_ratings_are_brought_in_whole_or_not_at_all(database_url: str, tmp_path: Path) -> None:
    showground("demo", "--listings", "2", database_url=database_url)
    domain = one(database_url, "select domain from listing order by id limit 1")
    file = tmp_path / "ratings.csv"
    row = f"{domain},2026-01-01,77"
    file.write_text(f"domain,date,rating\n{row}\n{domain},2026-01-02,many\n")
    wrong = showground("import", "domain-ratings", str(file), database_url=database_url)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr.startswith("Line 3: many is not a whole number from 0 to 100.\nNothing was imported.")
    assert one(database_url, "select count(*) from listing_domain_rating where rating = 77") == 0
    file.write_text(f"domain,date,rating\n{row}\n")
    done = showground("import", "domain-ratings", str(file), database_url=database_url)
    assert (done.returncode, done.stdout) == (0, "1 rating of 1 listing\n")
    assert one(database_url, "select count(*) from listing_domain_rating where rating = 77") == 1
    missing = showground("import", "domain-ratings", str(tmp_path / "nothing.csv"), database_url=database_url)
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "nothing.csv cannot be read" in missing.stderr


def test_migrating_twice(empty_database: str) -> None:
    first = showground("migrate", database_url=empty_database)
    assert first.returncode == 0
    assert first.stdout.splitlines()[0] == "applied 0001_core.sql"
    again = showground("migrate", database_url=empty_database)
    assert (again.returncode, again.stdout) == (0, "The database is up to date.\n")


def test_the_demo_twice(database_url: str) -> None:
    first = showground("demo", database_url=database_url)
    assert first.returncode == 0
    assert "Loaded the demo directory: 120 listings" in first.stderr
    again = showground("demo", database_url=database_url)
    assert (again.returncode, again.stderr) == (0, "The demo directory is already loaded. Nothing was changed.\n")
    assert one(database_url, "select count(*) from listing") == 120


def test_made_up_listings(database_url: str) -> None:
    done = showground("demo", "--listings", "50", database_url=database_url)
    assert done.returncode == 0
    assert "50" in done.stderr
    assert one(database_url, "select count(*) from listing") == 50


def test_the_api_description() -> None:
    done = showground("openapi", site_url="https://fair.example")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["servers"][0]["url"].startswith("https://fair.example")


def test_every_setting_is_listed_also_when_one_is_wrong() -> None:
    done = showground("settings", databaes_url="nonsense")
    assert (done.returncode, done.stderr) == (0, "")
    assert "| `SHOWGROUND_DATABASE_URL` |" in done.stdout


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"datadir": "x"}, "SHOWGROUND_DATADIR is not a Showground setting. Did you mean SHOWGROUND_DATA_DIR?"),
        ({"colour": "red"}, "SHOWGROUND_COLOUR is not a Showground setting. Run `showground settings` to list"),
        ({"rate_limits": "loads"}, "SHOWGROUND_RATE_LIMITS must be on, off, or a factor such as x100."),
        ({"site_url": "fair.example"}, "SHOWGROUND_SITE_URL must be an origin such as"),
        ({"smtp_url": "mail.example"}, "SHOWGROUND_SMTP_URL"),
        ({**PRODUCTION, "site_url": "http://fair.example"}, "SHOWGROUND_SITE_URL must begin with https://"),
        ({**PRODUCTION, "smtp_url": ""}, "SHOWGROUND_SMTP_URL is required in production"),
    ],
)  # fmt: skip
def test_settings_that_do_not_fit_stop_the_start(settings: dict[str, str], words: str) -> None:
    done = showground("serve", **settings)
    assert (done.returncode, done.stdout) == (1, "")
    assert words in done.stderr


def test_production_takes_nothing_made_up(database_url: str) -> None:
    done = showground("demo", **PRODUCTION, database_url=database_url)
    assert done.returncode == 1
    assert done.stderr.startswith("Demo data can't be loaded in production.")


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = showground("serve", "--port", port)
        shared = showground("serve", "--port", port, "--share-port")
    assert done.returncode == shared.returncode == 1
    assert done.stderr == f"Cannot listen on 127.0.0.1:{port}: Address already in use. Choose another with --port.\n"
    assert shared.stderr == (
        f"Cannot listen on 127.0.0.1:{port}: Address already in use. To share it, start both servers with --share-port,"
        " as the same user. Or choose another with --port.\n"
    )


def test_a_host_that_is_not_this_machine() -> None:
    done = showground("serve", "--host", "192.0.2.1")
    assert done.returncode == 1
    assert "Check --host and --port." in done.stderr


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["worker"], ["migrate"], ["demo"]])
def test_a_database_that_does_not_answer(command: list[str]) -> None:
    done = showground(*command, database_url=f"postgresql://me:secret@127.0.0.1:{free_port()}/fair")
    assert done.returncode == 1
    assert done.stderr.startswith("Can't use the database: ")
    assert done.stderr.endswith("Check SHOWGROUND_DATABASE_URL.\n")
    assert "secret" not in done.stderr


@pytest.mark.parametrize("password", ["pa/ss", "p@ss", "p@/s#s"])
def test_a_password_that_is_not_percent_encoded(password: str) -> None:
    url = f"postgresql://showground:{password}@127.0.0.1:{free_port()}/showground"
    for command, said in (("migrate", "Can't use the database: "), ("doctor", "does not respond: ")):
        done = showground(command, database_url=url)
        assert done.returncode == 1
        assert said in done.stdout + done.stderr
        assert "Check SHOWGROUND_DATABASE_URL. If the user or password contains special characters, percent-encode" in (
            done.stdout + done.stderr
        )


def test_a_database_of_somebody_else(postgres: str) -> None:
    role = f"plain_{uuid4().hex}"
    with psycopg.connect(postgres, autocommit=True) as admin:
        admin.execute(sql.SQL("create role {} login").format(sql.Identifier(role)))
        with fresh_database(postgres, "template0") as url:
            named = conninfo_to_dict(url) | {"user": role}
            refused = showground("migrate", database_url=make_conninfo("", **named))
            fix = f'alter database "{named["dbname"]}" owner to "{role}"'
            assert refused.returncode == 1
            assert refused.stderr.startswith("Can't use the database: permission denied ")
            assert ". The user of SHOWGROUND_DATABASE_URL must own the database." in refused.stderr
            assert refused.stderr.endswith(f" As the database's superuser, run `{fix}`.\n")
            admin.execute(fix.encode())
            assert showground("migrate", database_url=make_conninfo("", **named)).returncode == 0
        admin.execute(sql.SQL("drop role {}").format(sql.Identifier(role)))


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.touch()
    done = showground("migrate", data_dir=file)
    assert done.returncode == 1
    # Root looks into the folder, to close it to others, before the database does.
    reasons = [reason for reason in ("File exists", "Not a directory") if reason in done.stderr]
    assert done.stderr == (
        f"Can't use the database's folder {file}: {''.join(reasons)}. Set SHOWGROUND_DATA_DIR to a writable folder.\n"
    )


def test_a_data_folder_that_cannot_be_written() -> None:
    done = showground("migrate", data_dir="/proc/showground")
    assert done.returncode == 1
    assert done.stderr.startswith("Can't use the database's folder /proc/showground: ")


@pytest.mark.slow
def test_a_disk_without_room_for_the_database_is_told_in_the_words_of_postgresql(tmp_path: Path) -> None:
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4_000_000, most[1]))  # its first file of 16 MB does not fit
    try:
        done = start_showground("migrate", data_dir=tmp_path / "data")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert done.returncode == 1
    assert "PostgreSQL failed to start. Its log says why." in done.stderr
    assert "initdb: " in done.stderr
    assert "supervisor.py" not in done.stderr


async def _doctor_with_mail(**settings: object) -> tuple[int, str]:
    async with running_sink() as sink:
        url = f"smtp://127.0.0.1:{sink.port}"
        done = await asyncio.to_thread(showground, "doctor", smtp_url=url, mail_from=SENDER, **settings)
        return done.returncode, done.stdout


def test_the_doctor_when_all_is_well(database_url: str) -> None:
    with running_redis() as (redis, _), DnsServer() as dns:
        around = {"redis_url": redis, "dns_server": f"127.0.0.1:{dns.address[1]}"}
        code, said = asyncio.run(_doctor_with_mail(database_url=database_url, data_dir=roomiest(), **around))
    assert said.endswith("Everything is OK.\n"), said
    assert code == 0
    assert [line.split()[1] for line in said.splitlines()[:-2]] == [
        "database", "clock", "migrations", "accounts", "workers", "backup", "backups", "disk", "redis", "mail",
        "payments", "taxes", "model", "names", "site", "pages",
    ]  # fmt: skip


def test_the_doctor_names_all_that_is_wrong() -> None:
    closed = free_port()
    done = showground(
        "doctor",
        database_url=f"postgresql://127.0.0.1:{closed}/fair",
        redis_url=f"redis://127.0.0.1:{closed}",
        smtp_url=f"smtp://127.0.0.1:{closed}",
        dns_server=f"127.0.0.1:{closed}",
        data_dir=roomiest(),
        model="some",
        model_url=f"http://127.0.0.1:{closed}/v1",
        **{name: value for name, value in PRODUCTION.items() if name != "smtp_url"},
    )
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    bad = {line.split()[1]: line for line in lines if line.startswith("BAD")}
    assert list(bad) == ["database", "backups", "redis", "mail", "sender", "model", "names", "site", "proxy"]
    for part, setting in (("database", "DATABASE"), ("redis", "REDIS"), ("mail", "SMTP")):
        assert bad[part].endswith(f"Check SHOWGROUND_{setting}_URL.")
    assert bad["names"].endswith("or set SHOWGROUND_DNS_SERVER.")
    assert "Check SHOWGROUND_MODEL_URL" in bad["model"]
    assert "SHOWGROUND_MAIL_FROM is not set, so emails come from no-reply@localhost" in bad["sender"]
    assert "can't be reached from here (lookup failed)" in bad["site"]
    assert "SHOWGROUND_TRUSTED_PROXIES is not set" in bad["proxy"]
    assert lines[-1] == "9 problems to fix."


def test_the_doctor_tells_about_the_stripe_key_and_taxes(database_url: str) -> None:
    def examine(**settings: object) -> dict[str, str]:
        around = {"payments": "stripe", "stripe_webhook_secret": WEBHOOK_SECRET, "stripe_url": fake.url}
        done = showground("doctor", database_url=database_url, **around, **settings)
        return {line.split()[1]: line for line in done.stdout.splitlines() if line[:3] in ("ok ", "BAD")}

    with stripe_beside() as fake:
        said = examine(stripe_key="sk_test_1")
        assert said["payments"].endswith("Stripe accepts SHOWGROUND_STRIPE_KEY, which is a test key: no money moves")
        assert said["taxes"].startswith("ok   taxes       regime eu-oss (the default), seller in DE (the seller's")
        assert "Before you take real payments: Choose the seller's country: tax depends on it." in said["taxes"]
        assert examine(stripe_key="sk_live_1")["taxes"].startswith("BAD  taxes")
        seller = {"seller_name": "Fair Ltd", "seller_address": "1 Quay, Linz", "seller_country": "AT"}
        seller["seller_email"] = "sales@fair.example"
        said = examine(stripe_key="rk_live_1", tax_regime="small-business", seller_tax_number="20/123", **seller)
        assert said["payments"].endswith("which is a live key: real money moves")
        assert said["taxes"] == "ok   taxes       regime small-business, seller in AT"
        fake.key_revoked = True
        assert "Stripe rejects SHOWGROUND_STRIPE_KEY" in examine(stripe_key="sk_live_1")["payments"]
    assert "BAD  payments    Stripe does not respond" in examine(stripe_key="sk_live_1")["payments"]


def test_the_doctor_misses_migrations(empty_database: str) -> None:
    done = showground("doctor", database_url=empty_database)
    assert done.returncode == 1
    assert re.search(r"BAD  migrations  \d+ are missing: run `showground migrate`\.", done.stdout)


def test_the_doctor_asks_for_legal_pages_and_checks_the_brand_file(database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "brand.toml"
    file.write_text('light_ink = "#999999"\nname = 3')
    said = showground("doctor", database_url=database_url, brand_file=file).stdout
    assert "ok   pages       not written, or still the default text: imprint, privacy, terms." in said
    assert f"BAD  brand       {file}: `name`: Must be text." in said
    assert f"BAD  brand       {file}: `light_ink`: The contrast of text (#999999)" in said
    with psycopg.connect(database_url) as db:
        db.execute(
            "insert into site_text (slug, title, body, updated_at)"
            " select slug, slug, 'Ours.', now() from unnest(array['imprint', 'privacy', 'terms']) slug"
        )
    file.write_text('name = "Nordic Climate Tools"')
    said = showground("doctor", database_url=database_url, brand_file=file).stdout
    assert "ok   pages       imprint, privacy policy and terms are your own" in said
    assert f"ok   brand       {file} can be used" in said


def test_the_doctor_names_accounts_that_nobody_can_sign_in_to(database_url: str) -> None:
    with psycopg.connect(database_url) as db:
        db.execute(
            "insert into account (email, name, created_at) values ('v\u0130ctim@a.example', 'a', now()),"
            " ('ada@b\u00fccher.example', 'b', now()), ('\u00e9va@a.example', 'c', now()), ('Bo@A.example', 'd', now())"
        )
        numbers = [number for (number,) in db.execute("select id from account order by id limit 2")]
    said = showground("doctor", database_url=database_url).stdout
    assert (
        f"BAD  accounts    these accounts can't sign in, because their email addresses are not valid: {numbers[0]}, "
        in said
    )
    for number, email, kept in (
        (numbers[0], "someone@a.example", "someone@a.example"),
        (numbers[1], "ada@b\u00fccher.example", "ada@xn--bcher-kva.example"),
    ):
        changed = showground("account", "set-email", str(number), email, database_url=database_url)
        assert changed.stdout == f"Account {number} now signs in as {kept}.\n"
    taken = showground("account", "set-email", str(numbers[0]), "BO@a.example", database_url=database_url)
    assert (taken.returncode, taken.stderr) == (1, "An account with this email address already exists.\n")
    said = showground("doctor", database_url=database_url).stdout
    assert "ok   accounts    every account can sign in by email" in said


def test_removing_passkeys_says_how_many(database_url: str) -> None:
    showground("account", "create", "alice@alice.example", database_url=database_url)
    with psycopg.connect(database_url) as db:
        db.execute(
            "insert into passkey (account_id, credential, public_key, sign_count, name, created_at)"
            " select id, '1', '1', 0, 'Laptop', now() from account"
        )
    done = showground("passkeys", "remove", "Alice@alice.example", database_url=database_url)
    removed, hint = done.stdout.splitlines()
    assert removed == "1 passkey was removed."
    assert hint.startswith("Browsers stay signed in.")
    assert "showground sign-out " in hint
    assert one(database_url, "select kind from access_event where account_id is not null") == "passkey_removed"
    assert showground("passkeys", "remove", "bob@bob.example", database_url=database_url).returncode == 1


def test_merging_categories_asks_first(database_url: str) -> None:
    showground("demo", "--listings", "2", database_url=database_url)
    with psycopg.connect(database_url) as db:
        [(slug, target, count)] = db.execute(
            "select c.slug, (select slug from category where id <> c.id and parent_id is null limit 1), count(*)"
            " from category c join listing_category on category_id = c.id group by c.id order by c.id limit 1"
        ).fetchall()
    merge = ("categories", "merge", slug, target)
    asked = showground(*merge, database_url=database_url)
    assert (asked.returncode, asked.stdout) == (1, "")
    assert asked.stderr.startswith(f"{count} listing")
    assert f"to {target}, and {slug} is deleted. This can't be undone. Add --yes if you are sure." in asked.stderr
    assert "There is no category quince." in showground(*merge[:3], "quince", database_url=database_url).stderr
    done = showground(*merge, "--yes", database_url=database_url)
    assert done.returncode == 0, done.stderr
    assert f"moved to {target}." in done.stderr


def test_the_doctor_makes_no_database(tmp_path: Path) -> None:
    done = showground("doctor", data_dir=tmp_path / "data")
    assert "(created on the first start)" in done.stdout
    assert list(tmp_path.iterdir()) == []


NEWER = (
    "This database was upgraded by a newer version of Showground, and this version cannot work with it (it has"
    " 9999_later.sql). Nothing was changed. Install the newer version again, or restore the backup from before the"
    " upgrade with `showground restore FILE --replace`."
)


def test_a_database_of_a_newer_version(database_url: str) -> None:
    with psycopg.connect(database_url) as db:
        db.execute("insert into migration (name, checksum, needs) values ('9999_later.sql', '', '9998_new.sql')")
    commands = (["migrate"], ["serve", "--port", "0"], ["worker"], ["account", "create", "ada@launches.example"])
    for command in commands:
        done = showground(*command, database_url=database_url)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"{NEWER}\n"
    assert NEWER in showground("doctor", database_url=database_url).stdout


def test_the_books_are_exported_reported_and_reconciled(database_url: str) -> None:
    settings = {"database_url": database_url}
    paid = datetime(2026, 3, 10, 12, tzinfo=UTC)

    async def sell() -> None:
        async with await Connection.connect(database_url) as db:
            await add_sales(db, [Sale(paid, name="=1+1"), Sale(paid, country="FR", test=True)])

    asyncio.run(sell())
    days = ("--from", "2026-03-10", "--to", "2026-03-10")
    exported = showground("books", "export", "documents", *days, **settings)
    assert exported.returncode == 0, exported.stderr
    (row,) = csv.DictReader(exported.stdout.removeprefix("\ufeff").splitlines())
    assert (row["buyer"], row["total"], row["buyer_country"]) == ("'=1+1", "58.80", "AT")
    tested = showground("books", "export", "documents", *days, "--test", "--format", "json", **settings)
    assert [document["buyer_country"] for document in json.loads(tested.stdout)] == ["FR"]
    report = showground("books", "report", "vat", "2026-Q1", "--format", "json", **settings)
    assert [(row["country"], row["vat"]) for row in json.loads(report.stdout)] == [("AT", "9.80")]
    fits = showground("books", "reconcile", "2026", **settings)
    assert (fits.returncode, fits.stderr) == (0, "Everything adds up.\n")
    one(database_url, "delete from payment where not test returning 1")
    differs = showground("books", "reconcile", "2026-03", "--differences", **settings)
    assert differs.returncode == 1
    assert "paid_without_payment" in differs.stdout
    assert "1 to check" in differs.stderr
    for wrong, words in (
        (
            ("report", "vat", "2026-Q7"),
            "2026-Q7 is not a period. Enter a year, quarter or month: 2026, 2026-Q1",
        ),
        (("reconcile", "2026-13"), "2026-13 is not a period."),
        (("export", "orders", "--from", "2026-03-10", "--to", "March"), "last: "),
        (("export", "orders", "--from", "2026-03-10", "--to", "2026-03-01"), "The last day is before the first."),
    ):
        refused = showground("books", *wrong, **settings)
        assert (refused.returncode, refused.stdout) == (1, ""), wrong
        assert words in refused.stderr, wrong


def test_standard_input_is_read_from_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=BytesIO(b"slug,name")))
    with opened(Path("-")) as file:
        assert file.read() == b"slug,name"


def report_mail(message: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """What a mail server does with each message to the sender's address."""
    command = [sys.executable, "-m", "showground", "mail", "report"]
    environ = surroundings(settings)
    return subprocess.run(
        command, env=environ, cwd=ROOT, input=message, capture_output=True, text=True, timeout=LONG, check=False
    )


def test_a_reader_who_replies_gets_no_bounce(database_url: str) -> None:
    replied = report_mail("From: ada@meadow.example\nSubject: Thanks\n\nLovely.\n", database_url=database_url)
    assert (replied.returncode, replied.stderr) == (0, "")
    assert replied.stdout.startswith("This is not a delivery status notification")


def test_the_mail_server_tries_again_while_the_database_is_down() -> None:
    nowhere = f"postgresql://somebody@127.0.0.1:{free_port()}/nothing"
    refused = report_mail("Subject: Undelivered Mail\n\n", database_url=nowhere)
    assert (refused.returncode, refused.stdout) == (75, "")
    assert refused.stderr.startswith("Can't use the database")
