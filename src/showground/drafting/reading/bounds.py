"""How long one text of a page may be: whatever looks for facts looks through each text more than once."""

import textwrap
from typing import Any, cast

from .pages import Block, ReadPage

LONGEST_BLOCK = 2_000  # characters; a longer run goes on in a block of its own
LONGEST_TEXT = 2_000  # of a title, a description, a link's words, and any text in JSON-LD
MOST_TEXT = 200_000
DEEPEST, MOST_VALUES = 20, 20_000  # of JSON-LD


def bound(page: ReadPage) -> ReadPage:
    """The same page with no text longer than anybody writes for people."""
    return page.model_copy(
        update={
            "title": page.title[:LONGEST_TEXT],
            "meta": {name: text[:LONGEST_TEXT] for name, text in page.meta.items()},
            "open_graph": {name: text[:LONGEST_TEXT] for name, text in page.open_graph.items()},
            "json_ld": Cutting().cut(page.json_ld, DEEPEST),
            "blocks": _divide(page.blocks),
            "links": [link.model_copy(update={"text": link.text[:LONGEST_TEXT]}) for link in page.links],
            "images": [
                image.model_copy(update={"alt": image.alt[:LONGEST_TEXT], "names": image.names[:LONGEST_TEXT]})
                for image in page.images
            ],
        }
    )


def _divide(blocks: list[Block]) -> list[Block]:
    found: list[Block] = []
    left = MOST_TEXT
    for block in blocks:
        if len(block.text) <= LONGEST_BLOCK:
            found.append(block)
        else:
            lines = textwrap.wrap(block.text[: max(left, 0)], LONGEST_BLOCK, break_on_hyphens=False)
            found += [block.model_copy(update={"text": line}) for line in lines]
        left -= len(block.text)
    return found


class Cutting:
    """Cuts JSON down to what is looked through in little time: its texts, how deep it goes, how many values it has."""

    def __init__(self) -> None:
        self._left = MOST_VALUES

    def cut(self, value: Any, deeper: int) -> Any:
        self._left -= 1
        if isinstance(value, str):
            return value[:LONGEST_TEXT]
        if isinstance(value, dict):
            items = cast("dict[str, Any]", value).items() if deeper else ()
            return {name[:LONGEST_TEXT]: self.cut(item, deeper - 1) for name, item in items if self._left > 0}
        if isinstance(value, list):
            return [self.cut(item, deeper - 1) for item in cast("list[Any]", value) if self._left > 0] if deeper else []
        return value
