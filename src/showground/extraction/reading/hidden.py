"""Which elements of a page a visitor never sees, and which closed parts a visitor can open.

An answer to a question may be closed until somebody clicks, and a section that fades in is transparent until somebody
scrolls. Both are read, because visitors see them. Inactive tabs, dialogs, and elements that nothing on the page can
open are not read.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from showground.core.css.cascade import Cascade
from showground.core.css.covered import find_covered
from showground.core.css.page_styles import PageStyles
from showground.core.css.rendering import INLINE_TAGS, NEVER_SHOWN, Rendering, render
from showground.core.css.values import WHITE, number
from showground.extraction.reading.pages import Place

# Classes that hide by convention. They count only if the page's style sheets don't mention them.
HIDING_CLASSES = frozenset(
    {
        "hidden", "hide", "d-none", "is-hidden", "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text",
        "w-condition-invisible", "display-none", "u-hidden", "invisible", "elementor-hidden-desktop",
    }
)  # fmt: skip
# Icon fonts: they draw a name in the text, such as `check_circle`, as a picture.
ICON_FONT = re.compile(r"(?:^|\s)material-(?:icons|symbols)(?:-\w+)?(?:\s|$)")
# `hidden md:flex` hides on small screens only.
SHOWN_ON_SOME_SCREEN = re.compile(
    r"^(?:[a-z0-9]+:)(?:block|flex|grid|inline|inline-block|inline-flex|table|visible|not-sr-only|contents)"
    r"|^d-(?:sm|md|lg|xl|xxl)-(?!none)"
)
TABS_AND_DIALOGS = re.compile(
    r"\b(?:tabs?|tab ?pan(?:e|el)s?|modals?|popups?|dialogs?|lightbox|overlay|offcanvas|drawer|tooltips?|toast|cookies?"
    r"|consent|slides?)\b",
    re.IGNORECASE,
)
ACCORDION = re.compile(
    r"\b(?:faqs?|accordions?|questions?|answers?|collaps\w+|toggles?|expand\w*|panels?|qa)\b", re.IGNORECASE
)
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt"})
BUTTONS = frozenset({"button", "summary", "label"})
MAX_HEADING_LENGTH = 300
# Classes of elements that appear while the page is scrolled: `fade-in`, `aos-animate`.
APPEARS_ON_SCROLL = re.compile(
    r"\b(?:aos|wow|reveal|fade|animated?|animation|scroll|in ?view|appear|slide (?:in|up)|elementor invisible)\b",
    re.IGNORECASE,
)
SCROLL_ATTRIBUTES = ("data-aos", "data-sal", "data-scroll", "data-anim", "data-w-id", "data-reveal", "data-framer")
CLOAK_ATTRIBUTES = ("v-cloak", "ng-cloak")  # removed by a script when the page is ready
ROWS = "grid-template-rows"
# For each property that can hide an element: whether a value of it shows the element.
IS_SHOWN: Mapping[str, Callable[[str], bool]] = {
    "display": lambda value: value != "none",
    "visibility": lambda value: value == "visible",
    "opacity": lambda value: (number(value) or 0.0) > 0.05,
    "height": lambda value: not value.startswith("0"),
    "max-height": lambda value: not value.startswith("0"),
    ROWS: lambda value: not value.startswith("0"),
    "transform": bool,
    "clip-path": bool,
    "left": bool,
    "width": lambda value: not value.startswith("0"),
}

# What hides an element, and the properties that may show it again.
RELATED_PROPERTIES = {"height": ("max-height", "height", ROWS), "position": ("left",)}


@dataclass
class Hiding:
    """Decides what is read of a page."""

    cascade: Cascade
    is_complete: bool
    """Whether every style sheet of the page was read."""
    has_scripts: bool
    opened_by_button: frozenset[str] = field(default_factory=frozenset[str])
    """Ids of panels that a button unfolds, as in lists of questions."""
    covered: frozenset[int] = field(default_factory=frozenset[int])
    """Memory ids of elements that others cover."""

    def start(self) -> Rendering:
        """How the root of the page is drawn. If style sheets are missing, its background may be unknown."""
        return Rendering(background=WHITE if self.is_complete else None)

    def render(
        self, around: Rendering, node: LexborNode, attributes: Mapping[str, str | None], place: Place
    ) -> Rendering | None:
        """How an element is drawn; None if nobody sees it or anything in it."""
        tag = node.tag or ""
        if tag in NEVER_SHOWN or node.mem_id in self.covered:
            return None
        drawn = render(around, node, tag, attributes, self.cascade)
        if tag in ("html", "body"):
            return _shown(drawn)  # if the whole page is hidden, a script shows it
        if attributes:
            if self._is_hidden_by_name(tag, attributes):
                return None
            if attributes.get("id") in self.opened_by_button and attributes.get("role") != "tabpanel":
                return _shown(drawn)
        hidden_by = drawn.hidden_by or ("visibility" if around.visible and not drawn.visible else "")
        if not hidden_by:
            return drawn
        if self._appears(hidden_by, node, attributes, drawn) or self._can_be_opened(hidden_by, node, attributes, place):
            return _shown(drawn)
        return None if drawn.hidden_by else drawn

    def _is_hidden_by_name(self, tag: str, attributes: Mapping[str, str | None]) -> bool:
        # Inline elements, such as icons, are only hidden from screen readers. A larger part is decoration or a copy.
        if (attributes.get("aria-hidden") or "").lower() == "true" and tag not in INLINE_TAGS:
            return True
        if ICON_FONT.search(attributes.get("class") or ""):
            return True
        classes = (attributes.get("class") or "").split()
        return any(name in HIDING_CLASSES and not self.cascade.speaks_of(name) for name in classes) and not any(
            map(SHOWN_ON_SOME_SCREEN.search, classes)
        )

    def _appears(
        self, hidden_by: str, node: LexborNode, attributes: Mapping[str, str | None], drawn: Rendering
    ) -> bool:
        """Whether an element appears as the page is loaded or scrolled."""
        if any(cloak in attributes for cloak in CLOAK_ATTRIBUTES):
            return self.has_scripts
        if hidden_by not in ("opacity", "visibility", "transform", "clip-path"):
            return False
        if drawn.style.get("animation-name", "none") != "none":
            return True
        if not self.has_scripts:
            return False
        if any(name.startswith(SCROLL_ATTRIBUTES) for name in attributes):
            return True
        if APPEARS_ON_SCROLL.search(re.sub(r"[-_]+", " ", attributes.get("class") or "")):
            return True
        if hidden_by == "opacity":
            moves = "transform" in drawn.style or "translate" in drawn.style or "transition" in drawn.style
            return moves or self.cascade.shows_in_a_state(node, hidden_by, IS_SHOWN[hidden_by])
        return False

    def _can_be_opened(
        self, hidden_by: str, node: LexborNode, attributes: Mapping[str, str | None], place: Place
    ) -> bool:
        """Whether a visitor opens an element with a click on the one before it, such as a question."""
        if hidden_by == "height" and self._is_in_folded_row(node) and node.parent is not None:
            node, attributes = node.parent, node.parent.attributes
        names = _names(attributes)
        if attributes.get("role") in ("tabpanel", "dialog") or TABS_AND_DIALOGS.search(names):
            return False
        has_state = self._has_state(hidden_by, node)
        if place == "nav" and has_state:
            return True  # a menu
        heading = _element_before(node)
        if heading is None and node.parent is not None:
            heading = _element_before(node.parent)  # question and answer may each have a wrapper
        if heading is None:
            return False
        text = heading.text(strip=True)
        if not 0 < len(text) <= MAX_HEADING_LENGTH:
            return False
        before = heading.attributes
        is_button = heading.tag in BUTTONS or before.get("role") == "button" or "onclick" in before
        if has_state:
            return is_button or heading.tag in HEADINGS or text.endswith("?") or bool(ACCORDION.search(names))
        if not self.has_scripts:
            return False
        parent = node.parent.attributes if node.parent is not None else {}
        around = f"{names} {_names(before)} {_names(parent)}"
        return is_button or text.endswith("?") or bool(ACCORDION.search(around))

    def _has_state(self, hidden_by: str, node: LexborNode) -> bool:
        names = RELATED_PROPERTIES.get(hidden_by, (hidden_by,))
        return any(name in IS_SHOWN and self.cascade.shows_in_a_state(node, name, IS_SHOWN[name]) for name in names)

    def _is_in_folded_row(self, node: LexborNode) -> bool:
        parent = node.parent
        return parent is not None and self.cascade.shows_in_a_state(parent, ROWS, IS_SHOWN[ROWS])


def read_hiding(tree: LexborHTMLParser, styles: PageStyles) -> Hiding:
    panels = frozenset(
        controls
        for node in tree.css("[aria-controls][aria-expanded]")
        for controls in (node.attributes.get("aria-controls") or "").split()
    )
    scripts = any("json" not in (node.attributes.get("type") or "") for node in tree.css("script"))
    cascade = Cascade(tree, styles.sheets)
    return Hiding(cascade, not styles.missing, scripts, panels, find_covered(cascade, may_change=scripts))


def _shown(drawn: Rendering) -> Rendering:
    """The same element, made visible."""
    return replace(drawn, hidden_by="", visible=True, opacity=1.0)


def _names(attributes: Mapping[str, str | None]) -> str:
    return re.sub(r"[^A-Za-z0-9]+", " ", f"{attributes.get('class') or ''} {attributes.get('id') or ''}"[:400])


def _element_before(node: LexborNode) -> LexborNode | None:
    before = node.prev
    while before is not None and not before.is_element_node:
        before = before.prev
    return before
