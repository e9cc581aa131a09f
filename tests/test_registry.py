"""Every operation and every job is found."""

import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

import showground
from showground.core.jobs.builtin import deliver_mail
from showground.registry import all_jobs, all_operations


def test_jobs_are_found() -> None:
    found = all_jobs()
    assert deliver_mail in found
    assert len({job.name for job in found}) == len(found)


@contextmanager
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, str]) -> Generator[None]:
    """A domain more, with these modules."""
    domain = tmp_path / "planted_domain"
    for name, text in {"__init__.py": "", **files}.items():
        (domain / name).parent.mkdir(parents=True, exist_ok=True)
        (domain / name).write_text(text)
    monkeypatch.setattr(showground, "__path__", [*showground.__path__, str(tmp_path)])
    all_operations.cache_clear()
    try:
        yield
    finally:
        all_operations.cache_clear()
        for name in [name for name in sys.modules if name.startswith("showground.planted_domain")]:
            del sys.modules[name]


def test_two_jobs_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = (
        "from showground.core.jobs.declare import JobRun, job\n\n\n"
        "@job()\nasync def deliver_mail(run: JobRun) -> None: ...\n"
    )
    with (
        planted(tmp_path, monkeypatch, {"jobs.py": jobs}),
        pytest.raises(TypeError, match="Two jobs are called deliver_mail: rename one"),
    ):
        all_jobs()


OPERATION = """
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.data_model import DataModel


class Planted(DataModel):
    number: int


@operation("ROUTE", scope="public")
async def NAME(ctx: Context) -> Planted:
    \"\"\"Show what was planted.\"\"\"
    return Planted(number=1)
"""
DECLARATION = '@operation("ROUTE", scope="public")'


@pytest.mark.parametrize(
    ("name", "change", "route", "said"),
    [
        ("get_site", ("", ""), "GET /planted", "has an operation of this name: rename one"),
        ("get_planted", ("", ""), "GET /listings", "search_listings has the route GET /listings already: change one"),
        (
            "get_planted",
            ('"public"', '"publick"'),
            "GET /planted",
            '"publick" is not a scope of operations: use',
        ),
        ("get_planted", (DECLARATION, ""), "GET /planted", "get_planted is not declared: write `@operation"),
        (
            "get_planted",
            ("NAME", "get_other"),
            "GET /planted",
            "has no operation called get_planted: name the f",
        ),
    ],
)
def test_a_declaration_that_does_not_fit_the_others_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, change: tuple[str, str], route: str, said: str
) -> None:
    code = OPERATION.replace(*change).replace("ROUTE", route).replace("NAME", name)
    files = {"operations/__init__.py": "", f"operations/{name}.py": code}
    with planted(tmp_path, monkeypatch, files), pytest.raises(TypeError) as refused:
        all_operations()
    assert said in str(refused.value)
    assert "get_" in str(refused.value)


def test_a_planted_operation_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = OPERATION.replace("ROUTE", "GET /planted").replace("NAME", "get_planted")
    files = {"operations/__init__.py": "", "operations/get_planted.py": code}
    with planted(tmp_path, monkeypatch, files):
        assert "get_planted" in [found.name for found in all_operations()]
