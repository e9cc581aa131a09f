"""What `showground doctor` asks a PostgreSQL server. Each question takes a connection of its own."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import psycopg

CONNECT_SECONDS = 5
WORKER_LIVES = timedelta(seconds=15)  # since its last heartbeat, of which a worker writes one every 1.5 seconds


@dataclass(frozen=True, slots=True)
class ServerState:
    """A server that responds: its version, as in 170002 for 17.2, its time, and the encoding of the database."""

    version: int
    now: datetime
    encoding: str


@dataclass(frozen=True, slots=True)
class DatabaseIdentity:
    """Which database an address leads to."""

    cluster: int
    name: str
    is_replica: bool

    def is_same_as(self, other: "DatabaseIdentity") -> bool:
        """Whether both are the same database, or one is a replica of the other."""
        return (self.cluster, self.name) == (other.cluster, other.name)


def get_state(conninfo: str) -> ServerState:
    with psycopg.connect(conninfo, connect_timeout=CONNECT_SECONDS) as db:
        [(now,)] = db.execute("select now()").fetchall()
        return ServerState(db.info.server_version, now, db.info.parameter_status("server_encoding") or "unknown")


def identify(conninfo: str) -> DatabaseIdentity:
    with psycopg.connect(conninfo, connect_timeout=CONNECT_SECONDS, autocommit=True) as db:
        [row] = db.execute(
            "select system_identifier, current_database(), pg_is_in_recovery() from pg_control_system()"
        ).fetchall()
    return DatabaseIdentity(*row)


@dataclass(frozen=True, slots=True)
class WorkerState:
    """Workers with a recent heartbeat, those that died without signing off, and the jobs that wait for one."""

    alive: int
    dead: int
    waiting: int
    oldest_seconds: float
    site_seconds: float | None
    """Seconds since a web process last wrote down what it did, which each does every minute; None if never."""


def get_workers(conninfo: str) -> WorkerState:
    with psycopg.connect(conninfo, connect_timeout=CONNECT_SECONDS, autocommit=True) as db:
        [row] = db.execute(
            """
            select
                (select count(*) from procrastinate_workers where last_heartbeat > now() - %(living)s),
                (select count(*) from procrastinate_workers where last_heartbeat <= now() - %(living)s),
                count(*), coalesce(extract(epoch from now() - min(since)), 0)::float,
                (select extract(epoch from now() - max(minute))::float from health_minute)
            from (
                select coalesce(scheduled_at, (
                    select min(at) from procrastinate_events event where event.job_id = job.id
                )) as since
                from procrastinate_jobs job
                where status = 'todo' and (scheduled_at is null or scheduled_at <= now())
            ) due
            """,
            {"living": WORKER_LIVES},
        ).fetchall()
    return WorkerState(*row)


def get_lag(conninfo: str) -> float:
    """How many seconds a replica is behind. With nothing left to replay it is 0, however old the last write is."""
    with psycopg.connect(conninfo, connect_timeout=CONNECT_SECONDS, autocommit=True) as db:
        [(lag,)] = db.execute(
            """
            select case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
                else coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0) end
            """
        ).fetchall()
    return float(lag)
