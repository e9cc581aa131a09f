"""What people wrote is shown in its own direction, whatever the direction of the page."""

import re
from pathlib import Path

import showground.surfaces.web

TEMPLATES = Path(showground.surfaces.web.__file__).parent / "templates"
# An element that contains nothing but a name or text of a listing or a person.
ONLY_TEXT = re.compile(
    r"<(?:a|h1|h2|h3|p|dt|dd|li)(?P<attributes>(?: [^<>]*?)?)>"
    r"\{\{ (?:(?:\w+\.)*(?:listing|item|one|each|company|founder|post|update|answer|milestone|faq|collection)"
    r"\.(?:name|tagline|body|bio|question|answer)|paragraph|company\.title) \}\}<"
)
IN_ITS_DIRECTION = ("_question.html",)  # the heading around the link has it


def test_every_text_of_people_has_a_direction_of_its_own() -> None:
    pages = [*TEMPLATES.glob("*.html"), *(TEMPLATES / "dashboard").glob("*.html")]
    found = [
        f"{path.name}: {each[0]}"
        for path in pages
        if path.name not in IN_ITS_DIRECTION
        for each in ONLY_TEXT.finditer(path.read_text(encoding="utf-8"))
        if 'dir="auto"' not in each["attributes"]
    ]
    assert len(pages) > 80
    assert found == []
