"""Drafts the tagline: what the page says first."""

import re

from showground.extraction.drafters.extractive.announcements import is_announcement
from showground.extraction.drafters.extractive.calls_to_action import is_call
from showground.extraction.drafters.extractive.cards import label_above
from showground.extraction.drafters.extractive.feature_words import FEATURES_TITLE, WHY_TITLE
from showground.extraction.drafters.extractive.greetings import is_greeting
from showground.extraction.drafters.extractive.names import SEPARATOR, is_root
from showground.extraction.drafters.extractive.page_names import PAGE_NAME
from showground.extraction.drafters.extractive.slides import without_slides
from showground.extraction.page_sections import HEADINGS
from showground.extraction.proposal import Drafted
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, SiteModel, is_same_text, quotes_from
from showground.extraction.statements.addresses import POSTCODE, is_street
from showground.extraction.statements.machine_text import is_for_machines
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.people import is_person_name
from showground.extraction.statements.placeholders import is_leftover, is_version
from showground.extraction.statements.places import read_place
from showground.extraction.statements.text_folding import UNSPACED, name_key, sentences

# Lines that can't be a tagline: greetings, menu entries, titles of sections.
NO_HEADLINE = re.compile(
    r"^(?:(?:welcome|hello|hi|cookies?|we value|we use|this (?:web)?site|(?:your )?privacy|by clicking|accept)\b"
    r"|(?:home|log ?in|sign ?(?:in|up)|menu|error|get started|start free|book a demo|learn more)"
    r"(?:$|\s+(?:now|to your|page|\d))"
    r"|(?:our |the )?(?:mission|vision|story|values|team|services|features|pricing|products?|blog|news|"
    r"about(?: (?:us|me|(?:the|this|our) \w+))?|"
    r"contact(?: us)?|screenshots?|downloads?)\W*$|skip to\b|latest (?:release|version)|new in\b|version \d|v?\d+\.\d"
    r"|(?:table of )?contents$|get it\b|available (?:on|now|for)\b|download (?:on|for|now|the)\b"
    r"|how (?:does )?.{1,20} works?\b|loading\b"
    r"|join (?:us|our|the)\b|\W*click\b|\[.*\]$|for sale\b|my youtube\b|.*\b(?:see|click|tap|read) (?:here|more)\b)",
    re.IGNORECASE,
)
# A loading message: `Preparing your workspace...`
UNFINISHED = re.compile(r"\S+(?:\s+\S+){0,4}\s?(?:\.\.\.|…)")
# An explanation of the name, not of the product: `pronounced TIDE-water`, `short for Continuous Integration`.
EXPLAINS_NAME = re.compile(
    r"\b(?:reads? as|pronounced|rhymes with|(?:is )?short for|stands for|is (?:an? |the )?(?:\w+ )?(?:word|term) for"
    r"|ausgesprochen|steht für|se prononce|se pronuncia|wymawia się)\b|読み方|读作|讀作",
    re.IGNORECASE,
)
# The first half of a line that goes on in another element: `Faster planning and`. A line can't end with these words,
CUT_OFF = re.compile(
    r"(?:\s(?:and|or|the|an?|your|our|und|oder|der|die|das|et|ou|des|les?|votre|y|del|su|dos|il|het|een|dla|для|ve|&|\+)"
    r"|[,，、])$",
    re.IGNORECASE,
)
# but it may end with these: `A crew you can count on`.
MAY_GO_ON = re.compile(
    r"\s(?:for|with|to|of|in|on|by|from|für|mit|zu|pour|avec|de|para|con|com|per|di|voor|met|z|с|из|от|ile|için)$",
    re.IGNORECASE,
)
# A sentence that begins in lower case after one that doesn't: words that a script shows in turn.
ROTATING_SENTENCES = re.compile(r"[A-ZÀ-ÞА-Я0-9].*[a-zß-öø-ÿа-яё]{3,}[.!?] [a-zß-öø-ÿа-яё]")
PART_SEPARATOR = re.compile(r"\s*[-–—|/・:：]\s*")
LINES_AT_TOP, TOP_BLOCKS, HIGHEST_BLOCKS = 4, 20, 100  # blocks of the home page; the last includes the menu
MAX_LINE_BELOW = 140
MAX_PAGE_WORDS = 2
MAX_EDITION_WORDS = 2
MAX_SECTION_WORDS = 3  # `What we offer` is the title of a section
MIN_WORDS_BESIDE_PRICE, MIN_LINE_WORDS = 6, 3
BEGINS_LOWER_CASE = re.compile(r"\W*[a-zß-öø-ÿąćęłńóśźżа-яё]")  # the rest of a line, or of an address
ONLY_NUMBER = re.compile(r"\W*\d[\d.,]*\s?\W*(?:[a-zA-Z]{1,3}\W*)?")
# A rating, a telephone number, a postcode, a clock, or opening hours.
NUMBERS_AND_HOURS = re.compile(
    r"\b\d(?:[.,]\d)?/5\b|\d{5}|\d{2}-\d{3}\b|\+\d[\d\s()-]{7,}|--:--|\b\d{1,2}[:.]\d{2}\b.{1,5}\b\d{1,2}[:.]\d{2}\b"
)
BADGE = re.compile(r"[\u2600-\u27bf\u2b50\U0001f300-\U0001faff]")  # a line that begins with a picture
LINE_TAGS = ("h1", "h2", "h3", "h4", "h5", "h6", "p", "div")


