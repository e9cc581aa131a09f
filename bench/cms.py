"""Strapi on the same texts, where npm can fetch it: `bench/strapi` is its application."""

import json
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bench.database import Filled
from bench.servers import Server, free_port, running

HERE = Path(__file__).parent
FOLDER = HERE / ".venv-strapi"
DATABASE = "strapi"
ROWS = 20_000  # enough that none is asked for twice within a second
LISTS = ("features", "usps", "keywords", "tags", "not_found_on_website")
FACTS = (
    "slug", "name", "website", "tagline", "short_description", "description", "stage", "pricing_model",
    "pricing_summary", "country", "city", "contact_email", "socials", "faqs", "attributes", "evidence", "founded_year",
    "votes", "followers", "launch_week", "live_at", *LISTS,
)  # fmt: skip


def path_of(slug: str) -> str:
    return f"/api/listings?filters[slug][$eq]={slug}"


@contextmanager
def strapi(database: Filled) -> Generator[Server | None]:
    """Strapi in one process, with the first made-up listings; None where it cannot be installed, and why is said."""
    if not _install():
        yield None
        return
    conninfo = _make_database(database)
    given, port = conninfo_to_dict(conninfo), free_port()
    env = {"PORT": str(port), "NODE_ENV": "production", "STRAPI_TELEMETRY_DISABLED": "1"}
    env |= {"PGHOST": str(given["host"]), "PGPORT": str(given["port"])}
    env |= {"PGUSER": str(given["user"]), "PGDATABASE": DATABASE}
    node, start = FOLDER / "node_modules" / ".bin" / "node", "node_modules/@strapi/strapi/bin/strapi.js"
    with running("strapi", [str(node), start, "start"], env, port, "/api/listings", folder=FOLDER) as server:
        _copy_rows(database.conninfo, conninfo)
        yield server


def _install() -> bool:
    """Once; `npm` of this machine fetches Node 22 as well."""
    if (FOLDER / "ready").exists():
        return True
    npm = shutil.which("npm")
    if npm is None:
        print("Strapi is left out: there is no npm here to install it with.")
        return False
    print("Installing Strapi, once.")
    shutil.copytree(HERE / "strapi", FOLDER, dirs_exist_ok=True)
    (FOLDER / "public" / "uploads").mkdir(parents=True, exist_ok=True)  # it does not start without
    command = [npm, "install", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"Strapi is left out: npm could not install it: {done.stderr.strip()[-500:]}")
        return False
    (FOLDER / "ready").touch()
    return True


def _make_database(database: Filled) -> str:
    with psycopg.connect(database.conninfo, autocommit=True) as db:
        db.execute(sql.SQL("drop database if exists {}").format(sql.Identifier(DATABASE)))
        db.execute(sql.SQL("create database {}").format(sql.Identifier(DATABASE)))
    return make_conninfo(database.conninfo, dbname=DATABASE)


def _copy_rows(source: str, target: str) -> None:
    """Without categories, founders and all else that stands in tables of its own; with an index, which it has not."""
    facts = [sql.SQL("to_jsonb({})" if name in LISTS else "{}").format(sql.Identifier(name)) for name in FACTS]
    reading = sql.SQL("copy (select {}, md5(slug), now(), now(), now() from listing where slug <= {}) to stdout")
    columns = [*FACTS, "document_id", "created_at", "updated_at", "published_at"]
    writing = sql.SQL("copy listings ({}) from stdin").format(sql.SQL(", ").join(map(sql.Identifier, columns)))
    last = f"load-{ROWS:06}"
    with psycopg.connect(source) as ours, psycopg.connect(target) as theirs:
        asked = reading.format(sql.SQL(", ").join(facts), sql.Literal(last))
        with ours.cursor().copy(asked) as rows, theirs.cursor().copy(writing) as copy:
            for row in rows:
                copy.write(row)
        theirs.execute("create index on listings (slug)")
        theirs.execute("analyze listings")


def see_that_it_finds(server: Server, slug: str) -> None:
    """Otherwise the comparison would be none."""
    found = json.loads(server.fetch(path_of(slug))[1])["data"]
    if [listing["slug"] for listing in found] != [slug]:
        raise RuntimeError(f"Strapi should have found {slug}, and found {found!r:.200}.")
