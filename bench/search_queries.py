"""Known-item queries: of each the listing that is meant is known, and what was done to its words.

name0, name1, name2: the name with so many typos; desc0, desc1, desc2: two or three distinctive words of tagline and
description; mix1: a word of the name and one of the tagline, one of them mistyped; namep, descp: the last word cut
short; descp1: cut short, and one typo; hard4: a typo in a name of 3 or 4 letters; hard2: two in one of 5 to 8 letters.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any

from showground.core.text_folding import words_of

KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
NEIGHBOURS = {
    letter: [row[place] for place in (at - 1, at + 1) if 0 <= place < len(row)]
    for row in KEYS
    for at, letter in enumerate(row)
}
LETTERS = "abcdefghijklmnopqrstuvwxyz"
HARD = ("hard4", "hard2")

Words = list[str]
Entry = dict[str, Any]  # id, name, tagline, description, keywords as one text, recog: how likely it is looked for


@dataclass(frozen=True)
class Query:
    kind: str
    q: str
    meant: int


def make_queries(entries: Sequence[Entry], seed: int, count: int) -> list[Query]:
    """So many of each kind, half as many of the hard ones; the same for the same seed."""
    return list(_Maker(entries, seed).make(count))


class _Maker:
    def __init__(self, entries: Sequence[Entry], seed: int) -> None:
        self.rnd = Random(seed)
        self.total = len(entries)
        self.having: dict[str, set[int]] = defaultdict(set)
        for entry in entries:
            text = " ".join(entry[field] for field in ("name", "tagline", "description", "keywords"))
            for word in words_of(text):
                self.having[word].add(entry["id"])
        self.pool = [entry for entry in entries if entry["recog"] >= 3]
        self.chances = list(accumulate(entry["recog"] for entry in self.pool))

    def make(self, count: int) -> Iterator[Query]:
        for typos in (0, 1, 2):
            yield from self._fill(f"name{typos}", count, lambda e, n=typos: self._long_name(e, n))
            yield from self._fill(f"desc{typos}", count, lambda e, n=typos: self._described(e, n))
        yield from self._fill("mix1", count, self._mixed)
        yield from self._fill("namep", count, lambda e: self._cut(words_of(e["name"])))
        yield from self._fill("descp", count, lambda e: self._cut(self._distinctive(e)))
        yield from self._fill("descp1", count, lambda e: self._mistype(self._cut(self._distinctive(e)), 1))
        yield from self._fill("hard4", count // 2, lambda e: self._hard(e, range(3, 5), 1))
        yield from self._fill("hard2", count // 2, lambda e: self._hard(e, range(5, 9), 2))

    def _fill(self, kind: str, count: int, make: Callable[[Entry], Words | None]) -> Iterator[Query]:
        used: set[int] = set()
        while count and len(used) < len(self.pool):
            entry = self.rnd.choices(self.pool, cum_weights=self.chances)[0]
            if entry["id"] not in used:
                used.add(entry["id"])
                if words := make(entry):
                    count -= 1
                    yield Query(kind, " ".join(words), entry["id"])

    def _long_name(self, entry: Entry, typos: int) -> Words | None:
        words = words_of(entry["name"])
        return self._mistype(words, typos) if len("".join(words)) >= 5 else None

    def _described(self, entry: Entry, typos: int) -> Words | None:
        return self._mistype(self._distinctive(entry), typos)

    def _mixed(self, entry: Entry) -> Words | None:
        described = self._distinctive(entry)
        named = [word for word in words_of(entry["name"]) if len(word) >= 5 and len(self.having[word]) <= 200]
        return self._mistype([self.rnd.choice(named), described[0]], 1) if described and named else None

    def _hard(self, entry: Entry, lengths: range, typos: int) -> Words | None:
        words = words_of(entry["name"])
        return [self._typo(words[0], typos)] if len(words) == 1 and len(words[0]) in lengths else None

    def _distinctive(self, entry: Entry) -> Words | None:
        """Two or three words, at least one of the tagline, that few listings have in common."""
        name = set(words_of(entry["name"]))

        def fits(word: str) -> bool:
            return word.isalpha() and len(word) >= 4 and word not in name and 2 <= len(self.having[word]) <= 4_000

        tagline = list(dict.fromkeys(filter(fits, words_of(entry["tagline"]))))
        rest = [word for word in dict.fromkeys(filter(fits, words_of(entry["description"]))) if word not in tagline]
        for _ in range(20 if tagline else 0):
            count = self.rnd.choice([2, 3])
            of_tagline = self.rnd.randint(1, min(count, len(tagline)))
            chosen: set[str] = set()
            while len(chosen) < of_tagline:
                chosen.add(self._rather_rare(tagline))
            if len(rest) < count - of_tagline:
                continue
            while len(chosen) < count:
                chosen.add(self._rather_rare(rest))
            if len(set[int].intersection(*(self.having[word] for word in chosen))) <= 20:
                return [word for word in tagline + rest if word in chosen]
        return None

    def _rather_rare(self, words: Words) -> str:
        return self.rnd.choices(words, [math.log(self.total / len(self.having[word])) for word in words])[0]

    def _cut(self, words: Words | None) -> Words | None:
        if not words or len(words[-1]) < 5:
            return None
        last = words[-1]
        short = last[: max(3, math.ceil(len(last) * self.rnd.uniform(0.5, 0.85)))]
        return [*words[:-1], short] if short != last else None

    def _mistype(self, words: Words | None, typos: int) -> Words | None:
        """One typo only in words of five letters or more; two in one of nine, or one each in two of five."""
        if not words or not typos:
            return words
        words = list(words)
        five = [at for at, word in enumerate(words) if len(word) >= 5 and not word.isdigit()]
        if typos == 1:
            choices: list[int | None] = [*five]
        else:
            choices = [at for at in five if len(words[at]) >= 9]
            choices += [None] if len(five) >= 2 else []
        if not choices:
            return None
        place = self.rnd.choice(choices)
        if place is not None:
            words[place] = self._typo(words[place], typos)
        else:
            for at in self.rnd.sample(five, 2):
                words[at] = self._typo(words[at], 1)
        return words

    def _typo(self, word: str, times: int) -> str:
        typed = word
        while typed == word:
            for _ in range(times):
                typed = self._one_typo(typed if typed != word else word)
        return typed

    def _one_typo(self, word: str) -> str:
        """A letter too many, too few, another or swapped; the first is spared three times in four."""
        rnd = self.rnd
        while True:
            kind = rnd.choice("idst")
            at = rnd.randrange(0 if rnd.random() < 0.25 else 1, len(word)) if len(word) > 1 else 0
            before, letter, after = word[:at], word[at], word[at + 1 :]
            if kind == "i":
                typed = before + rnd.choice([*NEIGHBOURS.get(letter, LETTERS), letter]) + letter + after
            elif kind == "d":
                typed = before + after
            elif kind == "s":
                near = letter in NEIGHBOURS and rnd.random() < 0.7
                typed = before + rnd.choice(NEIGHBOURS[letter] if near else LETTERS) + after
            elif after:
                typed = before + after[0] + letter + after[1:]
            else:
                continue
            if typed and typed != word:
                return typed
