"""Which packages each command imports: nobody waits for those that the command does not need."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import ROOT, surroundings

SERVER = {"starlette", "uvicorn", "mcp", "markdown_it", "prometheus_client", "python_multipart"}
OPTIONAL = {"pydantic_ai", "anthropic", "openai", "stripe", "redis", "opentelemetry"}  # each for one setting
PICTURES = {"resvg_py", "PIL"}
NUMBERS = {"numpy"}  # takes a tenth of a second
JOBS = {"procrastinate"}
DATABASE = {"psycopg", "asyncio"}
VALIDATION = {"pydantic", "email_validator"}
FETCHING = {"httpx2", "httpcore2", "dns"}
EMAIL = {"aiosmtplib", "jinja2", "css_inline"}
HEAVY = SERVER | OPTIONAL | PICTURES | NUMBERS | JOBS | DATABASE | VALIDATION | FETCHING | EMAIL
SHOW_IMPORTS = """
import json, sys
from showground.cli import main
try:
    main()
except SystemExit as end:
    failed = end.code
sys.stdout.flush()
print(json.dumps([failed or 0, sorted({name.partition(".")[0] for name in sys.modules})]), file=sys.stderr)
"""
WITHOUT_A_DATABASE = [
    ["--version"],
    ["--help"],
    ["settings"],
    ["serve", "--help"],
    ["worker", "--help"],
    ["key", "create", "--help"],
]


def imported_by(*words: str, **settings: str) -> set[str]:
    """The heavy packages that are loaded when this command ends."""
    ended = subprocess.run(
        [sys.executable, "-c", SHOW_IMPORTS, *words],
        env=surroundings(settings),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    failed, modules = json.loads(ended.stderr.splitlines()[-1])
    assert failed == 0, (failed, ended.stderr)
    return HEAVY & set(modules)


@pytest.mark.parametrize("words", WITHOUT_A_DATABASE, ids=" ".join)
def test_help_version_and_settings_import_no_heavy_package(words: list[str]) -> None:
    assert imported_by(*words) == set()


def test_what_is_printed_from_declarations_needs_neither_server_nor_pictures() -> None:
    for words in (["openapi"], ["retention"]):
        assert imported_by(*words) <= DATABASE | VALIDATION | EMAIL, words


@pytest.mark.slow
def test_commands_on_the_database_import_no_server(database_url: str, tmp_path: Path) -> None:
    listings = tmp_path / "listings.jsonl"
    listings.write_text('{"name": "Tidewater", "website": "https://tidewater.example"}\n')
    with_dispatcher = DATABASE | VALIDATION | EMAIL
    for words, allowed in (
        (["migrate"], with_dispatcher),
        (["account", "create", "ada@example.org"], with_dispatcher),
        (["key", "create", "ada@example.org", "--scope", "account:read"], with_dispatcher),
        (["import", "listings", str(listings)], with_dispatcher | NUMBERS),
        (["export", "listings"], with_dispatcher),
        (["demo", "--listings", "1"], with_dispatcher | NUMBERS),
        (["backup", str(tmp_path / "backup.zip")], DATABASE | VALIDATION),
    ):
        assert imported_by(*words, database_url=database_url, data_dir=str(tmp_path)) <= allowed, words


def test_the_server_starts_without_what_no_setting_asks_for() -> None:
    script = "import json, sys, showground.cli.server as c; c._load_server(); print(json.dumps(sorted(sys.modules)))"
    ended = subprocess.run(
        [sys.executable, "-c", script], env=surroundings({}), cwd=ROOT, capture_output=True, text=True, check=True
    )
    later = FETCHING | JOBS | NUMBERS | {"mcp", "webauthn", "rapidfuzz", "stdnum"}  # loaded when first needed
    assert (OPTIONAL | later).isdisjoint(json.loads(ended.stdout))
