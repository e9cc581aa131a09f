"""The import rules of .importlinter pass a tree that keeps them and refuse each way of breaking them."""

import configparser
import re
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.support.import_linter import ImportLinter, import_linter

pytestmark = pytest.mark.slow  # each case is a run of lint-imports

PROJECT = Path(__file__).parents[2]
DOMAINS_FROM_BELOW = (
    ("accounts",),
    ("search",),
    ("listings",),
    ("categories",),
    ("people", "blog", "oauth"),
    ("launches",),
    ("ownership",),
    ("drafting",),
    ("orders",),
)


def domain_files(domain: str, lower: list[str]) -> dict[str, str]:
    here = f"from showground.{domain}"
    lower_interfaces = "".join(f"from showground.{name} import get as get_{name}\n" for name in lower)
    return {
        f"{domain}/__init__.py": f"{here}.models import Row\n{here}.queries import get\n",
        f"{domain}/models.py": "class Row: ...\n",
        f"{domain}/rules.py": f"{here}.models import Row\n",
        f"{domain}/presentation.py": f"{here} import rules\n{here}.queries import get\n",
        f"{domain}/queries/__init__.py": f"{here}.queries.rows import get\n",
        f"{domain}/queries/rows.py": f"from showground.core import database\n{here} import rules\n{lower_interfaces}",
        f"{domain}/operations/__init__.py": "",
        f"{domain}/operations/get.py": f"{here} import jobs, models, presentation, queries, rules\n{lower_interfaces}",
        f"{domain}/actions/__init__.py": "",
        f"{domain}/actions/press.py": "from . import again\nfrom .. import queries\nfrom ..operations import get\n",
        f"{domain}/actions/again.py": "",
        f"{domain}/jobs.py": f"{here} import queries\n",
    }


def skeleton() -> dict[str, str]:
    """Every part of the project, importing whatever the rules allow it to."""
    files = {
        "__init__.py": "",
        "core/__init__.py": "",
        "core/database/__init__.py": "",
        "core/jobs/__init__.py": "",
        "core/database/pool.py": "import psycopg\nimport psycopg_pool\n",
        "core/calls/__init__.py": "",
        "core/calls/dispatch.py": "from showground.core.calls import execute\n",
        "core/calls/execute.py": "",
        "core/mail/__init__.py": "",
        "core/mail/queries.py": "import psycopg\n",
        "core/jobs/builtin.py": "from showground.core import database\n",
        "migrations/0001_accounts.sql": "",
        "emails/welcome/subject.txt": "",
    }
    lower: list[str] = []
    for neighbours in DOMAINS_FROM_BELOW:
        for domain in neighbours:
            files |= domain_files(domain, lower)
        lower += neighbours
    entries = "".join(
        f"from showground import {domain}\n"
        f"from showground.{domain}.operations.get import get as get_{domain}\n"
        f"from showground.{domain}.actions import press as press_{domain}\n"
        for domain in lower
    )
    everything = entries + "".join(
        f"from showground.{domain} import jobs, presentation, queries, rules\n" for domain in lower
    )
    return files | {
        "surfaces/__init__.py": "",
        "surfaces/rest/__init__.py": "",
        "surfaces/rest/routes.py": f"from showground.core import database\n{entries}",
        "surfaces/web/__init__.py": "",
        "surfaces/web/listing_page.py": entries,
        "settings.py": "from showground import core\n",
        "app.py": f"from showground import settings\nfrom showground.surfaces import rest\n{everything}",
        "worker.py": f"from showground import settings\n{everything}",
        "demo/__init__.py": "",
        "demo/story.py": f"from showground import app\n{everything}",
        "cli.py": f"from showground import app, demo, settings, worker\n{everything}",
    }


@pytest.fixture(scope="module")
def linter() -> Generator[ImportLinter]:
    with import_linter() as linter:
        yield linter


