"""Parses robots.txt within limits. Runs in the sandbox."""

import re
from collections.abc import Iterator

from protego import Protego

MAX_RULES = 5_000
MAX_LINE_LENGTH = 2_000
# As lenient as the parser, which also accepts a space instead of the colon.
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
    after_other_robot = False  # whether the previous line names another robot
    for line in text.splitlines():
        agent_line = AGENT_LINE.match(line)
        ours = bool(agent_line and _is_ours(agent_line[1], agent))
        if agent_line and not ours:
            if not after_other_robot:
                yield "User-agent: another"
        elif rules < MAX_RULES and len(line) <= MAX_LINE_LENGTH:
            rules += not agent_line and bool(line.strip())
            yield line
        after_other_robot = bool(agent_line and not ours)


def _is_ours(written: str, agent: str) -> bool:
    """Whether a name means us: our name, its beginning, or `*`."""
    name = written.partition("#")[0].strip().lower()
    return name == "*" or agent.lower().startswith(name.replace("*", ""))
