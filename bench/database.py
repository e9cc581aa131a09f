"""The database of the benchmarks: an embedded PostgreSQL full of made-up listings, kept between runs."""

import random
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from bench.filling import fill
from bench.multiplying import BASE, multiply
from bench.servers import postmaster_of
from showground.core import embedded_postgres
from showground.core.database.migrations import migrate

FOLDER = Path("data-bench")


@dataclass(frozen=True)
class Filled:
    """A database with this many listings."""

    conninfo: str
    listings: int

    def slugs(self) -> list[str]:
        """Every made-up listing's slug once, in an order that is the same at each run."""
        with psycopg.connect(self.conninfo) as db:
            rows = db.execute(
                "select slug from public_profile where slug like 'load-%%' order by slug limit %s", (self.listings,)
            ).fetchall()
        slugs = [slug for (slug,) in rows]
        random.Random(1).shuffle(slugs)
        return slugs

    def postmaster(self) -> int:
        """The process of which every server process is a child."""
        with psycopg.connect(self.conninfo) as db:
            return postmaster_of(db.info.backend_pid)


@contextmanager
def filled(listings: int) -> Generator[Filled]:
    """The database with so many listings for as long as this block, served as in production, with a page cache of a
    quarter of the memory. What is missing in it is loaded first, by a server that need not survive a power failure."""
    with embedded_postgres.running(FOLDER, durable=False) as server:
        if listings > BASE:
            _fill(server, BASE, template="template1")
        _fill(server, listings, template=f"made{BASE}" if listings > BASE else "template1")
    with embedded_postgres.running(FOLDER) as server:
        yield Filled(make_conninfo(server, dbname=_name(listings)), listings)


def _name(listings: int) -> str:
    return f"made{listings}"


def _fill(server: str, listings: int, *, template: str) -> None:
    name = _name(listings)
    with psycopg.connect(server, autocommit=True) as db:
        if db.execute("select from pg_database where datname = %s", (name,)).fetchone() is None:
            making = sql.SQL("create database {} template {} strategy file_copy")
            db.execute(making.format(sql.Identifier(name), sql.Identifier(template)))
    conninfo = make_conninfo(server, dbname=name)
    migrate(conninfo)
    (multiply if listings > BASE else fill)(conninfo, listings, FOLDER / f"{name}.indexes.json")


def drop(listings: int) -> None:
    """Forget the database with so many listings."""
    with embedded_postgres.running(FOLDER, durable=False) as server, psycopg.connect(server, autocommit=True) as db:
        db.execute(sql.SQL("drop database if exists {}").format(sql.Identifier(_name(listings))))
