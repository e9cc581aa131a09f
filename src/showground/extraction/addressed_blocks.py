"""Finds the blocks of a page that speak to machines, or are beside such a block."""

from collections.abc import Iterator, Sequence

from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block
from showground.extraction.statements.machine_address import is_addressed

BLOCKS_ABOVE, BLOCKS_BELOW = 3, 2  # that belong to the same passage
MAX_NEIGHBOUR = 300  # characters; a longer block is a passage of its own


def find_addressed(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks that speak to machines by themselves or together with their neighbours."""
    for place, block in enumerate(blocks):
        if "order" not in block.marks and any(map(is_addressed, passages_of(blocks, place))):
            yield block


def passages_of(blocks: Sequence[Block], place: int) -> Iterator[tuple[str, ...]]:
    """The block alone; and with its neighbours, from the heading above to the blocks below, if there are any."""
    yield (blocks[place].text,)
    first = place
    while first > max(0, place - BLOCKS_ABOVE) and len(blocks[first - 1].text) <= MAX_NEIGHBOUR:
        if blocks[first].tag in HEADINGS:
            break
        first -= 1
    last = place
    while last + 1 < min(len(blocks), place + 1 + BLOCKS_BELOW) and len(blocks[last + 1].text) <= MAX_NEIGHBOUR:
        if blocks[last + 1].tag in HEADINGS:
            break
        last += 1
    if first < last:
        yield tuple(block.text for block in blocks[first : last + 1])
