"""Interprets a query, from the strictest interpretation to the loosest. Each is tried only if the ones before fail.

For `databse backup tool`, the interpretations are, in this order:

1. all words as typed, if the directory knows them (here not: `databse` is unknown);
2. all words, with typos allowed for unknown words: `database & backup & tool`;
3. all words, with typos allowed for every word (`tool` also matches `tools`);
4. the whole query as one word, because `quinec berry` may mean Quinceberry;
5. the rarest word, and all but one of the others;
6. any of the three rarest words.

The last word may be incomplete (`backu`), so words that begin with it count too. Very common words don't have to match
if the query has rarer ones: they take long to search for and say little.
"""

import math
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise

from showground.core.database.pool import Connection
from showground.core.text_folding import joined, words_of
from showground.search.embedding.word_pieces import get_places
from showground.search.english_words import is_english
from showground.search.queries.vocabulary import NAMED, UNKNOWN, Vocabulary, look_up
from showground.search.spelling import nearest

MAX_WORDS = 8  # words used per query; the rarest ones
MAX_REQUIRED = 5  # of these, how many must match; more common words are slow to search for and say little
MAX_COMMON_REQUIRED = 3  # the same, if all of them are more common than COMMON
MAX_WORDS_LOOKED_UP = 24
MAX_JOINED_LENGTH = 24
LIKELY = 10
MIN_BEGINNING_LENGTH = 3  # letters; with fewer, only some of the words that begin with them count
MIN_TELLING_LENGTH = 4  # letters; most shorter words, such as `for`, say nothing
BEGUN_IN = 2_000  # listings that those words may have in total
NOTHING = "'^'"  # a query that matches nothing: no word contains this character
COMMON = 0.25  # a word in more than this share of listings need not match if the query has rarer words
# The same for the beginning of so many words that only some are listed, if these are in more listings than this: the
# word index would read all of them, which takes 19 ms.
COMMON_BEGINNING = 100_000


@dataclass(frozen=True)
class Term:
    """One word of a query, and the known words that count as a match for it."""

    word: str
    exact: Sequence[str]  # the word itself, and compounds with its neighbours
    longer: Sequence[str]  # words that begin with it
    more_begin: bool  # whether there are more than `longer` lists, so that a prefix search is needed
    near: Sequence[str]  # one typo away
    far: Sequence[str]  # two typos away, or one typo in an incomplete word
    listings: int  # about how many listings have it; 0 if the word is unknown
    matches: int  # at most this many listings have any of the words above
    required: bool = True

    @cached_property
    def queries(self) -> dict[str, str]:
        """Each kind of match as a tsquery, or NOTHING if there are no words of that kind."""
        return {
            "exact": _any(self.exact),
            "beginning": f"'{self.word}':*" if self.is_beginning else NOTHING,
            "near": _any(self.near),
            "far": _any(self.far),
        }

    @property
    def is_beginning(self) -> bool:
        return bool(self.longer)

    @property
    def is_english(self) -> bool:
        """Whether an English word is meant, as typed or by the likeliest beginning or typo."""
        return any(map(is_english, (self.word, *(*self.longer, *self.near, *self.far)[:1])))

    @cached_property
    def query(self) -> str:
        """The whole tsquery. A few longer words are listed one by one, which is faster than a prefix search; for many,
        a prefix search is faster."""
        begun = self.queries["beginning"] if self.more_begin else _any(self.longer)
        found = (self.queries["exact"], begun, self.queries["near"], self.queries["far"])
        return " | ".join(query for query in found if query != NOTHING)

    @property
    def few_typos(self) -> "Term":
        """With only the likeliest typos. Used where so many listings match that more alternatives would be slow."""
        return replace(self, near=self.near[:LIKELY], far=() if self.listings or self.near else self.far[:LIKELY])

    @property
    def plain(self) -> "Term":
        """Without typos."""
        return replace(self, near=(), far=()) if self.near or self.far else self


