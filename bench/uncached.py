"""Reads of ever another listing, beside a plain Django REST Framework application on the same rows, and Strapi."""

import json
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from psycopg.conninfo import conninfo_to_dict

from bench.cms import ROWS, path_of, see_that_it_finds, strapi
from bench.comparing import Side, compare, keep, show
from bench.database import Filled, filled
from bench.load import get
from bench.options import Options, run
from bench.servers import Server, free_port, ours, running

LEAST = 8
ENVIRONMENT = Path(__file__).parent / ".venv-drf"
PACKAGES = ("django", "djangorestframework", "psycopg[binary]", "gunicorn")
THREADS = 4


def main(options: Options) -> None:
    with ExitStack() as stack:
        database = stack.enter_context(filled(options.listings))
        showground = stack.enter_context(ours(database.conninfo))
        django = stack.enter_context(drf(database))
        cms = stack.enter_context(strapi(database))
        slugs = database.slugs()
        path = f"/api/v1/listings/{slugs[0]}"
        _see_that_they_say_the_same(showground.fetch(path)[1], django.fetch(path)[1])
        sides = [
            Side("Django REST Framework", django, [get(f"/api/v1/listings/{slug}", django.host) for slug in slugs]),
            Side(
                "get_listing",
                showground,
                [get(f"/api/v1/listings/{slug}", showground.host) for slug in slugs],
                least=LEAST,
            ),
        ]
        if cms is not None:
            few = [slug for slug in slugs if slug <= f"load-{ROWS:06}"]
            see_that_it_finds(cms, few[0])
            sides.append(Side("Strapi, fewer facts", cms, [get(path_of(slug), cms.host) for slug in few]))
        found = compare(sides, rounds=options.rounds, seconds=options.seconds, database=database.postmaster())
    asked = sum(turn.requests for turn in found[1].turns)
    held = max(0.0, 1 - len(slugs) / asked)
    remark = f"{asked:,} requests for {len(slugs):,} listings in turn: at most {held:.0%} can have been held."
    show("get_listing, not held", found, remark)
    keep("uncached", {"rows": found, "most_held": held})


@contextmanager
def drf(database: Filled) -> Generator[Server]:
    """The Django application, in one process as ours is."""
    given = conninfo_to_dict(database.conninfo)
    names = {"HOST": "host", "PORT": "port", "USER": "user", "NAME": "dbname"}
    place = {name: str(given[key]) for name, key in names.items()}
    port = free_port()
    arguments = ["--worker-class", "gthread", "--workers", "1", "--threads", str(THREADS), "--keep-alive", "15"]
    command = [str(_environment() / "bin" / "gunicorn"), *arguments, "-b", f"127.0.0.1:{port}", "bench.drf.wsgi"]
    env = {"BENCH_DATABASE": json.dumps(place), "PYTHONPATH": str(Path(__file__).parents[1])}
    with running("drf", command, env, port, f"/api/v1/listings/{database.slugs()[0]}") as server:
        yield server


def _environment() -> Path:
    """An environment of its own, made once."""
    ready = ENVIRONMENT / "ready"
    if not ready.exists():
        print("Installing Django REST Framework, once.")
        subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT], check=True)
        pip = [ENVIRONMENT / "bin" / "pip", "--disable-pip-version-check", "--quiet", "install", *PACKAGES]
        subprocess.run(pip, check=True)
        ready.touch()
    return ENVIRONMENT


def _see_that_they_say_the_same(ours: bytes, theirs: bytes) -> None:
    """Otherwise the comparison would be none."""
    first, second = (json.loads(answer.replace(b"+00:00", b"Z"), object_hook=_comparable) for answer in (ours, theirs))
    if first != second:
        differing = [name for name in first.keys() | second.keys() if first.get(name) != second.get(name)]
        raise RuntimeError(f"Both answers should say the same; they differ in {', '.join(sorted(differing))}.")


def _comparable(said: dict[str, Any]) -> dict[str, Any]:
    """Without addresses, of which each server names its own, and what is empty."""
    return {name: value for name, value in said.items() if name not in ("url", "links") and value is not None}


if __name__ == "__main__":
    run(main, __doc__)
