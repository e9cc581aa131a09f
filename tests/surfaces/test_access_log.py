"""Requests in the log and in the metrics."""

import io
import json
import logging
from datetime import UTC, datetime

from showground.core.logs import JsonLines
from showground.core.metrics import BOUNDS, Metrics
from showground.surfaces.access_log import AccessLog

AT = datetime(2026, 3, 11, 9, 5, 7, 123456, tzinfo=UTC).timestamp()


def noted(*, readable: bool) -> tuple[AccessLog, io.StringIO]:
    out = io.StringIO()
    log = AccessLog(Metrics(), readable=readable, out=out)
    for seconds, status, operation in ((0.001, 200, "get_listing"), (0.3, 200, "get_listing"), (0.02, 404, "")):
        log.note((AT, "GET", "/api/v1/listings/é\n", status, "abc", seconds, operation, "203.0.113.9"))
    return log, out


def test_a_person_reads_one_line_for_each_request() -> None:
    log, out = noted(readable=True)
    log.flush()
    assert out.getvalue().splitlines() == [
        "09:05:07  200  GET    /api/v1/listings/\\xe9\\n  1.0 ms",
        "09:05:07  200  GET    /api/v1/listings/\\xe9\\n  300.0 ms",
        "09:05:07  404  GET    /api/v1/listings/\\xe9\\n  20.0 ms",
    ]


def test_a_machine_reads_one_object_for_each_request() -> None:
    log, out = noted(readable=False)
    log.flush()
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(line["status"], line["ms"], line["operation"]) for line in lines] == [
        (200, 1.0, "get_listing"),
        (200, 300.0, "get_listing"),
        (404, 20.0, ""),
    ]
    assert lines[0]["at"] == "2026-03-11T09:05:07.123Z"


def test_a_request_has_the_fields_of_every_other_line() -> None:
    log, out = noted(readable=False)
    log.flush()
    request = json.loads(out.getvalue().splitlines()[0])
    record = logging.LogRecord("showground.x", logging.INFO, "x.py", 1, "Something happened.", None, None)
    record.created = AT
    other = json.loads(JsonLines().format(record))
    assert [*request][: len(other)] == [*other] == ["at", "level", "logger", "message"]
    assert request["at"] == other["at"]
    assert request["message"] == "GET /api/v1/listings/é\n 200"


def test_the_meter_counts_each_request_once_however_often_the_log_is_written() -> None:
    meter = Metrics()
    log = AccessLog(meter, readable=True, out=io.StringIO())
    paths = ("/api/v1/listings/a", "/api/v1/listings/b", "/mcp", "/listings/a")
    for path, operation in zip(paths, ("get_listing", "get_listing", "get_listing", "/listings/{slug}"), strict=True):
        log.note((AT, "GET", path, 200, "abc", 0.25, operation, "203.0.113.9"))
        log.flush()
    for _ in range(2):
        log.settle()
        assert meter.counts == {
            ("requests", "rest", "get_listing", "GET", "200"): 2,
            ("requests", "mcp", "get_listing", "GET", "200"): 1,
            ("requests", "web", "/listings/{slug}", "GET", "200"): 1,
        }
        assert meter.seconds["requests", "rest", "get_listing"] == 0.5
        assert meter.times[("requests", "rest", "get_listing"), BOUNDS.index(0.25)] == 2
