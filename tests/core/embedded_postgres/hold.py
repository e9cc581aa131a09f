"""A command that holds the server: writes a row, tells what it sees, waits for a line, writes another row."""

import json
import os
import signal
import sys
from pathlib import Path

import psycopg

from showground.core import embedded_postgres

signal.signal(signal.SIGINT, signal.default_int_handler)  # who started the tests in the background has it ignored

with embedded_postgres.running(Path(sys.argv[1])) as conninfo:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("select pg_advisory_lock(1)")
        connection.execute("create table if not exists row (pid int)")
        connection.execute("insert into row values (%s)", [os.getpid()])
        rows = connection.execute("select count(*) from row").fetchone()
    sys.stdout.write(json.dumps({"rows": rows and rows[0], "conninfo": conninfo, "uid": os.geteuid()}) + "\n")
    sys.stdout.flush()
    sys.stdin.readline()
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("insert into row values (%s)", [os.getpid()])
