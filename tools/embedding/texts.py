"""Collects the texts that the embedding is trained on: sentences, definitions, and stand-ins for what people type.

    python -m tools.embedding.texts --listings LISTINGS.jsonl.gz --wordnet FOLDER > texts.txt

LISTINGS has one JSON object per line with name, tagline and description. FOLDER holds WordNet's data.noun, data.verb,
data.adj and data.adv (Debian: wordnet-base). Only the trained table is shipped, never these texts.
"""

import argparse
import gzip
import json
import random
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

SENTENCE_END = re.compile(r"(?<=[.!?;:])\s+|\n\s*\n|\n\s*[-*•]\s*")
WORD = re.compile(r"[^\W\d_][\w+#-]*")
# Words that say nothing about what is searched for.
FILLERS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "his",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "me",
        "more",
        "most",
        "my",
        "no",
        "not",
        "of",
        "on",
        "one",
        "only",
        "or",
        "our",
        "she",
        "so",
        "some",
        "such",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "too",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "will",
        "with",
        "would",
        "you",
        "your",
        "also",
        "any",
        "all",
        "each",
        "other",
        "many",
        "very",
        "using",
        "used",
        "use",
        "uses",
        "provides",
        "package",
        "contains",
        "includes",
        "including",
    ]
)
# How people begin a question. The words after it decide what is meant, so the table learns to weigh these down.
OPENINGS = (
    "how to {}", "app for {}", "an app to {}", "i want to {}", "tool for {}", "software for {}", "something for {}",
    "help me {}", "best way to {}", "a service that {}", "where can i {}", "program for {}", "website to {}",
    "{} online", "{} for beginners", "{} at home", "{} for my team", "free {}",
)  # fmt: skip
QUERIES = 3  # made of each text
LONGEST = 400  # characters; the teacher reads no more than 128 word pieces


def _sentences(text: str) -> Iterator[str]:
    for part in SENTENCE_END.split(text):
        sentence = " ".join(part.split())
        if len(sentence) >= 8:
            yield sentence[:LONGEST]


def of_listings(lines: Iterable[str], chance: random.Random) -> Iterator[str]:
    """Of each listing: its parts, the text it is found by, and some of its words in place of a query."""
    for line in lines:
        listing = json.loads(line)
        name, tagline, description = (str(listing.get(key) or "") for key in ("name", "tagline", "description"))
        yield tagline
        yield f"{name}. {tagline}. {' '.join(description.split())}"[:LONGEST]
        sentences = list(_sentences(description))
        yield from sentences
        for text in (tagline, *sentences[:3]):
            words = [word for word in WORD.findall(text.lower()) if word not in FILLERS]
            if len(words) < 2:
                continue
            for _ in range(QUERIES):
                first = chance.randrange(len(words) - 1)
                some = words[first : first + chance.randint(2, 6)]  # neighbours, so that they mean something together
                yield " ".join(some)
                chosen = chance.sample(words, min(len(words), chance.randint(2, 5)))
                yield chance.choice(OPENINGS).format(" ".join(chosen)) if chance.random() < 0.4 else " ".join(chosen)


def of_wordnet(folder: Path, chance: random.Random) -> Iterator[str]:
    """Of each meaning: its words, definition and examples."""
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{part}").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("  "):  # the licence
                continue
            head, _, gloss = line.partition(" | ")
            fields = head.split()
            words = [fields[4 + 2 * index].replace("_", " ").split("(")[0] for index in range(int(fields[3], 16))]
            definition = gloss.split('; "')[0].strip()
            yield definition[:LONGEST]
            yield f"{words[0]}: {definition}"[:LONGEST]
            yield from words
            if len(words) > 1:
                yield ", ".join(words)
            for example in re.findall(r'"([^"]{6,})"', gloss):
                yield example[:LONGEST]
            if part == "verb":
                yield chance.choice(OPENINGS).format(words[0] + " " + definition.split(";")[0])[:LONGEST]
            content = [word for word in WORD.findall(definition.lower()) if word not in FILLERS]
            for _ in range(QUERIES if len(content) > 2 else 0):
                first = chance.randrange(len(content) - 1)
                yield " ".join(content[first : first + chance.randint(2, 5)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listings", type=Path, required=True)
    parser.add_argument("--wordnet", type=Path, required=True)
    given = parser.parse_args()
    chance = random.Random(1)  # the same texts each time
    with gzip.open(given.listings, "rt", encoding="utf-8") as lines:
        texts = dict.fromkeys([*of_listings(lines, chance), *of_wordnet(given.wordnet, chance)])
    sys.stdout.writelines(text + "\n" for text in texts if len(text) > 2)


if __name__ == "__main__":
    main()
