"""Collects the English words that the table of meanings lacks.

    python -m tools.embedding.english_words --wordnet FOLDER

FOLDER holds WordNet's data.noun, data.verb, data.adj and data.adv (Debian: wordnet-base). Names, which WordNet writes
with capital letters, are left out. The licence at the top of these files is copied, as it asks for.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from showground.search import english_words
from showground.search.embedding.word_pieces import get_places

PARTS = ("noun", "verb", "adj", "adv")
WORD = re.compile("[a-z]{3,}")
LICENCE_LINE = re.compile(r"  \d+ (.*)")
HEAD = "English words that the table of meanings lacks: those of WordNet 3.0 that are no names. WordNet's licence:"


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.embedding.english_words", description="See the module.")
    parser.add_argument("--wordnet", type=Path, required=True, help="has data.noun, data.verb, data.adj and data.adv")
    wordnet = parser.parse_args().wordnet
    words = {word for part in PARTS for word in read_words(wordnet / f"data.{part}")} - get_places().keys()
    comments = (f"# {line}".rstrip() for line in (HEAD, "", *read_licence(wordnet / "data.noun")))
    lines = "".join(f"{line}\n" for line in (*comments, *sorted(words)))
    Path(english_words.__file__).with_suffix(".txt").write_text(lines, encoding="utf-8")


def read_words(file: Path) -> Iterator[str]:
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("  "):  # the licence
            fields = line.split()  # place, file, kind, how many words in hexadecimal, then each with a number
            spelled = (fields[4 + 2 * number].partition("(")[0] for number in range(int(fields[3], 16)))
            yield from filter(WORD.fullmatch, spelled)


def read_licence(file: Path) -> Iterator[str]:
    for line in file.read_text(encoding="utf-8").splitlines():
        found = LICENCE_LINE.fullmatch(line)
        if found:
            yield found[1].rstrip()


if __name__ == "__main__":
    main()
