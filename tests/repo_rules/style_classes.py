"""Where the classes of the style sheets are declared, and which ones scripts look for."""

import re
from pathlib import Path

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CLASS = re.compile(r"\.([\w-]+)")
SELECTOR = re.compile(r"""(?:querySelector(?:All)?|closest|matches)\(\s*["`]([^"`]*)["`]""")


def find_declared(text: str) -> set[str]:
    """The classes that a rule of a style sheet is about, alone: `.button`, but not `.desk .button` or `.button:hover`.

    Rules for print don't count: they hide parts of the page whatever sheet those are declared in.
    """
    found: set[str] = set()
    blocks: list[str] = []  # what is open at this place, from the outside
    selector = ""
    for part in re.split(r"([{};])", COMMENT.sub("", text)):
        if part == "}":
            blocks.pop()
        elif part not in "{;":
            selector = part.strip()
        elif part == "{":
            blocks.append(selector)
            if not any(block.startswith("@media print") for block in blocks):
                found |= {match[1] for one in selector.split(",") if (match := CLASS.fullmatch(one.strip()))}
    return found


def find_twice_declared(folder: Path) -> dict[str, list[str]]:
    """Classes that more than one style sheet declares, with these sheets."""
    places: dict[str, list[str]] = {}
    for sheet in sorted(folder.glob("*.css")):
        for name in find_declared(sheet.read_text("utf-8")):
            places.setdefault(name, []).append(sheet.name)
    return {name: sheets for name, sheets in sorted(places.items()) if len(sheets) > 1}


def find_looked_for(script: str) -> set[str]:
    """The classes that a script looks for in a page."""
    return {name for selector in SELECTOR.findall(script) for name in re.findall(r"\.([a-z][\w-]*)", selector)}
