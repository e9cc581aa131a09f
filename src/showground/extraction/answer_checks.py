"""Checks whether the site gives this answer to this question."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from showground.extraction.proposal import DraftedFaq, SourceQuote
from showground.extraction.reading.pages import Block
from showground.extraction.site_model import ABOUT_OTHERS, text_of, texts_in
from showground.extraction.sources import Sources
from showground.extraction.statements.text_folding import UNSPACED, comparable
from showground.extraction.support import Passage, contains, says

WORD = re.compile(r"\w")
MIN_SENTENCE = 5  # words


def is_answered(faq: DraftedFaq, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    """Whether the site gives this answer, in whole sentences, to exactly this question."""
    for page in {id(page): page for quote in quotes if (page := sources.page(quote.url))}.values():
        # Skip signs between question and answer, such as a `+` that opens the answer.
        own = [block for block in page.blocks if ABOUT_OTHERS.isdisjoint(block.marks) and WORD.search(block.text)]
        for at, block in enumerate(own):
            if not contains(block.text, faq.question) or not contains(faq.question, block.text):
                continue
            if is_answer(faq.answer, texts_up_to_next(block, own[at + 1 : at + 9])):
                return True
        for node in page.json_ld:
            asked = [
                entry for entry in nodes_in(node) if comparable(text_of(entry.get("name"))) == comparable(faq.question)
            ]
            if any(is_answer(faq.answer, list(texts_in(entry.get("acceptedAnswer")))) for entry in asked):
                return True
    return False


def texts_up_to_next(question: Block, following: Sequence[Block]) -> list[str]:
    """The texts after a question, up to the next one. An element that begins with a sentence belongs to the answer."""
    found: list[str] = []
    last_path: list[int] = []  # the path of the last line
    for block in following:
        is_next_question = block.tag == question.tag and block.tag != "p" and block.path != last_path
        is_next_question = is_next_question and not is_sentence(block.text) and not introduces_list(block.text)
        if is_next_question or block.text.rstrip().endswith(("?", "？", "؟")):
            break
        found.append(block.text)
        last_path = block.path
    return found


def is_sentence(text: str) -> bool:
    """Whether a text is a sentence and not a title, whatever element it is in."""
    return text.endswith((".", "!", "。")) and (len(text.split()) >= MIN_SENTENCE or bool(UNSPACED.search(text)))


def introduces_list(text: str) -> bool:
    return text.endswith((":", "：")) and len(text.split()) >= MIN_SENTENCE


def is_answer(answer: str, texts: Sequence[str]) -> bool:
    return says(answer, texts, [Passage(text) for text in texts], "sentence")


def nodes_in(value: object) -> Iterator[dict[str, Any]]:
    """Every object in JSON-LD."""
    if isinstance(value, dict):
        node = cast("dict[str, Any]", value)
        yield node
        for item in node.values():
            yield from nodes_in(item)
    elif isinstance(value, list):
        for item in cast("list[Any]", value):
            yield from nodes_in(item)
