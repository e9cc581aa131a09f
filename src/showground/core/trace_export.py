"""Sends the spans of this process to a collector, with optional packages."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.util import find_spec

from showground.core import tracing

PACKAGES = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http")


def is_installed() -> bool:
    """Whether the optional packages for collecting spans are installed."""
    try:
        return all(find_spec(name) is not None for name in PACKAGES)
    except ModuleNotFoundError:
        return False


@asynccontextmanager
async def sent_to(url: str | None) -> AsyncGenerator[None]:
    """Send the spans of this process to the OTLP/HTTP collector at this address, if there is one."""
    if url is None:
        yield
        return
    from showground.core.otlp import Collector  # noqa: PLC0415 - needs optional packages

    collector = Collector(url)
    tracing.collect(collector)
    try:
        yield
    finally:
        tracing.collect(None)
        await asyncio.to_thread(collector.close)
