"""Markdown that staff wrote, as HTML that can do no harm whoever wrote it."""

import re
from collections.abc import Sequence

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

TAGS = {
    "p", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "a", "hr", "br", "table",
    "thead", "tbody", "tr", "th", "td", "img",
}  # fmt: skip
READER = MarkdownIt("commonmark", {"html": False}).enable("table")
OUR_PICTURE = re.compile(r"/media/[0-9a-z._-]+")
HEADINGS = {"h1": "h2", "h2": "h2", "h3": "h3", "h4": "h4", "h5": "h4", "h6": "h4"}


def render_markdown(text: str) -> Markup:
    """Headings begin at the second level, since the page has the first. A picture on another server is its alt text."""
    tokens = READER.parse(text)
    _replace_foreign_pictures(tokens)
    for token in tokens:
        token.tag = HEADINGS.get(token.tag, token.tag)
    html = READER.renderer.render(tokens, READER.options, {})
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes={"a": {"href"}, "img": {"src", "alt"}},
        set_tag_attribute_values={"img": {"loading": "lazy"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener",
    )
    return Markup(clean)  # noqa: S704 - cleaned just before  # nosec B704


def find_foreign_picture(text: str) -> str | None:
    """The address of the first picture on another server, which pages don't show."""
    children = (child for token in READER.parse(text) for child in token.children or ())
    return next((str(child.attrGet("src")) for child in children if _is_foreign(child)), None)


def _replace_foreign_pictures(tokens: Sequence[Token]) -> None:
    """Show the alt texts of pictures on other servers, which would learn about every visitor."""
    for token in tokens:
        if token.children:
            token.children = [_alt_text(child) if _is_foreign(child) else child for child in token.children]


def _alt_text(picture: Token) -> Token:
    alt = RendererHTML().renderInlineAsText(picture.children, READER.options, {})
    return Token("text", "", 0, content=alt)


def _is_foreign(token: Token) -> bool:
    return token.type == "image" and OUR_PICTURE.fullmatch(str(token.attrGet("src"))) is None
