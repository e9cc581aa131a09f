"""What a scanner that others wrote says about how ready the site is for agents."""

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import httpx2

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
        httpx2.get(site.url, timeout=60)  # on a busy machine the first page can take longer than the scanner waits
        ended = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
        if ended.returncode:
            raise RuntimeError(f"{NAME} failed: {ended.stdout[-1000:]}{ended.stderr[-1000:]}")
        report = json.loads((Path(folder) / "agent-ready-out/agent-ready.json").read_text())
    return Scan(report["score"], tuple(check["label"] for check in report["checks"] if not check["pass"]))
