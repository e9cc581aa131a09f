"""Typed clients and collections that others' tools generate from the OpenAPI document, strictly compiled."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Any, cast

import httpx2

from showground.registry import all_operations
from tests.clients.packages import COLLECTIONS, FOLDER, GENERATED, GENERATORS, NODE, PYTHON_TOOLS, SCRIPTS, TOOLS_PYTHON
from tests.clients.product import RunningSite

OPERATIONS = len(all_operations())
# Without these, openapi-python-client lets ruff correct its code by all default rules. In ruff 0.17 one of them makes
# `*args: Any` in the context managers of its own client.py `*args: object`, which mypy refuses.
POST_HOOKS = ["ruff check . --fix-only --select I", "ruff format ."]
TSCONFIG = {
    "compilerOptions": {
        "strict": True,
        "noEmit": True,
        "noUncheckedIndexedAccess": True,
        "skipLibCheck": False,
        "types": [],
        "module": "esnext",
        "moduleResolution": "bundler",
        "target": "es2023",
        "lib": ["es2023", "dom", "dom.iterable"],
    },
    "include": ["*.ts", "hey"],
}


@dataclass(frozen=True)
class Generated:
    """A tool, what it made of the document, and what is wrong with that."""

    tool: str
    version: str
    made: str
    problem: str = ""

    @property
    def summary(self) -> str:
        return f"{self.tool} {self.version}: {self.problem or self.made}"


def generate_all(site: RunningSite) -> list[Generated]:
    rmtree(GENERATED, ignore_errors=True)
    GENERATED.mkdir()
    (GENERATED / "openapi.json").write_bytes(httpx2.get(f"{site.url}/api/v1/openapi.json").content)
    (GENERATED / "tsconfig.json").write_text(json.dumps(TSCONFIG))
    (GENERATED / "ruff.toml").write_text("")  # a generator formats its code with ruff, which would find our settings
    (GENERATED / "typed_use.ts").write_text((SCRIPTS / "typed_use.ts").read_text())
    tools: dict[str, Callable[[], str]] = {
        "openapi-typescript": lambda: _node("openapi-typescript/bin/cli.js", "openapi.json", "-o", "types.ts"),
        "@hey-api/openapi-ts": lambda: _node("@hey-api/openapi-ts/bin/run.js", "-i", "./openapi.json", "-o", "./hey"),
    }
    made = {tool: _try(generate) for tool, generate in tools.items()}
    compiled = _try(lambda: _node("typescript/bin/tsc", "-p", "."))
    typescript = f"compiles with strict tsc {GENERATORS['typescript']}, with a program that uses it"
    found = [Generated(tool, GENERATORS[tool], typescript, problem or compiled) for tool, problem in made.items()]
    return [*found, _generate_python(), *_generate_collections()]


def _generate_python() -> Generated:
    tool, checker = PYTHON_TOOLS

    def generate() -> str:
        _run(TOOLS_PYTHON / "openapi-python-client", "generate", "--path", "openapi.json", "--meta", "none",
             "--output-path", "python_client", "--config", "python_client.json", "--fail-on-warning")  # fmt: skip
        return _run(TOOLS_PYTHON / "mypy", "--strict", "python_client")

    (GENERATED / "python_client.json").write_text(json.dumps({"post_hooks": POST_HOOKS}))
    made = f"the whole package passes mypy {PYTHON_TOOLS[checker]} --strict, with `post_hooks` as below"
    return Generated(tool, PYTHON_TOOLS[tool], made, _try(generate))


def _generate_collections() -> list[Generated]:
    postman, bruno = COLLECTIONS

    def make_postman() -> str:
        _node(f"{postman}/bin/openapi2postmanv2.js", "-s", "openapi.json", "-o", "postman.json")
        return _count(_postman_requests(json.loads((GENERATED / "postman.json").read_text())["item"]))

    def make_bruno() -> str:
        return _count(int(_run(NODE, FOLDER / "collection.mjs", "openapi.json", "bruno.json")))

    requests = f"a collection of {OPERATIONS} requests"
    return [
        Generated(f"{postman} (Postman)", COLLECTIONS[postman], requests, _try(make_postman)),
        Generated(f"{bruno} (Bruno)", COLLECTIONS[bruno], requests, _try(make_bruno)),
    ]


def _postman_requests(items: list[dict[str, Any]]) -> int:
    return sum(_postman_requests(cast("list[Any]", item["item"])) if "item" in item else 1 for item in items)


def _count(found: int) -> str:
    if found != OPERATIONS:
        raise subprocess.SubprocessError(f"{found} requests instead of {OPERATIONS}")
    return ""


def _try(generate: Callable[[], object]) -> str:
    """What went wrong; empty if nothing did."""
    try:
        generate()
    except subprocess.CalledProcessError as failed:
        return f"{failed.stdout}{failed.stderr}".strip()[-2000:] or str(failed)
    except (subprocess.SubprocessError, ValueError, OSError) as failed:
        return str(failed)
    return ""


def _node(script: str, *arguments: str) -> str:
    return _run(NODE, FOLDER / "node_modules" / script, *arguments)


def _run(*command: Path | str) -> str:
    path = f"{TOOLS_PYTHON}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, cwd=GENERATED, env=os.environ | {"PATH": path}, check=True, capture_output=True, text=True
    )
    return done.stdout