def find_tagline(site: SiteModel) -> Drafted | None:
    """The headline, or the line below it if it is only the name; else the first line, the title or the summary."""
    home = site.home
    first = below_menu([block for block in home.blocks[:HIGHEST_BLOCKS] if is_shown_first(home, block)])
    first = without_slides(home, first)
    top = without_tiles(home, without_top_bar(first[:TOP_BLOCKS]))
    shown = [*top, *first[TOP_BLOCKS:]]
    headline = next((at for at, block in enumerate(top) if block.tag == "h1"), None)
    if any(block.tag == "h1" and block not in top for block in first[:TOP_BLOCKS]):
        headline = None  # the page uses h1 for a menu, so it has no headline
    rotating = headline is not None and (is_word_list(home, shown[headline].text) or is_cut_off(home, shown[headline]))
    if headline is not None and not rotating and is_headline(shown[headline], site.name):
        return Drafted(value=shown[headline].text, quotes=quotes_from(home, shown[headline].text))
    look_below = headline is not None and (
        rotating or not headline or name_key(site.name) in name_key(shown[headline].text)
    )
    for block in shown[headline + 1 : headline + 3] if headline is not None and look_below else shown[:LINES_AT_TOP]:
        line = first_line(block) if look_below else block.text
        is_label = (not look_below and labels_headline(home, block, site.name)) or is_second_half(home, block)
        is_label = is_label or (block.tag not in HEADINGS and is_cut_off(home, block))
        lower_case = (
            not look_below
            and block.tag != "h2"
            and BEGINS_LOWER_CASE.match(line)
            and not follows_name(home, block, site.name)
        )
        if block.tag != "h1" and (lower_case or is_caption(home, block) or is_person_name(line) or is_too_short(line)):
            continue
        if block.tag not in HEADINGS and (find_prices(line) or (headline is None and is_labelled(home, block, site))):
            continue  # `Free shipping on orders over $75`
        if block.tag in LINE_TAGS and is_headline(block, site.name, line) and not is_label:
            return Drafted(value=line, quotes=quotes_from(home, block.text))
    for title in (home.title, home.open_graph.get("og:title", "")):
        for segment in sorted(SEPARATOR.split(title), key=len, reverse=True):
            if (
                is_long_enough(segment)
                and is_line(segment, site.name)
                and not read_place(segment.strip(), home.language)
            ):
                return Drafted(value=segment.strip(), quotes=quotes_from(home, title))
    for summary in (home.meta.get("description", ""), home.open_graph.get("og:description", "")):
        if line := line_of_summary(summary, site.name):
            return Drafted(value=line, quotes=quotes_from(home, summary))
    return None


def line_of_summary(summary: str, name: str) -> str:
    """The first of several sentences, or the part after the name: `Acme: radio from around the world`."""
    line, *more = sentences(summary) or [""]
    if more:
        return line if is_line(line, name) and len(line) <= MAX_LINE_BELOW else ""
    parts = [part.strip() for part in SEPARATOR.split(line) if is_long_enough(part)]
    return parts[0] if len(parts) == 1 and parts[0] != line and is_line(parts[0], name) else ""


