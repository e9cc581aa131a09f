"""What a query may mean, from the narrowest reading to the widest: each counts only if those before found nothing."""

import math
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise

from showground.core.database.pool import Connection
from showground.core.text_folding import joined, words_of
from showground.search.queries.vocabulary import NAMED, UNKNOWN, Vocabulary, look_up

MAX_WORDS = 8  # the rarest count
MAX_REQUIRED = 5  # of these; each further one that many listings have takes long to look for, and tells little
MAX_COMMON_REQUIRED = 3  # where every one is in more listings than COMMON
MAX_WORDS_LOOKED_UP = 24
MAX_JOINED_LENGTH = 24
LIKELY = 10
MIN_BEGINNING_LENGTH = 3  # letters
BEGUN_IN = 2_000  # listings; so many have the words that fewer letters stand for
NOTHING = "'^'"  # no word holds this sign
COMMON = 0.25  # words in more listings than this share are not required where rarer ones are


@dataclass(frozen=True)
class Term:
    """One word of a query, and the known words that are taken for it."""

    word: str
    exact: Sequence[str]  # itself, and compounds of it and its neighbours
    longer: Sequence[str]  # words that begin with it
    more_begin: bool  # whether there are more of these, so that any word that begins with it is taken
    near: Sequence[str]  # one typo away
    far: Sequence[str]  # two, or one typo in what is only the beginning
    listings: int  # how many have it, about; 0: it is not known as it is
    matches: int  # how many, at most, have any that is taken for it
    required: bool = True

    @cached_property
    def queries(self) -> dict[str, str]:
        """Each kind of match as a tsquery; one that nothing matches where there are no words of that kind."""
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
    def query(self) -> str:
        """What to look for. Few words are sooner found by name; any that begins so is sooner recognized than each."""
        begun = self.queries["beginning"] if self.more_begin else _any(self.longer)
        found = (self.queries["exact"], begun, self.queries["near"], self.queries["far"])
        return " | ".join(query for query in found if query != NOTHING)

    @property
    def few_typos(self) -> "Term":
        """With only the likeliest typos, where so much matches that more would take long."""
        return replace(self, near=self.near[:LIKELY], far=() if self.listings or self.near else self.far[:LIKELY])

    @property
    def plain(self) -> "Term":
        """Without typos."""
        return replace(self, near=(), far=())


@dataclass(frozen=True)
class Reading:
    """One reading of a query: what must match, and by what it is ranked."""

    match: str  # a tsquery
    terms: Sequence[Term]
    name: str  # the whole query in one word
    length: int  # in words
    listings: int  # in all
    most: int  # no more than about so many match
    likely: int  # and about so many, if words stood in listings by chance

    def weight(self, term: Term) -> float:
        """The rarer, the more; but less so than a logarithm would have it."""
        return math.log(2 + self.listings / (1 + term.listings)) ** 0.7


async def readings(db: Connection, text: str) -> AsyncIterator[Reading]:
    """The readings of a query, the narrowest first."""
    words = list(dict.fromkeys(words_of(text)))[:MAX_WORDS_LOOKED_UP]
    if not words:
        return
    whole = joined(text)
    last = words[-1]
    compounds = _compounds(words, whole)
    others = {compound for some in compounds.values() for compound in some}
    known = await look_up(db, words, others, last=last, all_typos=False)
    terms = _terms(words, compounds, known, last)

    def reading(terms: Sequence[Term], match: str, matches: Sequence[int], share: float = 1.0) -> Reading:
        """`matches`: how many match each word that is required; `share`: how many of those are likely to match."""
        most, everything = min(matches), max(known.listings, *matches, 1)
        likely = everything * math.prod(count / everything for count in matches) * share
        return Reading(match, terms, whole, len(words), known.listings, most, int(likely))

    if terms and all(term.listings for term in terms if term.required):
        plain = [term.plain for term in terms]
        yield reading(plain, _all(plain), [term.listings for term in plain if term.required])
    if any(term.near or term.far for term in terms):
        yield reading(terms, _all(terms), [term.matches for term in terms if term.required])
    in_one = [whole] if len(words) > 1 and len(whole) <= MAX_JOINED_LENGTH else []
    known = await look_up(db, [*words, *in_one], others, last=last, all_typos=True)
    terms = _terms(words, compounds, known, last)
    if terms:
        yield reading(terms, _all(terms), [term.matches for term in terms if term.required])
    for term in _terms(in_one, {whole: []}, known, ""):  # `quinec berry` may be meant for Quinceberry
        yield reading([term], term.query, [term.matches])
    if not terms:
        return
    terms = [term.few_typos for term in terms]
    rare = sorted((term for term in terms if term.required), key=lambda term: term.listings)
    if len(rare) > 1:
        share = _share_of_all_but_one([term.matches / max(known.listings, 1) for term in rare[1:]])
        yield reading(terms, _all_but_one(rare), [rare[0].matches], share)
    if len(rare) > 2:
        yield reading(terms, _join(" | ", (term.query for term in rare[:3])), [sum(term.matches for term in rare[:3])])


def _terms(words: Sequence[str], compounds: Mapping[str, Sequence[str]], known: Vocabulary, last: str) -> list[Term]:
    """The rarest words, in order."""
    terms: list[Term] = []
    for word in words:
        asked = known.words.get(word, UNKNOWN)
        exact = [word, *(compound for compound in compounds[word] if known.listings_of(compound))]
        listings = sum(known.listings_of(other) for other in exact)
        near, far = asked.near.get(1, {}), asked.near.get(2, {})
        # A letter that is a word, such as the languages C and R, is not taken for the beginning of half of all words.
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
    common = known.listings * COMMON
    telling = sum(term.listings <= common for term in rarest)
    required = min(telling, MAX_REQUIRED) or MAX_COMMON_REQUIRED
    rarest = [replace(term, required=place < required) for place, term in enumerate(rarest)]
    return [term for word in words for term in rarest if term.word == word]


def _longer(word: str, known: Vocabulary) -> Mapping[str, int]:
    """The words that begin so; of one or two letters only some, the most common of those that tell something."""
    if len(word) >= MIN_BEGINNING_LENGTH:
        return known.longer
    telling = {w: n for w, n in known.longer.items() if n <= known.listings * COMMON} or dict(known.longer)
    sums = accumulate(telling.values())
    return {w: count for (w, count), so_far in zip(telling.items(), sums, strict=True) if so_far - count < BEGUN_IN}


def _compounds(words: Sequence[str], whole: str) -> dict[str, list[str]]:
    """Neighbours in one word, by each of them: `open street map` may be written `openstreetmap`."""
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
    """The rarest, and all but any one of the others."""
    first, *others = rare
    if len(others) == 1:
        return first.query
    rests = (_join(" & ", (o.query for o in others if o is not left_out)) for left_out in others)
    return f"({first.query}) & ({_join(' | ', rests)})"


def _share_of_all_but_one(shares: list[float]) -> float:
    """How many have all but any one of the words that these shares of all listings have, at most, by chance."""
    return min(1.0, sum(math.prod(shares[:at] + shares[at + 1 :]) for at in range(len(shares))))


def _join(sign: str, queries: Iterable[str]) -> str:
    return sign.join(f"({query})" for query in queries)
