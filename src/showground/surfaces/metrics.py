"""What Prometheus reads: one text for all processes, and for what the database knows."""

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
        "Calls of an operation that were refused, by the code that the caller reads; of all surfaces.",
        ("surface", "operation", "code"),
    ),
    "jobs": ("job_runs", "Runs of jobs: done, retried, failed or stopped.", ("job", "outcome")),
    "fetches": ("fetches", "Addresses fetched for others: fetched, or why not.", ("outcome",)),
    "drafts": ("drafts", "Drafts made: ready, with_problems or failed.", ("outcome",)),
}
TIMES = {
    "requests": ("request_seconds", "Time to answer.", ("surface", "operation")),
    "jobs": ("job_seconds", "Time that runs of jobs took.", ("job",)),
}
SUMS = {
    "answers_kept": "Requests answered from what was kept in memory.",
    "answers_made": "Requests that the application answered.",
    "pool_requests": "Connections asked of the pool.",
    "pool_queued": "Connections that had to be waited for.",
    "pool_wait_seconds": "Time that was waited for connections.",
    "pool_errors": "Connections asked for in vain.",
    "pool_connections_lost": "Connections that broke.",
}
LEVELS = {
    "memory_bytes": "Memory of the process.",
    "kept_answers": "Answers kept in memory.",
    "kept_bytes": "Their size.",
    "pool_connections": "Connections that the pool has.",
    "pool_connections_most": "Connections that it may have.",
    "pool_connections_free": "Connections that nobody uses.",
    "pool_waiting": "Callers that wait for a connection.",
}
JOBS = {
    "waiting": "Jobs that are due and wait for a worker.",
    "oldest_seconds": "For how long the oldest of them has waited.",
    "running": "Jobs that run now.",
    "retried": "Jobs that failed and wait for their next try.",
    "failed": "Jobs that failed and are tried no more, within 30 days.",
}
MAILS = {
    "workers": "Workers alive within the last minute; a process that runs jobs has two, one of them for drafts.",
    "mails_waiting": "Mails that are not sent yet.",
    "oldest_mail_seconds": "For how long the oldest of them has waited.",
    "mails_refused": "Mails that a server refused for good, within 7 days.",
    "database_bytes": "Size of the database.",
}


@dataclass(frozen=True, slots=True)
class DatabaseMetrics:
    """What the database knows, of all processes everywhere: how jobs and mails stand, and what work came to."""

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
        family = GaugeMetricFamily(f"showground_jobs_{name}", said, labels=["job"])
        for job in state.jobs:
            family.add_metric([job.name], getattr(job, name))
        yield family
    for name, said in MAILS.items():
        yield GaugeMetricFamily(f"showground_{name}", said, value=float(getattr(state, name)))


def write_metrics(gathered: Gathered, known: DatabaseMetrics | None) -> bytes:
    """`known`: by the database; nothing while it does not answer."""
    registry = CollectorRegistry()
    registry.register(_Scrape(gathered, known))
    return generate_latest(registry)