def below_menu(first: list[Block]) -> list[Block]:
    """The first blocks, from the headline on if there is so much above it that it must be a menu."""
    heads = [at for at, block in enumerate(first) if block.tag == "h1"]
    return first[heads[0] :] if len(heads) == 1 and heads[0] >= TOP_BLOCKS else first


def is_cut_off(home: ReadPage, block: Block) -> bool:
    """Whether a heading is only the first half of a line: `Faster planning for`, above `Delivery crews`."""
    at = next(at for at, other in enumerate(home.blocks) if other is block)
    below = home.blocks[at + 1 : at + 2]
    if not below or block.text.endswith((".", "!", "?")):
        return False
    if block.text.isupper() and below[0].text.isupper() and block.tag not in HEADINGS:
        return below[0].tag not in ("button", *HEADINGS)  # one line in capitals, in two elements
    return below[0].tag == block.tag and bool(MAY_GO_ON.search(block.text) or CUT_OFF.search(block.text))


def is_second_half(home: ReadPage, block: Block) -> bool:
    """Whether a heading is the second half of a line."""
    at = next(at for at, other in enumerate(home.blocks) if other is block)
    return at > 0 and is_cut_off(home, home.blocks[at - 1])


def follows_name(home: ReadPage, block: Block, name: str) -> bool:
    """Whether the line above, in the same element, is the name: `micro`, `a small text editor`."""
    at = next(at for at, other in enumerate(home.blocks) if other is block)
    above = home.blocks[at - 1] if at else block
    beside = above is not block and above.tag == block.tag and above.path[:-1] == block.path[:-1]
    return beside and is_same_text(above.text, name)


def is_word_list(home: ReadPage, text: str) -> bool:
    """Whether a headline is a list of words that a script shows one after the other; some of them are in the menu."""
    words = text.split()
    listed = len(words) > MIN_LINE_WORDS and all(word[0].isupper() and word.isalpha() for word in words)
    return listed and any(block.place == "nav" and block.text in words for block in home.blocks)


def is_caption(home: ReadPage, block: Block) -> bool:
    """Whether a line is the label of a number above it: `25+`, `years in business`."""
    at = next(at for at, other in enumerate(home.blocks) if other is block)
    return at > 0 and bool(ONLY_NUMBER.fullmatch(home.blocks[at - 1].text))


def is_labelled(home: ReadPage, block: Block, site: SiteModel) -> bool:
    """Whether a line only explains the few words above it, in the same element: `Photo tools`, `Crop and turn`."""
    at = next(at for at, other in enumerate(home.blocks) if other is block)
    above = home.blocks[at - 1] if at else block
    beside = above is not block and above.path[:-1] == block.path[:-1] and above.tag not in HEADINGS
    label = name_key(above.text)
    short = block.place == "main" and len(above.text.split()) <= MAX_SECTION_WORDS
    return beside and short and label != "" and name_key(site.name) not in label and label not in name_key(home.title)


def is_too_short(line: str) -> bool:
    """Whether a line has only one or two words, so it may be just a name."""
    return len(line.split()) < MIN_LINE_WORDS and not UNSPACED.search(line)


def first_line(block: Block) -> str:
    """A line, or the first sentence of a text that is too long for one."""
    return block.text if len(block.text) <= MAX_LINE_BELOW else next(iter(sentences(block.text)), "")


def labels_headline(home: ReadPage, block: Block, name: str) -> bool:
    """Whether a line is only a label above a heading that can be the tagline."""
    at = next(at for at, other in enumerate(home.blocks) if other is block) + 1
    if at == len(home.blocks) or home.blocks[at].tag not in HEADINGS:
        return False
    return bool(label_above(home.blocks, at)) and is_headline(home.blocks[at], name)


def is_shown_first(home: ReadPage, block: Block) -> bool:
    """Whether a block may be part of what the page says first: not a menu, a button or a banner."""
    hidden = {"cookie", "modal", "blog"}.intersection(block.marks)
    if block.place == "footer" or (block.place == "nav" and block.tag != "h1"):
        return False
    return not hidden and block.tag != "button" and not is_all_links(home, block)


