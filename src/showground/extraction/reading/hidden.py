"""Which elements of a page a visitor never sees."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from showground.core.css import read_rules

NEVER_SHOWN = frozenset(
    {
        "script", "style", "template", "noscript", "head", "title", "svg", "math", "object", "embed", "canvas",
        "select", "textarea", "input", "datalist", "noframes", "audio", "map", "meta", "link",
    }
)  # fmt: skip
HIDING_CLASSES = frozenset(
    {
        "hidden", "hide", "d-none", "is-hidden", "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text",
        "w-condition-invisible", "display-none", "u-hidden", "invisible", "elementor-hidden-desktop",
    }
)  # fmt: skip
# `hidden md:flex` hides on small screens only.
SHOWN_ON_SOME_SCREEN = re.compile(
    r"^(?:[a-z0-9]+:)(?:block|flex|grid|inline|inline-block|inline-flex|table|visible|not-sr-only|contents)"
    r"|^d-(?:sm|md|lg|xl|xxl)-(?!none)"
)
HIDING_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|em|rem|%)?\s*(?:;|$)"
    r"|(?:left|top|text-indent)\s*:\s*-\d{3,}",
    re.IGNORECASE,
)
TINY = re.compile(r"(?:^|;)\s*(?:width|height)\s*:\s*[01]px", re.IGNORECASE)
CUT_OFF = re.compile(r"overflow\s*:\s*hidden", re.IGNORECASE)
PLAIN_SELECTOR = re.compile(r"^\s*([.#])([\w-]+)\s*$")
INLINE_TAGS = frozenset({"span", "i", "b", "em", "strong", "small", "sup", "sub", "a"})


@dataclass
class Hiding:
    """What a page's own style sheets hide, and which hidden parts a visitor can open."""

    classes: frozenset[str] = frozenset()
    ids: frozenset[str] = frozenset()
    opened_by_button: frozenset[str] = field(default_factory=frozenset[str])
    """Ids of panels that a button unfolds, as in lists of questions."""

    def hides(self, tag: str, attributes: Mapping[str, str | None]) -> bool:
        if tag in NEVER_SHOWN:
            return True
        if not attributes:
            return tag == "dialog"
        identity = attributes.get("id") or ""
        if identity in self.opened_by_button and attributes.get("role") != "tabpanel":
            return False
        if tag == "dialog" and "open" not in attributes:
            return True
        if "hidden" in attributes and (attributes["hidden"] or "") != "until-found":
            return True
        # Icons and decorated words are hidden from screen readers only; whole panels are hidden from everybody.
        if (attributes.get("aria-hidden") or "").lower() == "true" and tag not in INLINE_TAGS:
            return True
        style = attributes.get("style") or ""
        if HIDING_STYLE.search(style) or ((tiny := TINY.search(style)) and CUT_OFF.search(style, tiny.end())):
            return True
        classes = (attributes.get("class") or "").split()
        if identity in self.ids or any(name in self.classes for name in classes):
            return True
        return any(name in HIDING_CLASSES for name in classes) and not any(map(SHOWN_ON_SOME_SCREEN.search, classes))


def find_hiding_rules(sheets: list[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The classes and ids that a page's own style sheets hide on every screen."""
    classes: set[str] = set()
    ids: set[str] = set()
    for sheet in sheets:
        for rule in read_rules(sheet):
            if not re.search(r"display\s*:\s*none|visibility\s*:\s*hidden", rule.body):
                continue
            for selector in rule.selectors.split(","):
                if found := PLAIN_SELECTOR.match(selector):
                    (classes if found[1] == "." else ids).add(found[2])
    return frozenset(classes), frozenset(ids)
