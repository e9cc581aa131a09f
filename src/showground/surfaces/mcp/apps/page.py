"""An app as one HTML document with everything in it: hosts show it in a sandbox that loads nothing else."""

from functools import cache
from html import escape
from importlib.resources import files
from string import Template

from pydantic_core import to_json

from showground.core.calls.context import Site
from showground.surfaces.web.brand_style import write_style

FOLDER = files("showground.surfaces.mcp.apps")
SITE_STYLE = files("showground.surfaces.web") / "static" / "style.css"
SHARED = ("host.js", "elements.js")


def write_page(name: str, title: str, site: Site) -> str:
    facts = to_json({"name": site.name, "url": site.url}).decode()
    return Template(_read("page.html")).substitute(
        title=escape(title),
        style="\n".join((_tokens(), _read("style.css"), write_style(site.brand))),
        site=facts.replace("<", "\\u003c"),  # so that no name can end the element that holds it
        script="\n".join(_read(file) for file in (*SHARED, f"{name}.js")),
    )


@cache
def _read(file: str) -> str:
    return (FOLDER / file).read_text(encoding="utf-8")


@cache
def _tokens() -> str:
    """The site's colours, sizes and faces: the first layer of its style sheet."""
    layer = SITE_STYLE.read_text(encoding="utf-8").partition("@layer tokens {\n")[2]
    return layer.partition("\n}\n")[0]
