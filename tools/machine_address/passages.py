"""The passages that the model learns from, each labelled: does it speak to machines?"""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

TESTS = Path(__file__).parents[2] / "tests" / "extraction" / "statements"
DATA = TESTS / "machine_address"
FRAMED_FACTS = TESTS / "framed_facts.toml"
COPIES = 3  # of each address, with other facts
FACTS_ALONE = 300
NAMES = ("Tallow", "Gridlark", "Fernnote", "Oakline", "Vellum", "Skimline", "Hearth", "Lumen", "Pinefold", "Quill")
PEOPLE = ("Lena Ott", "Omar Rahman", "Ana Kolar", "Tom Reyes", "Nora Feld", "Hugo Petit", "Ruth Amadi", "Kim Doan")
CITIES = ("Porto", "Leeds", "Austin", "Rome", "Oslo", "Zürich", "Ghent", "Lyon", "Toronto", "Riga", "Pune", "Kyoto")
FACTS = (
    "{name} was founded in {year}.", "{name} is based in {city}.", "{name} was founded by {person} in {year}.",
    "It costs ${price} a month.", "The Pro plan costs €{price} per month.", "Founded: {year}. City: {city}.",
    "Founder: {person}.", "We have been in {city} since {year}.", "Contact: team@oakline.example",
    "{name}, {city}, since {year}.", "The company was started in {year} by {person}.", "Price: ${price}.",
    "{name} has its headquarters in {city}.", "{name} is free for everyone.", "{person} is the founder of {name}.",
    "Established {year} in {city}.", "{name} has been trading since {year}.", "Plans start at £{price}.",
    "We opened in {city} in {year}.", "{name} dates from {year}.", "Write to us: hello@oakline.example",
    "Questions? Write to help@oakline.example.", "Email us at {name}@oakline.example", "Say hello: hi@oakline.example",
    "Call or write: +44 20 7946 0{price} or team@oakline.example", "Please read our prices: ${price} a month.",
)  # fmt: skip


@dataclass(frozen=True)
class Passage:
    """Blocks that follow each other on a page."""

    blocks: tuple[str, ...]
    addressed: bool
    source: str
    """Who wrote it. Passages of one source share habits, so a model is tested on sources that it hasn't seen."""
    weight: float = 1.0
    language: str = "en"


def written_passages() -> Iterator[Passage]:
    for line in (DATA / "passages.jsonl").read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        yield Passage(tuple(item["blocks"]), item["addressed"], item["source"], language=item["lang"])
    tested = tomllib.loads(FRAMED_FACTS.read_text(encoding="utf-8"))
    for kind in ("planted", "honest"):
        for text in tested[kind]:
            yield Passage((text,), kind == "planted", "tests")


def composed_passages() -> Iterator[Passage]:
    """Addresses beside facts, and the same facts without them: what counts is the address, not the fact."""
    chance = Random(7)
    for address in (DATA / "addresses.txt").read_text(encoding="utf-8").splitlines():
        for _ in range(COPIES):
            fact = make_fact(chance)
            orders = ((address, fact), (f"{address} {fact}",), (f"{fact} {address}",), (fact, address))
            yield Passage(chance.choices(orders, (7, 7, 3, 3))[0], True, "composed", 0.35)
    for _ in range(FACTS_ALONE):
        facts = tuple(make_fact(chance) for _ in range(chance.choice((1, 2, 3))))
        yield Passage(chance.choice((facts, (" ".join(facts),))), False, "composed", 0.35)


def make_fact(chance: Random) -> str:
    return chance.choice(FACTS).format(
        name=chance.choice(NAMES),
        person=chance.choice(PEOPLE),
        city=chance.choice(CITIES),
        year=chance.randint(1880, 2025),
        price=chance.choice((2, 5, 9, 12, 19, 29, 49, 99)),
    )
