"""Recognises slides and boxes: headlines and texts of which a page has several side by side."""

from collections.abc import Sequence

from showground.extraction.reading.pages import Block, ReadPage

MIN_TILES = 3
MAX_LINES_OF_SLIDE = 3


def without_slides(home: ReadPage, blocks: Sequence[Block]) -> list[Block]:
    """The first lines of a page, without the texts of boxes; none if its headline is one of several slides."""
    if any(is_slide(home, block) for block in blocks if block.tag == "h1"):
        return []
    return [block for block in blocks if not is_in_tile(home, block)]


def is_slide(home: ReadPage, headline: Block) -> bool:
    """Whether another headline comes right after this one and its text, as in a slide show."""
    at = next(at for at, block in enumerate(home.blocks) if block is headline)
    after = home.blocks[at + 1 : at + 1 + MAX_LINES_OF_SLIDE]
    # Two lines of one headline are beside each other in the same element.
    apart = [block for block in after if block.tag == "h1" and block.path[:-2] != headline.path[:-2]]
    return any(are_beside(block.path, headline.path) and block.text != headline.text for block in apart)


def is_in_tile(home: ReadPage, block: Block) -> bool:
    """Whether a text is the second line of one of several boxes side by side, and not of the page."""
    if block.tag != "p" or block.path[-1] != 1:
        return False
    alike = [one for one in home.blocks if one.tag == block.tag and are_beside(one.path, block.path, last=2)]
    return len(alike) >= MIN_TILES


def are_beside(path: Sequence[int], other: Sequence[int], last: int = 0) -> bool:
    """Whether two paths differ in at most one number; with `last`, only at this position from the end."""
    if len(path) != len(other):
        return False
    differ = [at for at, (one, two) in enumerate(zip(path, other, strict=True)) if one != two]
    return not differ or (len(differ) == 1 and (not last or differ[0] == len(path) - last))
