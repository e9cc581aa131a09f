"""A mirror as docs/events.md describes it: the dump, then every event in order, in an SQLite file of its own."""

import gzip
import hashlib
import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

SCHEMA = """
create table if not exists item (subject text, key text, item text, primary key (subject, key));
create table if not exists seen (id integer, kind text, subject text, key text);
create table if not exists cursor (after integer);
"""


class Mirror:
    """Every step is one transaction of SQLite, so a killed process loses a step or none."""

    def __init__(self, path: Path) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.executescript(SCHEMA)

    def close(self) -> None:
        self.db.close()

    @property
    def after(self) -> int | None:
        """The last event that it has; None before the dump is loaded."""
        row = self.db.execute("select after from cursor").fetchone()
        return row[0] if row else None

    def load(self, dump: bytes, sha256: str) -> None:
        assert hashlib.sha256(dump).hexdigest() == sha256
        head, *lines, end = (json.loads(line) for line in gzip.decompress(dump).splitlines())
        assert end["end"]
        assert sum(end["counts"].values()) == len(lines)
        self.db.execute("begin")
        for line in lines:
            self._put(line["subject"], line["key"], line["item"])
        self.db.execute("insert into cursor values (?)", (head["after"],))
        self.db.execute("commit")

    def apply(self, events: Iterable[dict[str, Any]], after: int) -> None:
        self.db.execute("begin")
        for event in events:
            self.db.execute(
                "insert into seen values (?, ?, ?, ?)", (event["id"], event["kind"], event["subject"], event["key"])
            )
            if event["previous_key"]:
                self._put(event["subject"], event["previous_key"], None)
            self._put(event["subject"], event["key"], event["item"])
        self.db.execute("update cursor set after = ?", (after,))
        self.db.execute("commit")

    def _put(self, subject: str, key: str, item: Any) -> None:
        if item is None:
            self.db.execute("delete from item where subject = ? and key = ?", (subject, key))
        else:
            self.db.execute("insert or replace into item values (?, ?, ?)", (subject, key, json.dumps(item)))

    def items(self) -> dict[tuple[str, str], Any]:
        rows = self.db.execute("select subject, key, item from item")
        return {(subject, key): json.loads(item) for subject, key, item in rows}

    def seen(self) -> list[tuple[int, str, str, str]]:
        return self.db.execute("select id, kind, subject, key from seen order by rowid").fetchall()
