"""What a collector of traces was sent."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from unittest import mock

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from showground.core import otlp
from showground.core.otlp import PATH
from showground.core.trace_export import sent_to
from tests.support.site import Answer, Site
from tests.support.wait import PATIENCE_SECONDS


@asynccontextmanager
async def collecting() -> AsyncGenerator[Site]:
    """A collector that has got every span once the block has ended, however busy the machine is."""
    patient = mock.patch.multiple(otlp, SEND_SECONDS=PATIENCE_SECONDS, CLOSE_SECONDS=PATIENCE_SECONDS)
    with patient, Site({PATH: Answer()}) as collector:
        async with sent_to(collector.url):
            yield collector


@dataclass(frozen=True)
class Seen:
    """A span as the collector got it."""

    name: str
    trace: str
    id: str
    parent: str
    attributes: dict[str, str | int]
    failed: bool


class Collected:
    """All spans that a collector got."""

    def __init__(self, site: Site) -> None:
        self.raw = b"".join(request.body for request in site.requests)
        self.spans: list[Seen] = []
        for request in site.requests:
            assert request.path == PATH
            for resource in ExportTraceServiceRequest.FromString(request.body).resource_spans:
                named = {it.key: it.value.string_value for it in resource.resource.attributes}
                assert named["service.name"] == "showground"
                for it in (it for scope in resource.scope_spans for it in scope.spans):
                    attributes: dict[str, str | int] = {
                        pair.key.removeprefix("showground."): pair.value.string_value or pair.value.int_value
                        for pair in it.attributes
                    }
                    self.spans.append(
                        Seen(
                            it.name,
                            it.trace_id.hex(),
                            it.span_id.hex(),
                            it.parent_span_id.hex(),
                            attributes,
                            failed=it.status.code == it.status.STATUS_CODE_ERROR,
                        )
                    )

    def one(self, name: str, parent: Seen | None = None) -> Seen:
        """The only span of this name, or the only one of those below another."""
        (found,) = (it for it in self.spans if it.name == name and (parent is None or it.parent == parent.id))
        assert parent is None or found.trace == parent.trace
        return found