def without_top_bar(shown: list[Block]) -> list[Block]:
    """The first blocks without the lines of a top bar with the address, phone number or opening hours."""
    lines = [block for block in shown if block.place == "header" and block.tag not in HEADINGS]
    is_bar = any(NUMBERS_AND_HOURS.search(block.text) or is_street(block.text) for block in lines)
    return [block for block in shown if block not in lines] if is_bar else shown


def without_tiles(home: ReadPage, shown: list[Block]) -> list[Block]:
    """The first blocks without headings that are links to other pages, if there are several: they are a menu."""
    leading = {
        tuple(link.path): link.text for link in home.links if link.kind == "a" and not is_root(link.url, home.url)
    }
    tiles = [
        block for block in shown
        if block.tag in HEADINGS
        and any(leading.get(tuple(block.path[:depth])) == block.text for depth in range(1, len(block.path)))
    ]  # fmt: skip
    return [block for block in shown if block not in tiles] if len(tiles) > 1 else shown


def is_all_links(home: ReadPage, block: Block) -> bool:
    """Whether a block is nothing but links, such as two buttons side by side."""
    if block.tag in ("h1", "h2"):
        return False
    rest = block.text
    for link in home.links:
        if link.kind == "a" and link.text and link.path[: len(block.path)] == block.path:
            rest = rest.replace(link.text, "", 1)
    return len(rest.strip()) < len(block.text) / 3


def is_long_enough(text: str) -> bool:
    """Whether a part of a title has three words, or as much in a script without spaces."""
    return len(text.split()) >= 3 or (bool(UNSPACED.search(text)) and len(text) >= 8)


def is_headline(block: Block, name: str, line: str = "") -> bool:
    """Whether a block, or this line of it, can serve as the tagline."""
    if (ABOUT_OTHERS - {"filler"}).intersection(block.marks) or block.lang:
        return False
    if block.tag not in ("h1", "h2") and (BADGE.match(line) or len(line) > MAX_LINE_BELOW):
        return False
    return is_line(line or block.text, name)


def introduces_list(text: str) -> bool:
    """Whether a line only introduces what is below it: `To install it, run:`."""
    return text.endswith((":", "：")) and len(sentences(text)) == 1


def names_page(text: str) -> bool:
    """Whether a line is the title of another page or of a section: `Company - 会社概要`."""
    parts = [part.strip(" .!") for part in PART_SEPARATOR.split(text) if part]
    return any(map(PAGE_NAME.fullmatch, parts)) and all(len(part.split()) <= MAX_PAGE_WORDS for part in parts)


def is_line(text: str, name: str) -> bool:
    """Whether a text can serve as the tagline."""
    words = text.split()
    few = 1 if UNSPACED.search(text) else 2
    if not few <= len(words) <= 24 or not 8 <= len(text) <= 160 or NO_HEADLINE.match(text):
        return False
    if len(words) <= MAX_SECTION_WORDS and (FEATURES_TITLE.search(text) or WHY_TITLE.search(text)):
        return False
    # `Acme Garage` only repeats the name.
    if (
        name
        and len(words) <= min(len(name.split()) + 1, MAX_SECTION_WORDS)
        and name_key(text).startswith(name_key(name))
    ):
        return False
    # `Acme Garage: The Long Way Home`, the name with the title of an edition.
    more = len(words) - len(name.split())
    titled = all(word[:1].isupper() or not word[:1].isalpha() for word in words) and not UNSPACED.search(text)
    if name and 0 < more <= MAX_EDITION_WORDS and titled and name_key(text).startswith(name_key(name)):
        return False
    prices = find_prices(text)
    # A headline may name a price, but must say more.
    if (prices and len(words) < MIN_WORDS_BESIDE_PRICE) or "@" in text or NUMBERS_AND_HOURS.search(text):
        return False
    if EXPLAINS_NAME.search(text) or CUT_OFF.search(text) or ROTATING_SENTENCES.match(text):
        return False
    if is_call(text) or names_page(text) or UNFINISHED.fullmatch(text) or is_announcement(text):
        return False
    if is_leftover(text) or is_version(text) or introduces_list(text) or is_greeting(text, name):
        return False
    if POSTCODE.search(text) and any(map(is_street, text.split(","))):
        return False
    return not is_same_text(text, name) and name_key(text) != name_key(name) and not is_for_machines(text)
