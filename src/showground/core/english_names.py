"""Titles made from names in code: `FaqFull` and `faq_full` both read `FAQ full`."""

import re

# Every word whose capitals are not those of an ordinary word, by how it is written in a name.
SPELLINGS = {
    word.lower(): word
    for word in (
        *("AI", "API", "DNS", "FAQ", "FAQs", "GitHub", "HTML", "HTTP", "ID", "JSON", "LinkedIn", "MCP", "OAuth", "SEO"),
        *("SVG", "TikTok", "URI", "URL", "URLs", "USPs", "UUID", "VAT", "YouTube"),
    )
}
WORD = re.compile(r"OAuth|[A-Z][a-z]*")


def words_of(class_name: str) -> list[str]:
    """The words of a class's name, in lowercase."""
    return [word.lower() for word in WORD.findall(class_name)]


def title_of(name: str) -> str:
    """What a title calls something that is named `like_this` in code."""
    words = " ".join(SPELLINGS.get(word, word) for word in name.lower().replace("_", " ").split(" "))
    return words[:1].upper() + words[1:]
