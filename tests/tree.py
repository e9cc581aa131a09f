"""A hash of every file of the checkout and of the interpreter: `python -m tests.tree` prints it.

`make check` notes it once the quick tests have passed. If nothing has changed since, `make test` runs only the slow
tests; all of them have then passed on the same tree.
"""

import hashlib
import subprocess
import sys
import uuid
from pathlib import Path

ROOT = Path(__file__).parent.parent


def hash_tree(root: Path = ROOT) -> str:
    """The same for the same files only; never the same twice where git cannot tell which files there are."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        check=False,
    )
    if listed.returncode:
        return uuid.uuid4().hex
    digest = hashlib.sha256(sys.version.encode())
    for name in sorted(filter(None, listed.stdout.split(b"\0"))):
        file = root / name.decode()
        content = file.read_bytes() if file.is_file() else b"gone"
        digest.update(name + b"\0" + hashlib.sha256(content).digest())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.stdout.write(hash_tree() + "\n")
