"""Skills: instructions that agents load when a person asks for such a task.

Published as in Agent Skills Discovery 0.2.0, and below `skills/` in the form of 0.1.0, which some clients still read.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any

from showground.core.calls.context import Site

FOLDER = Path(__file__).parent / "skills"
PREFIX = "/.well-known/agent-skills"
OLD_PREFIX = "/.well-known/skills"
SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"
MAX_DESCRIPTION = 1024


@dataclass(frozen=True)
class Skill:
    """One SKILL.md. The first line of its file is the description, the rest the instructions."""

    name: str
    description: str
    instructions: str

    @property
    def title(self) -> str:
        return self.name.replace("-", " ").capitalize()

    @property
    def path(self) -> str:
        return f"{PREFIX}/{self.name}/SKILL.md"

    @property
    def old_path(self) -> str:
        return f"{OLD_PREFIX}/{self.name}/SKILL.md"

    @cached_property
    def text(self) -> bytes:
        """The file, with its front matter. A JSON string is a YAML string too, whatever the site's name contains."""
        description = json.dumps(self.description, ensure_ascii=False)
        return f"---\nname: {self.name}\ndescription: {description}\n---\n\n{self.instructions}".encode()


def load_skills(site: Site) -> list[Skill]:
    named = {"site": site.name, "summary": site.brand.summary}
    values = {**named, "url": site.url, "mcp": site.mcp_url, "api": site.api_url}
    skills: list[Skill] = []
    for file in sorted(FOLDER.glob("*.md")):
        text = Template(file.read_text(encoding="utf-8")).substitute(values)
        description, _, instructions = text.partition("\n")
        skills.append(Skill(file.stem, description[:MAX_DESCRIPTION], instructions.lstrip("\n")))
    return skills


def skill_index(skills: list[Skill]) -> dict[str, Any]:
    return {
        "$schema": SCHEMA,
        "skills": [
            {
                "name": skill.name,
                "type": "skill-md",
                "description": skill.description,
                "url": skill.path,
                "digest": f"sha256:{sha256(skill.text).hexdigest()}",
            }
            for skill in skills
        ],
    }


def old_skill_index(skills: list[Skill]) -> dict[str, Any]:
    return {
        "skills": [{"name": skill.name, "description": skill.description, "files": ["SKILL.md"]} for skill in skills]
    }
