"""Runs lint-imports in many projects: one process imports it, and forks for each of them."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from importlinter.cli import lint_imports_command

ROOT = Path(__file__).parents[2]


class ImportLinter:
    """The client of the process."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def lint(self, project: Path) -> tuple[int, str]:
        """The exit status of lint-imports in this folder, and all that it said."""
        assert self._process.stdin
        assert self._process.stdout
        print(project, file=self._process.stdin, flush=True)
        status, said = json.loads(self._process.stdout.readline())
        return status, said


@contextmanager
def import_linter() -> Generator[ImportLinter]:
    environ = os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "300"}
    command = [sys.executable, "-m", __spec__.name]
    with subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield ImportLinter(process)
    assert process.returncode == 0


def serve() -> None:
    for line in sys.stdin:
        with tempfile.TemporaryFile("w+") as output:
            child = os.fork()
            if not child:
                become(Path(line.strip()), output.fileno())
            _, status = os.waitpid(child, 0)
            output.seek(0)
            sys.stdout.write(json.dumps([os.waitstatus_to_exitcode(status), output.read()]) + "\n")
            sys.stdout.flush()


def become(project: Path, output: int) -> None:
    """Be lint-imports in this folder. Its package stands for ours, which nothing has imported here."""
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.chdir(project)
    sys.path.insert(0, str(project / "src"))
    lint_imports_command(["--no-logo", "--no-cache"])


if __name__ == "__main__":
    serve()
