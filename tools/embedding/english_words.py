"""Collects English words that the table of meanings lacks, but whose two pieces are words of the table.

    python -m tools.embedding.english_words --wordnet FOLDER

FOLDER holds WordNet's data.noun, data.verb, data.adj and data.adv (Debian: wordnet-base). Names, which WordNet writes
with capital letters, are left out. The licence at the top of these files is copied, as it asks for.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from showground.search import english_words
from showground.search.embedding.word_pieces import CONTINUED, get_places, pieces_of

PARTS = ("noun", "verb", "adj", "adv")
WORD = re.compile("[a-z]{3,}")
LICENCE_LINE = re.compile(r"  \d+ (.*)")
MIN_LENGTH = 3  # of each of the two
HEAD = "English words of WordNet 3.0 that consist of two words of the table of meanings. WordNet's licence:"


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.embedding.english_words", description="See the module.")
    parser.add_argument("--wordnet", type=Path, required=True, help="has data.noun, data.verb, data.adj and data.adv")
    wordnet = parser.parse_args().wordnet
    words = {word for part in PARTS for word in read_words(wordnet / f"data.{part}") if is_compound(word)}
    comments = (f"# {line}".rstrip() for line in (HEAD, "", *read_licence(wordnet / "data.noun")))
    lines = "".join(f"{line}\n" for line in (*comments, *sorted(words)))
    Path(english_words.__file__).with_suffix(".txt").write_text(lines, encoding="utf-8")


def is_compound(word: str) -> bool:
    """Whether the table cuts it into two words that it has itself: `beekeeper` into `bee` and `keeper`."""
    pieces = [piece.removeprefix(CONTINUED) for piece in pieces_of(word, get_places())]
    return len(pieces) == 2 and all(len(piece) >= MIN_LENGTH and piece in get_places() for piece in pieces)


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
