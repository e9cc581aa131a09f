"""Markdown that staff wrote, as HTML that can do no harm whoever wrote it."""

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup

TAGS = {
    "p", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "a", "hr", "br", "table",
    "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
READER = MarkdownIt("commonmark", {"html": False}).enable("table")
HEADINGS = {"h1": "h2", "h2": "h2", "h3": "h3", "h4": "h4", "h5": "h4", "h6": "h4"}


def render_markdown(text: str) -> Markup:
    """Headings begin at the second level, since the page has the first; pictures of other servers are left out."""
    tokens = READER.parse(text)
    for token in tokens:
        token.tag = HEADINGS.get(token.tag, token.tag)
    html = READER.renderer.render(tokens, READER.options, {})
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener",
    )
    return Markup(clean)  # noqa: S704 - cleaned just before  # nosec B704
