"""Parses robots.txt within limits. Runs in the sandbox."""

import re
from collections.abc import Iterator

from protego import Protego

MAX_RULES = 5_000
MAX_LINE_LENGTH = 2_000
# As generous as the parser, which also takes a blank for the colon.
AGENT_LINE = re.compile(r"\s*+user[- ]?agent(?:\s*+:|\s)(.*)", re.IGNORECASE)


def read_robots(text: str, agent: str) -> Protego:
    """The rules of a robots.txt for our crawler, which is called `agent`."""
    return Protego.parse("\n".join(_lines_for_us(text, agent)))


def _lines_for_us(text: str, agent: str) -> Iterator[str]:
    """The lines, with all other robots merged under one name.

    The parser copies each rule to every robot named above it and scans them all, so a file with many names and many
    rules would take hours.
    """
    rules = 0
    other = False  # whether the line before names another robot
    for line in text.splitlines():
        named = AGENT_LINE.match(line)
        ours = bool(named and _is_ours(named[1], agent))
        if named and not ours:
            if not other:
                yield "User-agent: another"
        elif rules < MAX_RULES and len(line) <= MAX_LINE_LENGTH:
            rules += not named and bool(line.strip())
            yield line
        other = bool(named and not ours)


def _is_ours(written: str, agent: str) -> bool:
    """Whether a name is meant for us: ours, its beginning, or that for everybody."""
    name = written.partition("#")[0].strip().lower()
    return name == "*" or agent.lower().startswith(name.replace("*", ""))
