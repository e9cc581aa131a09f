"""How long one text of a page may be: whatever looks for facts looks through each text more than once."""

import textwrap
from typing import Any, cast

from .pages import Block, ReadPage

LONGEST_BLOCK = 2_000  # characters; a longer run goes on in a block of its own
LONGEST_TEXT = 2_000  # of a title, a description, a link's words, and any text in JSON-LD
MOST_TEXT = 200_000


def bound(page: ReadPage) -> ReadPage:
    """The same page with no text longer than anybody writes for people."""
    return page.model_copy(
        update={
            "title": page.title[:LONGEST_TEXT],
            "meta": _cut(page.meta),
            "open_graph": _cut(page.open_graph),
            "json_ld": _cut(page.json_ld),
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


def _cut(value: Any) -> Any:
    if isinstance(value, str):
        return value[:LONGEST_TEXT]
    if isinstance(value, dict):
        return {name: _cut(item) for name, item in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_cut(item) for item in cast("list[Any]", value)]
    return value
