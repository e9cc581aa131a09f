"""Text from others within Markdown: escaped, so that it stays plain text."""

import re

SIGNS = re.compile(r"([\\`*_\[\]<>#|~!&])")
LEADS = re.compile(r"^(\s*)([-+]|\d+[.)]|=+)(?=\s|$)", re.MULTILINE)


def plain(text: str) -> str:
    """Text from others as one line, with all Markdown characters escaped."""
    return LEADS.sub(r"\1\\\2", SIGNS.sub(r"\\\1", " ".join(text.split())))


def paragraphs(text: str) -> str:
    return "\n\n".join(plain(part) for part in re.split(r"\n\s*\n", text.strip()))
