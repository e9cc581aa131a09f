"""Every operation and every job is found."""

import sys
from pathlib import Path

import pytest

import showground
from showground.core.jobs.builtin import deliver_mail
from showground.registry import all_jobs


def test_jobs_are_found() -> None:
    found = all_jobs()
    assert deliver_mail in found
    assert len({job.name for job in found}) == len(found)


def test_two_jobs_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    domain = tmp_path / "planted_domain"
    domain.mkdir()
    (domain / "__init__.py").touch()
    (domain / "jobs.py").write_text(
        "from showground.core.jobs.declare import JobRun, job\n\n\n"
        "@job()\nasync def deliver_mail(run: JobRun) -> None: ...\n"
    )
    monkeypatch.setattr(showground, "__path__", [*showground.__path__, str(tmp_path)])
    try:
        with pytest.raises(TypeError, match="Two jobs are called deliver_mail: rename one"):
            all_jobs()
    finally:
        for name in ("showground.planted_domain", "showground.planted_domain.jobs"):
            sys.modules.pop(name, None)
