"""Finds the blocks of a page that address machines, alone or together with their neighbours."""

from collections.abc import Collection, Iterator, Sequence

from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block
from showground.extraction.statements.machine_address import is_addressed, may_state_fact

BLOCKS_ABOVE, BLOCKS_BELOW = 3, 2  # that belong to the same passage
MAX_NEIGHBOUR = 300  # characters; a longer block is a passage of its own


def find_addressed(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks that address machines by themselves or together with their neighbours.

    A block that both addresses machines and states a fact is complete, and its neighbours are judged without it. So a
    block that plants a year doesn't cost a home page its tagline.
    """
    alone = [place for place, block in enumerate(blocks) if "order" in block.marks or is_addressed((block.text,))]
    complete = {place for place in alone if may_state_fact(blocks[place].text)}
    for place, block in enumerate(blocks):
        if "order" not in block.marks and any(map(is_addressed, passages_of(blocks, place, complete))):
            yield block


def passages_of(
    blocks: Sequence[Block], place: int, complete: Collection[int] = frozenset()
) -> Iterator[tuple[str, ...]]:
    """The block alone, and together with its neighbours from the heading above to the blocks below.

    `complete`: the positions of blocks that are passages of their own.
    """
    yield (blocks[place].text,)
    if place in complete:
        return
    first = last = place
    while first > max(0, place - BLOCKS_ABOVE) and _continues(blocks, first - 1, complete):
        if blocks[first].tag in HEADINGS:
            break
        first -= 1
    while last + 1 < min(len(blocks), place + 1 + BLOCKS_BELOW) and _continues(blocks, last + 1, complete):
        if blocks[last + 1].tag in HEADINGS:
            break
        last += 1
    if first < last:
        yield tuple(block.text for block in blocks[first : last + 1])


def _continues(blocks: Sequence[Block], place: int, complete: Collection[int]) -> bool:
    return place not in complete and len(blocks[place].text) <= MAX_NEIGHBOUR
