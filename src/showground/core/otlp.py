"""Spans by OpenTelemetry: recorded without anybody's values, and sent in batches to a collector."""

import logging
import re
from collections.abc import Sequence
from threading import Timer
from types import TracebackType
from typing import Self

from opentelemetry import context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExportResult
from opentelemetry.trace import StatusCode, Tracer, get_current_span, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from showground.core.calls.errors import ApiError
from showground.core.tracing import Span, Value

PATH = "/v1/traces"  # where every collector takes traces
SEND_SECONDS = 3.0  # for one batch, tries and pauses together
CLOSE_SECONDS = 3.0  # for all that is left at the end; what a collector has not taken by then is lost

log = logging.getLogger(__name__)
# It writes several lines for every batch that a collector does not take; one of ours says it for all of them.
logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)


class Collector:
    """Opens spans, and sends finished ones from a background thread. What it cannot send in time is lost.

    Its provider is not the one of the whole process: libraries would put prompts and the texts of errors into theirs.
    """

    def __init__(self, url: str) -> None:
        self._exporter = LoggingExporter(endpoint=url.removesuffix(PATH) + PATH, timeout=SEND_SECONDS)
        self._provider = TracerProvider(
            resource=Resource.create({"service.name": "showground"}), shutdown_on_exit=False
        )
        self._provider.add_span_processor(BatchSpanProcessor(self._exporter))
        self._tracer = self._provider.get_tracer("showground")
        self._traceparent = TraceContextTextMapPropagator()

    def open(self, name: str, parent: str | None, attributes: dict[str, Value]) -> Span:
        found = None if parent is None else self._traceparent.extract({"traceparent": parent})
        return RecordedSpan(self._tracer, name, found, attributes)

    def is_within_span(self) -> bool:
        return get_current_span().is_recording()

    def close(self) -> None:
        giving_up = Timer(CLOSE_SECONDS, self._exporter.shutdown)
        giving_up.start()
        self._provider.shutdown()
        giving_up.cancel()


class RecordedSpan(Span):
    """A span that is sent. How it ended is `ok`, the code of a failure, the name of another error, or `stopped`."""

    __slots__ = ("_span", "_token")

    def __init__(self, tracer: Tracer, name: str, parent: context.Context | None, attributes: dict[str, Value]) -> None:
        self._span = tracer.start_span(name, parent, attributes=named(attributes))

    def __enter__(self) -> Self:
        self._token = context.attach(set_span_in_context(self._span))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        context.detach(self._token)
        if isinstance(error, ApiError):
            self.note(outcome=error.code, status=error.status)
        else:
            self.note(outcome=outcome_of(error))
        if is_server_error(error):
            self._span.set_status(StatusCode.ERROR)  # without the text, which may contain an address or a secret
        self._span.end()

    def note(self, **attributes: Value) -> None:
        self._span.set_attributes(named(attributes))

    def rename(self, name: str) -> None:
        self._span.update_name(name)


def named(attributes: dict[str, Value]) -> dict[str, Value]:
    return {f"showground.{name}": value for name, value in attributes.items()}


def outcome_of(error: BaseException | None) -> str:
    if error is None:
        return "ok"
    if not isinstance(error, Exception):
        return "stopped"
    code = getattr(error, "code", None)
    return code if isinstance(code, str) else re.sub("(?<=[a-z])(?=[A-Z])", "_", type(error).__name__).lower()


def is_server_error(error: BaseException | None) -> bool:
    """Whether it is an error of ours, and not a refused caller or a stopping process."""
    return error.status >= 500 if isinstance(error, ApiError) else isinstance(error, Exception)


class LoggingExporter(OTLPSpanExporter):
    """Logs once that the collector does not accept spans, and again only after it has accepted some."""

    _taken = True

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        result = super().export(spans)
        taken = result is SpanExportResult.SUCCESS
        if self._taken and not taken:
            log.warning("The collector of SHOWGROUND_TRACES_URL does not take traces; they are lost until it does.")
        self._taken = taken
        return result
