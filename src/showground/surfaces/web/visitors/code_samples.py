"""One call as curl, as Python, as JavaScript and as an MCP call."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from showground.core.calls.context import Site
from showground.core.calls.declare import PUBLIC
from showground.surfaces.openapi.schemas import AnyOperation
from showground.surfaces.web.visitors import literals
from showground.surfaces.web.visitors.literals import Expression

# A new key for every call, made with what every shell has. With a fixed key, pasting the sample twice would return the
# first response again.
KEY_IN_SHELL = "$(date +%s)-$RANDOM$RANDOM"
KEY_IN_PYTHON = "str(uuid.uuid4())"
KEY_IN_JAVASCRIPT = "crypto.randomUUID()"


@dataclass(frozen=True, slots=True)
class Snippet:
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SampleCall:
    """An operation with an input, split into URL, query and body."""

    op: AnyOperation
    url: str
    query: dict[str, Any]
    body: dict[str, Any]

    @property
    def guarded(self) -> bool:
        return self.op.scope != PUBLIC

    @property
    def whole_url(self) -> str:
        query = {k: json.dumps(v) if isinstance(v, bool) else v for k, v in self.query.items()}
        return f"{self.url}?{urlencode(query, doseq=True)}" if query else self.url


def snippets(op: AnyOperation, input: Mapping[str, Any], site: Site) -> list[Snippet]:
    address = site.api_url + op.path.format_map({name: quote(str(input[name]), safe="") for name in op.path_fields})
    rest = {name: value for name, value in input.items() if name not in op.path_fields}
    call = SampleCall(op, address, rest if op.read_only else {}, {} if op.read_only else rest)
    return [
        Snippet("curl", write_curl(call)),
        Snippet("Python", write_python(call)),
        Snippet("JavaScript", write_javascript(call)),
        Snippet("MCP", write_mcp(op, input)),
    ]


def write_curl(call: SampleCall) -> str:
    lines = [f"curl {'' if call.op.method == 'GET' else f'-X {call.op.method} '}{shlex.quote(call.whole_url)}"]
    if call.guarded:
        lines.append('-H "Authorization: Bearer $API_KEY"')
    if call.op.idempotent:
        lines.append(f'-H "Idempotency-Key: {KEY_IN_SHELL}"')
    if call.body:
        lines.append('-H "Content-Type: application/json"')
        lines.append(f"-d {shlex.quote(literals.write_json(call.body))}")
    return " \\\n  ".join(lines)


def write_python(call: SampleCall) -> str:
    headers = {"Authorization": "Bearer YOUR_API_KEY"} if call.guarded else {}
    headers |= {"Idempotency-Key": Expression(KEY_IN_PYTHON)} if call.op.idempotent else {}
    lines = [literals.write_python(call.op.method), literals.write_python(call.url)]
    lines += [
        f"{name}={literals.write_python(value, indent=4)}"
        for name, value in (("headers", headers), ("params", call.query), ("json", call.body))
        if value
    ]
    arguments = "".join(f"    {line},\n" for line in lines)
    imports = "import uuid\n\nimport httpx" if call.op.idempotent else "import httpx"
    return f"{imports}\n\nanswer = httpx.request(\n{arguments})\nanswer.raise_for_status()\nprint(answer.json())"


def write_javascript(call: SampleCall) -> str:
    """A module for Node.js 18 and newer; browsers and other runtimes have the same `fetch`."""
    headers: dict[str, Any] = {}
    headers |= {"Authorization": Expression("`Bearer ${process.env.API_KEY}`")} if call.guarded else {}
    headers |= {"Idempotency-Key": Expression(KEY_IN_JAVASCRIPT)} if call.op.idempotent else {}
    headers |= {"Content-Type": "application/json"} if call.body else {}
    options = [] if call.op.method == "GET" else [f'method: "{call.op.method}"']
    options += [f"headers: {literals.write_json(headers, indent=2)}"] if headers else []
    options += [f"body: JSON.stringify({literals.write_json(call.body, indent=2)})"] if call.body else []
    rest = ", {\n" + "".join(f"  {option},\n" for option in options) + "}" if options else ""
    return (
        f"const answer = await fetch({json.dumps(call.whole_url)}{rest});\n"
        "if (!answer.ok) throw new Error(await answer.text());\n"
        "console.log(await answer.json());"
    )


def write_mcp(op: AnyOperation, input: Mapping[str, Any]) -> str:
    return literals.write_json({"method": "tools/call", "params": {"name": op.name, "arguments": dict(input)}})
