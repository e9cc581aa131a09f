"""Cleans a list of features: removes numbers and pictures before titles, people, and second titles of cards."""

import re
from collections.abc import Sequence
from itertools import pairwise

from showground.extraction.drafters.extractive.plan_items import TICK
from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.people import is_person_name

# `01 · Reports`, `2 Shared lists`; but not `3D printing` and not `24 hours of power`.
NUMBERED = re.compile(r"^\W*(?P<number>\d{1,2})(?:\s*[.):·•|/–—-]+\s*|\s+)(?=[^\W\d_])")
PICTURE = re.compile(r"^(?:[\u2600-\u27bf\u2b50\U0001f300-\U0001faff][\ufe0f\u200d]*)+\s*(?=\w)")  # `🚀 Fast search`
MIN_NUMBERED = 3
PERSON_WORDS = (2, 3)


def numbered_titles(titles: Sequence[str]) -> set[str]:
    """The titles with a number in a numbered list: the numbers rise, with few left out."""
    found = [(title, int(match["number"])) for title in titles if (match := NUMBERED.match(title))]
    numbers = [number for _, number in found]
    rising = all(one < other for one, other in pairwise(numbers))
    counted = len(found) >= MIN_NUMBERED and rising and numbers[0] <= 1 and numbers[-1] <= 2 * len(found)
    return {title for title, _ in found} if counted else set()


def without_people(page: ReadPage, items: Sequence[Block]) -> list[Block]:
    """Features without people who are introduced: `Mira Oakes`, and below it `Mira is a carpenter who ...`."""
    places = {id(block): at for at, block in enumerate(page.blocks)}
    words = set(re.findall(r"\w+", page.text))

    def is_name(item: Block) -> bool:
        text = item.text.title() if item.text.isupper() else item.text
        lower = words.isdisjoint(text.lower().split())
        return len(text.split()) in PERSON_WORDS and is_person_name(text) and lower

    def is_introduced(item: Block) -> bool:
        below = page.blocks[places[id(item)] + 1 : places[id(item)] + 2]
        first = item.text.split()[0].lower()
        beginnings = [block.text.split(maxsplit=2) for block in below]
        return any(
            len(words) > 2 and words[0].lower().rstrip(",") == first and words[1].islower() for words in beginnings
        )

    names = [item for item in items if is_name(item)]
    people = names if sum(map(is_introduced, names)) > 1 else []
    return [item for item in items if not any(item is person for person in people)]


def without_subtitles(page: ReadPage, items: Sequence[Block]) -> list[Block]:
    """Features without second headings of their cards, as on cards that turn around."""
    listed = {id(item) for item in items if item.tag in HEADINGS}
    seconds = {
        id(item) for above, item, below in zip(page.blocks, page.blocks[1:], page.blocks[2:], strict=False)
        if id(above) in listed and id(item) in listed and below.tag not in HEADINGS
    }  # fmt: skip
    paired = len(seconds) >= MIN_NUMBERED and 2 * len(seconds) == len(listed)
    return [item for item in items if id(item) not in seconds] if paired else list(items)


def clean_title(text: str, counted: set[str]) -> str:
    """A feature without the tick, the picture or the number before it."""
    return PICTURE.sub("", TICK.sub("", NUMBERED.sub("", text) if text in counted else text)).rstrip(".")
