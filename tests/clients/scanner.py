"""What a scanner that others wrote says about how ready the site is for agents."""

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.clients.packages import FOLDER, NODE, SCANNER
from tests.clients.product import RunningSite

(NAME,) = SCANNER


@dataclass(frozen=True)
class Scan:
    """The score, of 100, and the checks that failed."""

    score: int
    failed: tuple[str, ...]

    @property
    def summary(self) -> str:
        return f"{NAME} {SCANNER[NAME]}: {self.score} of 100{''.join(f'; {check}' for check in self.failed)}"


def scan(site: RunningSite) -> Scan:
    with tempfile.TemporaryDirectory(prefix="showground-scan-") as folder:
        command = [NODE, FOLDER / "node_modules" / NAME / "bin/agent-ready.mjs", site.url]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        report = json.loads((Path(folder) / "agent-ready-out/agent-ready.json").read_text())
    return Scan(report["score"], tuple(check["label"] for check in report["checks"] if not check["pass"]))
