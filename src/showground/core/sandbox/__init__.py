"""Runs what parses documents from outside in child processes with limits on time, memory and files.

A document may be made to keep a parser busy for minutes, to fill the memory or to exploit a bug in it. So no page,
robots.txt, sitemap, style sheet or picture from outside is parsed in a process that serves or runs jobs:

    web or worker process ── asks ──> template ── forks ──> child: parses one document, answers, ends

The template (`template.py`) is a process of one thread that has loaded the parsers and holds nothing secret: it is
started once, when it is first needed, with an empty environment. Each document gets a child of its own, so that none
can spoil what is read from another. Both ways only JSON crosses, which is checked against a model.

To add a function, write it with one model as argument and one as result, and declare it where it is called from:

    FIND_BADGE = Sandboxed("showground.ownership.badge_parser:find_badge", BadgePage, BadgeFound, cpu_seconds=3)
    found = await run(FIND_BADGE, BadgePage(...), owner=f"account:{account}")
"""

from showground.core.sandbox.declare import Sandboxed
from showground.core.sandbox.errors import SandboxError, SandboxKilled, SandboxStarved

from .calls import CpuBudget, run

__all__ = ["CpuBudget", "SandboxError", "SandboxKilled", "SandboxStarved", "Sandboxed", "run"]
