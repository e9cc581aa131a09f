"""The sections of a page: what is under each of its headings."""

from dataclasses import dataclass, field

from showground.extraction.reading.pages import Block, ReadPage

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
MIN_BLOCKS_IN_ELEMENT = 6  # blocks under a heading, in its own element


@dataclass
class Section:
    """A heading and the blocks under it, up to the next heading of the same level."""

    heading: Block
    level: int
    blocks: list[Block] = field(default_factory=list[Block])


def sections(page: ReadPage) -> list[Section]:
    """Every section of a page, including those inside others."""
    found: list[Section] = []
    open_sections: list[Section] = []
    for block in page.blocks:
        if block.tag in HEADINGS:
            level = int(block.tag[1])
            open_sections = [section for section in open_sections if section.level < level]
        open_sections = [section for section in open_sections if section.heading.place == block.place]
        for section in open_sections:
            section.blocks.append(block)
        if block.tag in HEADINGS:
            section = Section(block, int(block.tag[1]))
            open_sections.append(section)
            found.append(section)
    return found


def blocks_outside_element(section: Section) -> set[int]:
    """The ids of blocks in a section that are outside the element of its heading.

    <section><div><h2>How it works</h2> ... steps ... </div></section>
    <section><div><h3>No more missed calls</h3> ... no steps, though no heading is above ... </div></section>
    """
    heading = section.heading.path
    for depth in range(len(heading) - 1, 1, -1):
        if sum(block.path[:depth] == heading[:depth] for block in section.blocks) >= MIN_BLOCKS_IN_ELEMENT:
            around = heading[: depth - 1]
            return {id(block) for block in section.blocks if block.path[: depth - 1] != around}
    return set()
