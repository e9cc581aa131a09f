"""Limits the length of a page's texts, because extraction scans each text several times."""

import textwrap
from typing import Any, cast

from showground.extraction.reading.pages import Block, ReadPage

MAX_BLOCK_LENGTH = 2_000  # characters; a longer text continues in another block
MAX_TEXT_LENGTH = 2_000  # characters of a title, a description, a link text, and any text in JSON-LD
MAX_TEXT = 200_000
MAX_DEPTH, MAX_VALUES = 20, 20_000  # of JSON-LD


def limit_texts(page: ReadPage) -> ReadPage:
    """The page with long texts cut or split."""
    return page.model_copy(
        update={
            "title": page.title[:MAX_TEXT_LENGTH],
            "meta": {name: text[:MAX_TEXT_LENGTH] for name, text in page.meta.items()},
            "open_graph": {name: text[:MAX_TEXT_LENGTH] for name, text in page.open_graph.items()},
            "json_ld": JsonLimiter().cut(page.json_ld, MAX_DEPTH),
            "blocks": _split_long_blocks(page.blocks),
            "links": [link.model_copy(update={"text": link.text[:MAX_TEXT_LENGTH]}) for link in page.links],
            "images": [
                image.model_copy(update={"alt": image.alt[:MAX_TEXT_LENGTH], "names": image.names[:MAX_TEXT_LENGTH]})
                for image in page.images
            ],
        }
    )


def _split_long_blocks(blocks: list[Block]) -> list[Block]:
    found: list[Block] = []
    left = MAX_TEXT
    for block in blocks:
        if len(block.text) <= MAX_BLOCK_LENGTH:
            found.append(block)
        else:
            lines = textwrap.wrap(block.text[: max(left, 0)], MAX_BLOCK_LENGTH, break_on_hyphens=False)
            found += [block.model_copy(update={"text": line}) for line in lines]
        left -= len(block.text)
    return found


class JsonLimiter:
    """Limits JSON so that scanning is fast: text length, depth and number of values."""

    def __init__(self) -> None:
        self._left = MAX_VALUES

    def cut(self, value: Any, deeper: int) -> Any:
        self._left -= 1
        if isinstance(value, str):
            return value[:MAX_TEXT_LENGTH]
        if isinstance(value, dict):
            items = cast("dict[str, Any]", value).items() if deeper else ()
            return {name[:MAX_TEXT_LENGTH]: self.cut(item, deeper - 1) for name, item in items if self._left > 0}
        if isinstance(value, list):
            return [self.cut(item, deeper - 1) for item in cast("list[Any]", value) if self._left > 0] if deeper else []
        return value
