"""Requests in the log and in the metrics."""

import io
import json
from datetime import UTC, datetime

from showground.surfaces.access_log import AccessLog

AT = datetime(2026, 3, 11, 9, 5, 7, 123456, tzinfo=UTC).timestamp()


def noted(*, readable: bool) -> tuple[AccessLog, io.StringIO]:
    out = io.StringIO()
    log = AccessLog(readable=readable, out=out)
    for seconds, status, operation in ((0.001, 200, "get_listing"), (0.3, 200, "get_listing"), (0.02, 404, "")):
        log.note((AT, "GET", "/api/v1/listings/é\n", status, "abc", seconds, operation))
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


def test_metrics_count_each_request_once_however_often_the_log_is_written() -> None:
    log, _ = noted(readable=True)
    log.flush()
    log.note((AT, "GET", "/", 200, "abc", 0.001, "get_listing"))
    metrics = log.metrics().decode().splitlines()
    assert 'showground_requests_total{method="GET",operation="get_listing",status="200"} 3.0' in metrics
    assert 'showground_requests_total{method="GET",operation="",status="404"} 1.0' in metrics
    assert 'showground_request_seconds_count{operation="get_listing"} 3.0' in metrics
    assert 'showground_request_seconds_bucket{le="0.005",operation="get_listing"} 2.0' in metrics
    assert 'showground_request_seconds_count{operation=""} 1.0' in metrics
    assert log.metrics().decode().splitlines() == metrics
