"""Templates, and what each of them may use."""

import re
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from showground.core.context import Site
from showground.core.limits import Limit
from showground.surfaces.web.assets import Assets

FOLDER = Path(__file__).parent / "templates"
SPANS = {60: "a minute", 3600: "an hour", 86400: "a day"}
NAVIGATION = (("/docs/api", "API"),)


def environment(site: Site, assets: Assets) -> Environment:
    found = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # jinja2's own types allow only what it brings along
    cast("dict[str, Any]", found.globals).update(site=site, asset=assets.url, navigation=NAVIGATION)
    cast("dict[str, Any]", found.filters).update(marked=marked, paragraphs=paragraphs, often=often)
    return found


def marked(text: str) -> Markup:
    """Words between backticks as code; all else as text."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped before


def paragraphs(text: str) -> list[str]:
    """Text that blank lines divide, each part on one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip())]


def often(limit: Limit) -> str:
    """`20 calls an hour`."""
    return f"{limit.quota} calls {SPANS.get(limit.seconds, f'in {limit.seconds} seconds')}"
