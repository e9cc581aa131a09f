"""docs/clients.md: which clients were tried, and what came of it."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from showground.core.calls.declare import PUBLIC
from showground.registry import all_operations
from showground.surfaces.mcp.tools import make_tools
from tests.clients.agent_run import AgentRun
from tests.clients.apps import ShownApp
from tests.clients.journeys import Result
from tests.clients.packages import APP_HOST, ROOT, SCANNER
from tests.clients.scanner import NAME, Scan
from tests.clients.typed_clients import POST_HOOKS, Generated

FILE = ROOT / "docs/clients.md"
HEAD = """# Clients that were tried

`make clients` runs clients that others wrote against a running site and renews this page. Each client is
set up as its documentation describes. It lists the tools, searches without signing in, creates a draft from a product's
website, submits it, asks for a quote and checks out. A person is asked for consent once, for all scopes. Last run:
{date}.

| client | version | protocol | tools | anonymous read | draft, submit | quote, checkout | consents |
|---|---|---|---|---|---|---|---|
"""


AGENT = """
## An agent that guesses nothing

An agent (`tests/clients/agent.py`) is given a product's address and the MCP server's, and nothing else. It starts with
the prompt `launch_my_product`. After that it makes only calls that `next_steps` of the last answer name, with their
arguments as they are, and asks the person for what a step needs or an error names.

| because of | call | answer |
|---|---|---|
"""


TOKENS = """
## What the list of tools costs a model

Tokens of tools/list, counted as a quarter of its characters; OpenAI's o200k makes fewer of them. Before: when tools had
whole schemas.

| tools | before | now |
|---|---:|---:|
| the {contract} of the contract | 80,877 | {of_contract:,.0f} |
| all {all} | | {of_all:,.0f} |
| the {public} public ones (`/mcp/public`) | 22,583 | {of_public:,.0f} |
"""


SCANNED = """
## Scanners

| scanner | version | score | failed checks |
|---|---|---|---|
| {name} | {version} | {score} of 100 | {failed} |
"""


SHOWN = """
## MCP Apps

`AppBridge` of {name} {version} is the host's side of the protocol. It shows each app in
Chromium, in a sandbox with the content security policy that the app declares.

| tool | seen in its app |
|---|---|
"""


GENERATED = """
## Typed clients and collections

Each tool generates a client or a collection from the OpenAPI document of a running site.

| tool | version | result |
|---|---|---|
"""


HOOKS = """
openapi-python-client's default hooks let ruff rewrite the code that it generates. With ruff 0.17 this changes its own
client.py, which is the same for every document, so that mypy finds 12 errors in it. With these hooks in its
configuration file, which it documents, there are none: `post_hooks: {hooks}`
"""


def write_table(
    results: Sequence[Result],
    agent: AgentRun,
    readiness: Scan,
    apps: Sequence[ShownApp],
    generated: Sequence[Generated],
) -> None:
    rows = [
        "| {} | {} | {} | {} | {} | {} | {} | {} |\n".format(
            result.client.name,
            result.client.version,
            result.client.era,
            result.steps.get("tools", "none"),
            _passed(result, "read"),
            _passed(result, "draft", "submit"),
            _passed(result, "quote", "checkout"),
            len(result.consents),
        )
        for result in results
    ]
    scanned = write_tokens() + SCANNED.format(
        name=NAME, version=SCANNER[NAME], score=readiness.score, failed=", ".join(readiness.failed) or "none"
    )
    bridge, version = next(iter(APP_HOST.items()))
    shown = [SHOWN.format(name=bridge, version=version)]
    shown += [f"| {each.tool} | {'FAILS' if each.problem else each.seen} |\n" for each in apps]
    tools = [f"| {each.tool} | {each.version} | {'FAILS' if each.problem else each.made} |\n" for each in generated]
    head, travelled = HEAD.format(date=datetime.now(UTC).date()), [AGENT, *_agent_rows(agent)]
    hooks = HOOKS.format(hooks=json.dumps(POST_HOOKS))
    FILE.write_text("".join([head, *rows, *travelled, scanned, *shown, GENERATED, *tools, hooks]))


def write_tokens() -> str:
    lengths = {
        tool.operation: len(tool.entry.model_dump_json(by_alias=True, exclude_none=True)) + 1
        for tool in make_tools(all_operations()).values()
    }
    contract = [length for operation, length in lengths.items() if not operation.extension]
    public = [length for operation, length in lengths.items() if operation.scope == PUBLIC]
    return TOKENS.format(
        contract=len(contract),
        of_contract=sum(contract) / 4,
        all=len(lengths),
        of_all=sum(lengths.values()) / 4,
        public=len(public),
        of_public=sum(public) / 4,
    )


def _agent_rows(agent: AgentRun) -> Iterator[str]:
    for line in agent.lines:
        if "person" in line:
            yield f"| the person | | {line['person']} |\n"
        else:
            call = f"{line['tool']} {json.dumps(line['arguments'])}"
            yield f"| {line['because']} | `{call}` | {line['answer']} |\n"
    if agent.problem:
        yield "| | | FAILS |\n"


def _passed(result: Result, *steps: str) -> str:
    return "passes" if all(step in result.steps for step in steps) else "FAILS"