@dataclass(frozen=True)
class Interpretation:
    """One interpretation of a query: what must match, and the terms to rank by."""

    match: str  # a tsquery
    terms: Sequence[Term]
    name: str  # the whole query as one word
    length: int  # number of words in the query
    listings: int  # number of all listings
    most: int  # estimated upper limit of matches
    likely: int  # estimated matches, as if words were distributed independently over listings
    complete: bool = True  # whether it requires all words that count, as typed or with likely typos
    most_words: bool = True  # whether it requires at least most of them

    @cached_property
    def looser(self) -> tuple[str, int]:
        """What matches most of the words as typed (a tsquery), and at most how many listings do; 0 if that is nothing,
        as for a single word."""
        rare = sorted((t.plain for t in self.terms if t.required and t.listings), key=lambda term: term.listings)
        return (_all_but_one(rare), rare[0].listings) if len(rare) > 1 else (NOTHING, 0)

    @property
    def tests(self) -> int:
        """How many tests the word index makes: for each listing that may match, of each word; 0 for a prefix search,
        which works in another way."""
        required = [term for term in self.terms if term.required]
        if any(term.more_begin for term in required):
            return 0
        return self.most * sum(len(words) for t in required for words in (t.exact, t.longer, t.near, t.far))

    @property
    def requires_all(self) -> bool:
        """Whether it matches just the listings that have every required term."""
        return self.match == _all(self.terms)

    def weight(self, term: Term) -> float:
        """Rare words weigh more. The exponent flattens the logarithm, so that one rare word does not decide alone."""
        return math.log(2 + self.listings / (1 + term.listings)) ** 0.7


def correct(text: str, interpretation: Interpretation) -> str | None:
    """The query with its mistyped words corrected; None if there is nothing to correct, or one of them stays unknown.

    A word is taken for mistyped if no listing has it and it isn't English. Of the known words that are the fewest typos
    away, the most common one is meant. Words that only begin like it don't count: `borow` doesn't mean `browser`.
    """
    known = {term.word: term for term in interpretation.terms}
    # Of `quinec berry`, the whole may have been read as one word.
    words = [interpretation.name] if interpretation.name in known else list(dict.fromkeys(words_of(text)))
    meant: list[str] = []
    for word in words:
        term = known.get(word)
        if (term is not None and term.listings) or is_english(word):
            meant.append(word)
        elif term is not None and (candidates := [*term.near, *nearest(word, list(term.far)).get(2, ())]):
            meant.append(candidates[0])
        else:
            return None
    return " ".join(meant) if meant != words else None


async def interpret(db: Connection, text: str) -> AsyncGenerator[Interpretation]:
    """The interpretations of a query, the strictest first."""
    words = list(dict.fromkeys(words_of(text)))[:MAX_WORDS_LOOKED_UP]
    if not words:
        return
    whole = joined(text)
    last = words[-1]
    compounds = _compounds(words, whole)
    others = {compound for some in compounds.values() for compound in some}
    known = await look_up(db, words, others, last=last, all_typos=False)
    terms = _terms(words, compounds, known, last)
    # If all words are English words, it is unlikely that one of them is a typo: `cures` does not mean `curves`.
    typos_likely = any(word not in get_places() for word in words)

    def build(
        terms: Sequence[Term],
        match: str,
        matches: Sequence[int],
        share: float = 1.0,
        *,
        complete: bool = True,
        most_words: bool = True,
    ) -> Interpretation:
        """`matches`: how many listings match each required word. `share`: which part of those is likely to match."""
        most, everything = min(matches), max(known.listings, *matches, 1)
        likely = everything * math.prod(count / everything for count in matches) * share
        return Interpretation(match, terms, whole, len(words), known.listings, most, int(likely), complete, most_words)

    if terms and all(term.listings for term in terms if term.required):
        plain = [term.plain for term in terms]
        matches = [term.listings for term in plain if term.required]
        yield build(plain, _all(plain), matches, complete=not _leaves_out_a_word(words, terms))
    if any(term.near or term.far for term in terms):
        matches = [term.matches for term in terms if term.required]
        yield build(terms, _all(terms), matches, complete=typos_likely and not _leaves_out_a_word(words, terms))
    in_one = [whole] if len(words) > 1 and len(whole) <= MAX_JOINED_LENGTH else []
    known = await look_up(db, [*words, *in_one], others, last=last, all_typos=True)
    terms = _terms(words, compounds, known, last)
    if terms:
        matches = [term.matches for term in terms if term.required]
        yield build(terms, _all(terms), matches, complete=typos_likely and not _leaves_out_a_word(words, terms))
    for term in _terms(in_one, {whole: []}, known, ""):  # `quinec berry` may mean Quinceberry
        yield build([term], term.query, [term.matches], complete=typos_likely or term.listings > 0)
    if not terms:
        return
    terms = [term.few_typos for term in terms]
    rare = sorted((term for term in terms if term.required), key=lambda term: term.listings)
    if len(rare) > 1:
        share = _share_of_all_but_one([term.matches / max(known.listings, 1) for term in rare[1:]])
        yield build(terms, _all_but_one(rare), [rare[0].matches], share, complete=False)
    if len(rare) > 2:
        any_of_three = _join(" | ", (term.query for term in rare[:3]))
        matches = [sum(term.matches for term in rare[:3])]
        yield build(terms, any_of_three, matches, complete=False, most_words=False)


