"""Others take every connection that PostgreSQL has, and those of the site are cut."""

import time
from contextlib import ExitStack, suppress

import psycopg

from tests.chaos.fault import Outcome, fault
from tests.chaos.site import Ground

HELD_SECONDS = 8.0
CUT = "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'showground%'"


@fault("PostgreSQL out of connections for 8 s")
def exhaust_connections(ground: Ground) -> Outcome:
    with ground.database() as url:
        with ground.site(url=url) as site, ground.loaded(site, url) as load:
            with load.trouble(), ExitStack() as held:
                admin = held.enter_context(psycopg.connect(ground.conninfo, autocommit=True))
                ends = time.monotonic() + HELD_SECONDS
                while time.monotonic() < ends:
                    with suppress(psycopg.OperationalError):
                        while True:
                            held.enter_context(psycopg.connect(ground.conninfo))
                    admin.execute(CUT)
                    time.sleep(0.05)
        return load.outcome()
