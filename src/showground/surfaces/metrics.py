"""The Prometheus exposition: metrics of all processes, and those read from the database."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from showground.core.metrics import BOUNDS, Metrics
from showground.surfaces.metrics_aggregate import Gathered
from showground.upkeep import WORK_KINDS, State

Metric = CounterMetricFamily | HistogramMetricFamily | GaugeMetricFamily

COUNTS = {
    "requests": ("requests", "Requests answered.", ("surface", "operation", "method", "status")),
    "failures": (
        "failures",
        "Calls that ended with an error, by error code, on all surfaces.",
        ("surface", "operation", "code"),
    ),
    "jobs": ("job_runs", "Job runs by outcome: done, retried, failed or stopped.", ("name", "outcome")),
    "fetches": ("fetches", "Fetches of external URLs by outcome: fetched, or the reason for failure.", ("outcome",)),
    "drafts": ("drafts", "Drafts by outcome: ready, with_problems or failed.", ("outcome",)),
}
TIMES = {
    "requests": ("request_seconds", "Response time.", ("surface", "operation")),
    "jobs": ("job_seconds", "Duration of job runs.", ("name",)),
}
SUMS = {
    "answers_kept": "Requests answered from the page cache.",
    "answers_made": "Requests answered by the application, not the cache.",
    "pool_requests": "Connections requested from the pool.",
    "pool_queued": "Connection requests that had to wait.",
    "pool_wait_seconds": "Total time spent waiting for connections.",
    "pool_errors": "Connection requests that failed.",
    "pool_connections_lost": "Connections lost.",
}
LEVELS = {
    "memory_bytes": "Memory used by the process.",
    "kept_answers": "Cached answers.",
    "kept_bytes": "Size of the cached answers.",
    "pool_connections": "Open connections in the pool.",
    "pool_connections_most": "Maximum size of the pool.",
    "pool_connections_free": "Idle connections in the pool.",
    "pool_waiting": "Callers waiting for a connection.",
}
JOBS = {
    "waiting": "Jobs that are due and waiting for a worker.",
    "oldest_seconds": "Waiting time of the oldest due job.",
    "running": "Jobs running now.",
    "retried": "Jobs that failed and are waiting for their next attempt.",
    "failed": "Jobs that failed on every attempt, in the last 30 days.",
}
MAILS = {
    "workers": "Processes that run jobs, with a heartbeat in the last 15 seconds.",
    "mails_waiting": "Emails waiting to be sent.",
    "oldest_mail_seconds": "Waiting time of the oldest email.",
    "mails_refused": "Emails permanently rejected by a server, in the last 7 days.",
    "database_bytes": "Size of the database.",
}

BACKUPS = {
    "backup_age_seconds": "Age of the newest backup; missing if none was made.",
    "backup_bytes": "Size of the newest backup.",
}


@dataclass(frozen=True, slots=True)
class DatabaseMetrics:
    """Metrics stored in the database, for all processes on all machines: jobs, emails and counted work."""

    state: State
    work: Metrics


class _Scrape(Collector):
    def __init__(self, gathered: Gathered, known: DatabaseMetrics | None) -> None:
        self._gathered = gathered
        self._known = known

    def collect(self) -> Iterator[Metric]:
        work = self._known.work if self._known else Metrics()
        for what in COUNTS:
            yield _counted(what, work if what in WORK_KINDS else self._gathered.meter)
        for what in TIMES:
            yield _timed(what, work if what in WORK_KINDS else self._gathered.meter)
        for name, said in SUMS.items():
            yield CounterMetricFamily(f"showground_{name}", said, value=self._gathered.sums.get(name, 0.0))
        for name, said in LEVELS.items():
            level = GaugeMetricFamily(f"showground_{name}", said, labels=["process"])
            for process, levels in self._gathered.levels.items():
                level.add_metric([process], levels.get(name, 0.0))
            yield level
        yield GaugeMetricFamily(
            "showground_database_up", "Whether the database answers.", value=float(self._known is not None)
        )
        if self._known is not None:
            yield from _told(self._known.state)


def _counted(what: str, meter: Metrics) -> Metric:
    name, said, labels = COUNTS[what]
    family = CounterMetricFamily(f"showground_{name}", said, labels=labels)
    for key, number in meter.counts.items():
        if key[0] == what:
            family.add_metric(key[1:], number)
    return family


def _timed(what: str, meter: Metrics) -> Metric:
    name, said, labels = TIMES[what]
    family = HistogramMetricFamily(f"showground_{name}", said, labels=labels)
    for key, seconds in meter.seconds.items():
        if key[0] == what:
            counts = accumulate(meter.times[key, place] for place in range(len(BOUNDS) + 1))
            buckets = zip([*map(str, BOUNDS), "+Inf"], counts, strict=True)
            family.add_metric(key[1:], list(buckets), seconds)
    return family


def _told(state: State) -> Iterator[Metric]:
    for name, said in JOBS.items():
        # The label is not `job`: Prometheus has one of that name, and would rename ours.
        family = GaugeMetricFamily(f"showground_jobs_{name}", said, labels=["name"])
        for job in state.jobs:
            family.add_metric([job.name], getattr(job, name))
        yield family
    for name, said in MAILS.items():
        yield GaugeMetricFamily(f"showground_{name}", said, value=float(getattr(state, name)))
    for name, said in BACKUPS.items():
        if (value := getattr(state, name)) is not None:
            yield GaugeMetricFamily(f"showground_{name}", said, value=float(value))


def write_metrics(gathered: Gathered, known: DatabaseMetrics | None) -> bytes:
    """`known`: the metrics from the database; None while it does not answer."""
    registry = CollectorRegistry()
    registry.register(_Scrape(gathered, known))
    return generate_latest(registry)