def _terms(words: Sequence[str], compounds: Mapping[str, Sequence[str]], known: Vocabulary, last: str) -> list[Term]:
    """The rarest words, in the order of the query."""
    terms: list[Term] = []
    for word in words:
        asked = known.words.get(word, UNKNOWN)
        exact = [word, *(compound for compound in compounds[word] if known.listings_of(compound))]
        listings = sum(known.listings_of(other) for other in exact)
        near, far = asked.near.get(1, {}), asked.near.get(2, {})
        # A single letter that is a word, such as the languages C and R, is not treated as the beginning of other words.
        is_a_letter = listings and len(word) == 1 and word.isascii()
        longer = _longer(word, known) if word == last and not is_a_letter else dict[str, int]()
        listings += sum(longer.values())
        if word == last:
            far = {word: count for word, count in known.begun.items() if word not in near} | dict(far)
        if listings or near or far:
            matches = listings + sum(near.values()) + sum(far.values())
            more_begin = len(longer) == NAMED
            terms.append(Term(word, exact, list(longer), more_begin, list(near), list(far), listings, matches))
    rarest = sorted(terms, key=lambda term: term.listings)[:MAX_WORDS]
    telling = [term for term in rarest if not _is_common(term, known.listings)]
    required = telling[:MAX_REQUIRED] or rarest[:MAX_COMMON_REQUIRED]
    rarest = [term if any(term is one for one in required) else replace(term, required=False) for term in rarest]
    return [term for word in words for term in rarest if term.word == word]


def _is_common(term: Term, listings: int) -> bool:
    return term.listings > listings * COMMON or (term.more_begin and term.listings > COMMON_BEGINNING)


def _leaves_out_a_word(words: Sequence[str], terms: Sequence[Term]) -> bool:
    """Whether no listing has one of the words, or anything like it, although it means something: of `games for
    gardeners`, only `games` may be known. Junk such as `zzzz` does not count."""
    known = {term.word for term in terms}
    return any(len(word) >= MIN_TELLING_LENGTH and word not in known and is_english(word) for word in words[:MAX_WORDS])


def _longer(word: str, known: Vocabulary) -> Mapping[str, int]:
    """Words that begin with `word`. For one or two letters only some: the most common that are not too common."""
    if len(word) >= MIN_BEGINNING_LENGTH:
        return known.longer
    telling = {w: n for w, n in known.longer.items() if n <= known.listings * COMMON} or dict(known.longer)
    sums = accumulate(telling.values())
    return {w: count for (w, count), so_far in zip(telling.items(), sums, strict=True) if so_far - count < BEGUN_IN}


def _compounds(words: Sequence[str], whole: str) -> dict[str, list[str]]:
    """Compounds of neighbouring words, by each word in them: `open street map` may be written `openstreetmap`."""
    found: dict[str, list[str]] = {word: [whole] for word in words}
    for first, second in pairwise(words):
        found[first].append(first + second)
        found[second].append(first + second)
    return {
        word: [c for c in dict.fromkeys(compounds) if c != word and len(c) <= MAX_JOINED_LENGTH]
        for word, compounds in found.items()
    }


def _any(words: Iterable[str]) -> str:
    return " | ".join(f"'{word}'" for word in words) or NOTHING


def _all(terms: Iterable[Term]) -> str:
    return _join(" & ", (term.query for term in terms if term.required))


def _all_but_one(rare: Sequence[Term]) -> str:
    """The rarest word, and all but one of the others: for words a, b, c (a the rarest), `a & (b | c)`."""
    first, *others = rare
    if len(others) == 1:
        return first.query
    rests = (_join(" & ", (o.query for o in others if o is not left_out)) for left_out in others)
    return f"({first.query}) & ({_join(' | ', rests)})"


def _share_of_all_but_one(shares: list[float]) -> float:
    """Estimated share of listings that have all but one of the words, given each word's share of all listings."""
    return min(1.0, sum(math.prod(shares[:at] + shares[at + 1 :]) for at in range(len(shares))))


def _join(sign: str, queries: Iterable[str]) -> str:
    return sign.join(f"({query})" for query in queries)
