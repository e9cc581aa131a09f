"""One message on its way through the dispatcher, whichever path answers it."""

import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json

from showground.core.calls.context import Caller, ReportProgress, report_nothing
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import (
    ApiError,
    FieldError,
    InsufficientScope,
    InvalidInput,
    InvalidToken,
    RateLimited,
    SignInRequired,
    Unavailable,
)
from showground.core.calls.execute import AdmittedCall
from showground.core.languages import EnglishText
from showground.surfaces.asgi import Headers, encode_headers
from showground.surfaces.mcp.tools import Tool

log = logging.getLogger(__name__)

NO_ACCESS = (SignInRequired, InvalidToken, InsufficientScope)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a tool: its text, or the text of the error."""

    text: bytes
    is_error: bool


class McpMessage:
    """One message of a caller: admitted and counted once, then answered by the direct path or the SDK."""

    def __init__(self, dispatcher: Dispatcher, caller: Caller, tools: Mapping[str, Tool]) -> None:
        self._dispatcher = dispatcher
        self._caller = caller
        self._passed: dict[str, AdmittedCall[Any, Any] | RateLimited] = {}
        self.headers: Headers = []
        self.tools = tools  # those that exist at the address that was called
        self.refusal: ApiError | None = None  # answered over HTTP, so that the client starts its sign-in

    async def begin(self, tool: Tool | None) -> None:
        """Pass the dispatcher before anything else. A message that calls no tool is only counted.

        If a tool is called too often, the tool's result says so, which the model reads. Otherwise a 429 is answered
        over HTTP.
        """
        if tool is not None:
            with suppress(RateLimited):
                await self._admit(tool)
            return
        self.headers = (await self._dispatcher.count(self._caller)).headers()

    async def call(self, tool: Tool, arguments: Mapping[str, Any], report: ReportProgress = report_nothing) -> Outcome:
        try:
            admitted = await self._admit(tool)
            admitted.report = report
            _, answer = await admitted.answer(*tool.read(arguments))
            self.headers = admitted.allowance.headers()
        except ApiError as failure:
            return self._fail(failure)
        except RecursionError:
            return self._fail(
                InvalidInput(errors=[FieldError(field="", message=EnglishText("The JSON is nested too deeply."))])
            )
        except Exception:
            # The SDK would show the exception's text to the caller.
            log.exception("%s failed; request %s", tool.operation.name, self._caller.request_id)
            return self._fail(Unavailable())
        return Outcome(answer.body, is_error=False)

    async def _admit(self, tool: Tool) -> AdmittedCall[Any, Any]:
        """Once per tool. There is only one, unless the SDK reads a different name in the body than we did."""
        name = tool.operation.name
        if name not in self._passed:
            try:
                admitted = await self._dispatcher.admit(tool.operation, self._caller)
            except RateLimited as failure:
                self._passed[name] = failure
            else:
                self._passed[name] = admitted
                self.headers = admitted.allowance.headers()
        passed = self._passed[name]
        if isinstance(passed, RateLimited):
            raise passed
        return passed

    def _fail(self, failure: ApiError) -> Outcome:
        if isinstance(failure, NO_ACCESS):
            failure.headers = self._dispatcher.challenge() | failure.headers
            self.refusal = failure
        else:
            known = [] if isinstance(failure, RateLimited) else self.headers  # its own headers already name all limits
            self.headers = known + encode_headers(failure.headers.items())
        return Outcome(to_json(failure.problem(self._caller.request_id)), is_error=True)
