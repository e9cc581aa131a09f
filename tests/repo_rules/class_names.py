"""Where classes are defined."""

import ast
from pathlib import Path


def find_classes(folder: Path) -> dict[str, list[str]]:
    """The places of every class at the top level of a module, by the class's name."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("*.py")):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(f"{file.relative_to(folder)}:{node.lineno}")
    return found
