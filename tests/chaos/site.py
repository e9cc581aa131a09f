"""The ground on which faults are made: a PostgreSQL server that can be broken, and the demo directory in it."""

import os
import signal
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from psycopg import sql

from showground.core import embedded_postgres
from showground.core.embedded_postgres.paths import ServerPaths, find_place
from tests.chaos.load import Load, loaded
from tests.chaos.visitors import Stock
from tests.support.checkout_site import BUYER, prepare, settings_of
from tests.support.command import Running, before_long, free_port, running, showground
from tests.support.postgres import at

TEMPLATE = "prepared"
SCOPES = ("account:read", "listings:write", "orders:write")


@dataclass(frozen=True)
class Ground:
    """The server, which its supervisor starts again when it ends, and what stands in its template."""

    conninfo: str
    place: ServerPaths
    stock: Stock

    @property
    def bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.stock.key}"}

    @contextmanager
    def database(self) -> Generator[str]:
        """The address of a database with the demo directory."""
        name = f"fault_{uuid4().hex}"
        # Copied as files: by the other way a sequence that a crash follows at once gives numbers twice (PostgreSQL 18).
        create = sql.SQL("create database {} template {} strategy file_copy")
        with psycopg.connect(self.conninfo, autocommit=True) as db:
            db.execute(create.format(sql.Identifier(name), sql.Identifier(TEMPLATE)))
        yield at(self.conninfo, name)
        with psycopg.connect(self.conninfo, autocommit=True) as db:
            db.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))

    @contextmanager
    def site(self, *arguments: str, url: str, port: int = 0, **settings: Any) -> Generator[Running]:
        """A site on this database, once it answers."""
        with running("serve", *arguments, port=port or free_port(), **(settings_of(url) | settings)) as server:
            assert server.get("/readyz").status_code == 200, server.output
            yield server

    @contextmanager
    def loaded(self, site: Running, url: str) -> Generator[Load]:
        with loaded(site.url, self.stock, url) as load:
            yield load
        _, trace, rest = site.output.partition("Traceback")
        assert not trace, rest[:3000]

    def postmaster(self) -> int:
        return int((self.place.data / "postmaster.pid").read_text().splitlines()[0])

    def signal_all(self, number: signal.Signals) -> None:
        """Send a signal to the server and to each of its processes."""
        postmaster = self.postmaster()
        for pid in (postmaster, *children_of(postmaster)):
            os.kill(pid, number)

    def is_back_after(self, ended: int) -> bool:
        """Wait until a server other than this process lets clients in."""
        return before_long(lambda: self.place.ready() and self.postmaster() != ended)


def children_of(parent: int) -> list[int]:
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(folder.name))
        except OSError:
            continue  # it has ended
    return found


@contextmanager
def open_ground(folder: Path) -> Generator[Ground]:
    """The server's files are in this folder."""
    with embedded_postgres.running(folder) as conninfo:
        with psycopg.connect(conninfo, autocommit=True) as db:
            db.execute(f"create database {TEMPLATE}")
        url = at(conninfo, TEMPLATE)
        yield Ground(conninfo, find_place(folder), fill(url))


def fill(url: str) -> Stock:
    """Load the demo directory; its founder's key, a live listing of theirs, and one that can be launched."""
    _, draft, draft_slug = prepare(url)
    scopes = [word for scope in SCOPES for word in ("--scope", scope)]
    key = showground("key", "create", BUYER, *scopes, **settings_of(url)).stdout.strip()
    with psycopg.connect(url) as db:
        row = db.execute(
            """
            select listing.id, slug from listing_member join account on account.id = account_id
            join listing on listing.id = listing_id where email = %s and status = 'live' order by listing.id limit 1
            """,
            (BUYER,),
        ).fetchone()
    assert row is not None
    return Stock(key, row[0], row[1], draft, draft_slug)
