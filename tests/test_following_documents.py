"""A copy of all in which docs/extending.md and CONTRIBUTING.md were followed to the letter passes the checks."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import ROOT, surroundings
from tests.support.samples import read_files

pytestmark = pytest.mark.slow

FOLDERS, FILES = (
    ("src", "tests", "docs", "deploy"),
    ("pyproject.toml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile"),
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.png")
SAMPLES = read_files("docs/extending.md") | read_files("CONTRIBUTING.md")
ACCOUNT, JOBS, WIRING = (
    "src/showground/surfaces/web/account/routes.py",
    "src/showground/events/jobs.py",
    "src/showground/wiring/parts.py",
)
(SETTING,) = re.findall(r"^chat_url.*\n", (ROOT / "docs/extending.md").read_text(), re.MULTILINE)
# What the documents say beside their samples: a file, a text in it, and what goes behind that.
STEPS = (
    ("tests/contract.py", "EXTENSIONS = {\n", '    "count_blog_posts": _read("GET /blog-count"),\n'),
    ("tests/contract.py", "EXTENSION_BOUNDS: dict[str, dict[str, Bound]] = {\n", '    "count_blog_posts": {},\n'),
    ("src/showground/surfaces/web/visitors/api_changes.toml", "changes = [\n", '  "New: `count_blog_posts`.",\n'),
    (ACCOUNT, "ACCOUNT_PAGES: tuple[tuple[str, Show], ...] = (\n", '    ("/account/name", show_name),\n'),
    (ACCOUNT, "ACCOUNT_FORMS: tuple[tuple[str, Show], ...] = (\n", '    ("/account/name", save_name),\n'),
    (ACCOUNT, '"""\n', "from showground.surfaces.web.account.name import save_name, show_name\n"),
    (JOBS, "__all__ = [\n", '    "post_launches",\n'),
    (JOBS, '"""\n', "from showground.events.chat_job import post_launches\n"),
    ("src/showground/events/__init__.py", '"""\n', "from showground.events.chat_job import TeamChat\n"),
    ("src/showground/events/__init__.py", '"IndexNow"', ', "TeamChat"'),
    (WIRING, '"""\n', "from showground.events import TeamChat\n"),
    (
        WIRING,
        "IndexNow(settings.indexnow_key, settings.indexnow_url)]\n",
        "    things += [TeamChat(settings.chat_url)]\n",
    ),
    ("src/showground/settings/site_fields.py", "values.read_indexnow_key,\n    )\n", f"    {SETTING}"),
)
COUNTS = {
    "README.md": [("44 operations", "45 operations")],
    "docs/api.md": [
        ("44 operations", "45 operations"),
        (
            "3 extensions (`apply_coupon`, `cancel_order`, ",
            "4 extensions (`apply_coupon`, `cancel_order`, `count_blog_posts`, ",
        ),
    ],
}
# A provider and a drafter are what their interfaces ask for; choosing them takes a setting.
CONFORMING = '''"""For pyright."""

from showground.extraction.drafters.drafter import Drafter
from showground.extraction.drafters.title_drafter import TitleDrafter
from showground.orders.providers.interface import Provider
from showground.orders.providers.bank_transfer import BankTransfer

DRAFTER: Drafter = TitleDrafter()
PROVIDER: Provider = BankTransfer(b"", "")
'''
CHECKS = (
    *(
        "tests/test_contract.py",
        "tests/test_registry.py",
        "tests/surfaces/test_reference.py",
        "tests/surfaces/test_openapi.py",
    ),
    *("tests/repo_rules/test_names.py", "tests/repo_rules/test_sql_rules.py", "tests/repo_rules/test_texts.py"),
    *(
        "tests/blog/operations/test_count_blog_posts.py",
        "tests/test_settings.py::test_every_setting_stands_in_the_documentation",
    ),
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copied = tmp_path_factory.mktemp("checkout")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, copied / name, ignore=LEFT_OUT)
    for name in FILES:
        shutil.copy(ROOT / name, copied)
    (copied / ".venv").symlink_to(sys.prefix)
    return copied


def run(copied: Path, *command: str) -> str:
    environ = surroundings({}) | {"PYTHONPATH": str(copied / "src")}
    program = [sys.executable, "-m", *command]
    done = subprocess.run(program, cwd=copied, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def put_behind(file: Path, text: str, added: str) -> None:
    before, found, after = file.read_text().partition(text)
    assert found == text, f"{file.name} has no {text}"
    file.write_text(before + text + added + after)


def test_whoever_follows_the_documents_passes_the_checks(copy: Path) -> None:
    assert len(SAMPLES) == 8
    for name, code in SAMPLES.items():
        (copy / name).write_text(code)
    python = [name for name in SAMPLES if name.endswith(".py")]
    run(copy, "ruff", "check", *python)
    run(copy, "ruff", "format", "--check", *python)
    for name, text, added in STEPS:
        put_behind(copy / name, text, added)
    for name, right in COUNTS.items():
        text = (copy / name).read_text()
        for number, other in right:
            assert number in text
            text = text.replace(number, other)
        (copy / name).write_text(text)
    edited = {name for name, _, _ in STEPS if name.endswith(".py")}
    run(copy, "ruff", "check", "--fix", *edited)
    run(copy, "ruff", "format", *edited)
    (copy / "src/showground/conforming.py").write_text(CONFORMING)
    run(copy, "pyright", "--pythonpath", sys.executable, *python, *edited, "src/showground/conforming.py")
    (copy / "src/showground/conforming.py").unlink()
    for name, command in {"openapi.json": "openapi", "settings.md": "settings"}.items():
        (copy / "docs" / name).write_text(run(copy, "showground", command))
    # The catalogues are not renewed, as `make texts` does: that takes long, and writes what it finds in any case.
    run(copy, "pytest", "-q", "-n0", "-m", "not slow", "-k", "not catalogues", *CHECKS)