@pytest.fixture
def package(tmp_path: Path) -> Path:
    shutil.copy(PROJECT / ".importlinter", tmp_path)
    package = tmp_path / "src" / "showground"
    for name, text in skeleton().items():
        append(package / name, text)
    return package


def append(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as opened:
        opened.write(text)


def lint(linter: ImportLinter, package: Path) -> tuple[int, dict[str, str], str]:
    """Runs lint-imports in the project that holds the package: exit status, verdict by contract, all that it said."""
    project = package.parents[1]
    status, said = linter.lint(project)
    config = configparser.ConfigParser()
    config.read(project / ".importlinter")
    contracts = {
        config[section]["name"]: section.rpartition(":")[2]
        for section in config.sections()
        if section.startswith("importlinter:contract:")
    }
    verdicts = re.findall(r"^(.+) (KEPT|BROKEN)$", said, re.MULTILINE)
    return status, {contracts[name]: verdict for name, verdict in verdicts}, said


ALL_KEPT = dict.fromkeys(("order", "inside", "interfaces", "settings", "connection", "circles"), "KEPT")


def test_a_tree_that_keeps_the_rules_passes(linter: ImportLinter, package: Path) -> None:
    assert lint(linter, package)[:2] == (0, ALL_KEPT)


def test_a_young_tree_passes(linter: ImportLinter, package: Path) -> None:
    for part in package.iterdir():
        if part.name not in {"__init__.py", "core", "accounts"}:
            shutil.rmtree(part) if part.is_dir() else part.unlink()
    assert lint(linter, package)[:2] == (0, ALL_KEPT)


VIOLATIONS = {
    "deeper than the interface": ("launches/rules.py", "from showground.listings.queries import get", {"interfaces"}),
    "deeper, a whole module": ("launches/rules.py", "from showground.listings import queries", {"interfaces"}),
    "deeper, relative": ("launches/rules.py", "from ..listings import rules", {"interfaces"}),
    "deeper, inside a function": (
        "launches/rules.py",
        "def f():\n    import showground.listings.rules",
        {"interfaces"},
    ),
    "deeper, for types only": (
        "launches/rules.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from showground.listings.models import Row",
        {"interfaces"},
    ),
    "deeper, a module no rule names": (
        "launches/rules.py",
        "from showground.listings.presentation import get",
        {"interfaces"},
    ),
    "deeper, from an interface": ("launches/__init__.py", "from showground.listings.models import Row", {"interfaces"}),
    "operation to lower operation": (
        "orders/operations/get.py",
        "import showground.listings.operations.get",
        {"interfaces"},
    ),
    "upward": ("listings/queries/rows.py", "from showground import launches", {"order"}),
    "sideways": ("people/queries/rows.py", "from showground.blog import get", {"order"}),
    "core to a domain": ("core/database/pool.py", "from showground import accounts", {"order"}),
    "core to queries": ("core/database/pool.py", "from showground.listings import queries", {"order", "interfaces"}),
    "core to a domain, lazily": ("core/database/pool.py", "def f():\n    from showground import accounts", {"order"}),
    "rules to queries": ("listings/rules.py", "from showground.listings import queries", {"inside"}),
    "models to rules": ("listings/models.py", "from showground.listings import rules", {"inside"}),
    "rules to queries by a detour": ("listings/rules.py", "from showground.listings import presentation", {"inside"}),
    "queries to jobs": ("listings/queries/rows.py", "from showground.listings import jobs", {"inside"}),
    "queries to actions": ("listings/queries/rows.py", "from showground.listings.actions import press", {"inside"}),
    "own interface from an operation": (
        "listings/operations/get.py",
        "from showground.listings import Row",
        {"interfaces"},
    ),
    "own interface, relative": ("listings/actions/press.py", "from .. import Row", {"interfaces"}),
    "own interface from a module no rule names": (
        "listings/presentation.py",
        "import showground.listings",
        {"interfaces"},
    ),
    "interface to own operation": (
        "listings/__init__.py",
        "from showground.listings.operations.get import get",
        {"interfaces"},
    ),
    "interface to own action": ("listings/__init__.py", "from .actions import press", {"interfaces"}),
    "interface to own jobs": ("listings/__init__.py", "from showground.listings import jobs", {"interfaces"}),
    "page to queries": ("surfaces/web/listing_page.py", "from showground.listings import queries", {"interfaces"}),
    "page to models": ("surfaces/web/listing_page.py", "from showground.listings.models import Row", {"interfaces"}),
    "surface to jobs": ("surfaces/rest/routes.py", "from showground.listings import jobs", {"interfaces"}),
    "surface to app": ("surfaces/rest/routes.py", "from showground import app", {"order"}),
    "domain to surface": ("orders/operations/get.py", "from showground.surfaces import rest", {"order"}),
    "app to worker": ("app.py", "from showground import worker", {"order"}),
    "app to demo": ("app.py", "from showground import demo", {"order"}),
    "settings in a domain": ("listings/rules.py", "from showground import settings", {"order", "settings"}),
    "settings in core": ("core/database/pool.py", "import showground.settings", {"order", "settings"}),
    "settings in demo": ("demo/story.py", "from showground import settings", {"settings"}),
    "driver in a rule": ("listings/rules.py", "import psycopg", {"connection"}),
    "driver in an action": ("orders/actions/press.py", "from psycopg.rows import dict_row", {"connection"}),
    "driver in core, lazily": ("core/calls/execute.py", "def f():\n    import psycopg_pool", {"connection"}),
    "circle in core": ("core/calls/execute.py", "from showground.core.calls import dispatch", {"circles"}),
    "circle, inside a function": (
        "core/calls/execute.py",
        "def f():\n    from showground.core.calls import dispatch",
        {"circles"},
    ),
    "circle, for types only": (
        "core/calls/execute.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from showground.core.calls import dispatch",
        {"circles"},
    ),
    "a part without a place": ("misc/__init__.py", "", {"order"}),
    "a part without a place used deeply": (
        "misc.py",
        "from showground.listings import queries",
        {"order", "interfaces"},
    ),
}


@pytest.mark.parametrize(("file", "text", "broken"), VIOLATIONS.values(), ids=VIOLATIONS.keys())
def test_a_planted_violation_is_refused(
    linter: ImportLinter, package: Path, file: str, text: str, broken: set[str]
) -> None:
    append(package / file, f"{text}\n")
    status, verdicts, _ = lint(linter, package)
    assert status == 1
    if "circles" not in broken:
        verdicts["circles"] = "KEPT"  # most imports against the order make a circle as well
    assert verdicts == ALL_KEPT | dict.fromkeys(broken, "BROKEN")


def test_a_circle_is_shown(linter: ImportLinter, package: Path) -> None:
    append(package / "core/calls/execute.py", "from showground.core.calls import dispatch\n")
    assert (
        "- showground.core.calls.dispatch -> showground.core.calls.execute -> showground.core.calls.dispatch"
        in (lint(linter, package)[2])
    )


def test_a_refusal_says_where_and_how_to_fix_it(linter: ImportLinter, package: Path) -> None:
    append(package / "launches/models.py", "from showground.listings.models import Row\n")
    append(package / "listings/presentation.py", "from showground.listings import Row\n")
    append(package / "blog/__init__.py", "from showground.blog import jobs\n")
    said = lint(linter, package)[2]
    assert (
        "showground.launches.models -> showground.listings.models (l.2): other parts import only from"
        " showground.listings itself. Import it from there, or export it there."
    ) in said
    assert (
        "showground.listings.presentation -> showground.listings (l.3): modules of a domain don't import its own"
        " interface. Import from the module that defines it."
    ) in said
    assert (
        "showground.blog -> showground.blog.jobs (l.3): an interface exports no operations, actions or jobs."
        " Move what others need to rules or queries."
    ) in said
