"""Emails in the operator's own words: placeholders are filled in, paragraphs become HTML, and addresses links.

Words may contain `{name}`, `[words]({name})` for a link, and `**strong**`. Nothing in a value is read as markup.
"""

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

from showground.core.mail.email_kinds import PLACEHOLDER

LINK = re.compile(r"\[([^\]\n]+)\]\(\{([a-z_]+)\}\)")
MARKED = re.compile(rf"{LINK.pattern}|{PLACEHOLDER.pattern}|\*\*([^*\n]+)\*\*")
ADDRESS = re.compile(r"https?://\S+")


def fill_text(words: str, values: Mapping[str, str]) -> str:
    """As plain text: a link is its words and its address."""

    def fill(found: re.Match[str]) -> str:
        link, target, name, strong = found.groups()
        if link:
            return f"{fill_text(link, values)}: {values.get(target, '')}"
        return fill_text(strong, values) if strong else values.get(name, "")

    return MARKED.sub(fill, words)


def fill_html(words: str, values: Mapping[str, str | Markup]) -> Markup:
    """As HTML paragraphs. A value that is markup already, such as the lines of an order, is not wrapped in one."""
    paragraphs = (part.strip() for part in re.split(r"\n\s*\n", words.strip()))
    return Markup("\n").join(_paragraph(part, values) for part in paragraphs if part)


def _paragraph(text: str, values: Mapping[str, str | Markup]) -> Markup:
    alone = PLACEHOLDER.fullmatch(text)
    if alone and isinstance(values.get(alone[1]), Markup):
        return Markup(values[alone[1]])  # noqa: S704 - rendered by our own template  # nosec B704
    lines = Markup("<br>\n").join(_line(line, values) for line in text.split("\n"))
    return Markup("<p>{}</p>").format(lines)


def _line(text: str, values: Mapping[str, str | Markup]) -> Markup:
    parts: list[Markup] = []
    end = 0
    for found in MARKED.finditer(text):
        parts.append(escape(text[end : found.start()]))
        link, target, name, strong = found.groups()
        if link:
            address, inside = values.get(target, ""), _line(link, values)
            # A link with a placeholder for something else, such as a name, leads nowhere.
            parts.append(
                Markup('<a href="{}">{}</a>').format(address, inside) if ADDRESS.fullmatch(address) else inside
            )
        elif strong:
            parts.append(Markup("<strong>{}</strong>").format(_line(strong, values)))
        else:
            parts.append(_value(values.get(name, "")))
        end = found.end()
    parts.append(escape(text[end:]))
    return Markup().join(parts)


def _value(value: str | Markup) -> Markup:
    if isinstance(value, Markup):
        return value
    if ADDRESS.fullmatch(value):
        return Markup('<a href="{}">{}</a>').format(value, value)
    return Markup("<br>\n").join(escape(line) for line in value.split("\n") if line.strip())
