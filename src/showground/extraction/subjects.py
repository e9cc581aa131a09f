"""Decides whom a fact is about: a place, year, price, address or founder must be the product's or its maker's.

It is theirs if the sentence says so by name or with `we`, or if it is in a place where nobody else can be meant. The
extractive drafter and the verifier both use this module, so that no drafter can bypass it.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from showground.extraction.about_others import OWN_KINDS, is_about_others
from showground.extraction.own_names import own_names
from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, SiteModel
from showground.extraction.statements import parties
from showground.extraction.statements.names import (
    LEADING_MARKS,
    VERB_FOLLOWS,
    WORD_FOLLOWS,
    base_name,
    names_in,
)
from showground.extraction.statements.people import is_person_name
from showground.extraction.statements.statement import Statement, is_denied
from showground.extraction.statements.text_folding import comparable, name_key, sentences

# Letters that make another name of the one before. In scripts with particles after names (`Fernway는`), they don't.
NAME_LETTER = r"[^\W\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
Party = Literal["own", "itself", "audience", "other"]
# Marks of parts in which a sentence without a subject is about somebody else.
OTHERS_PARTS = ABOUT_OTHERS | {"adviser", "logos", "others", "modal"}
COPULA = r"(?:is|are|was|were|has been|have been|ist|sind|wurde|est|sommes|a été|es|son|fue|é|foi|è|sono)"
ENDS_WITH_AND = re.compile(
    rf"\b(?:and|und|et|y|e|och|og|en|i|и|ve)\s+(?:{COPULA}\s+)?$|,\s+{COPULA}\s+$", re.IGNORECASE
)
# `Tallow is an independent studio ...`: what follows is about Tallow. Only plain words: a name may be another's.
IS_A_KIND = re.compile(
    r"(?:\s+(?:e|y|et|und|and|&|de|do|da|of)\s+[A-Z]\w+)?[\s,–—-]*(?:is|ist|est|es|é|è|jest|to|это)"
    r"(?:\s+(?!(?:who|whose|for|from|with|by|that|which|its|our|their|his|her|son|sa|ses|notre|nos|sein\w*|ihr\w*"
    r"|unser\w*"
    r"|sus?|nuestr\w+|seu|sua|noss\w+|suo|nostr\w+)\b)[a-zà-öø-ÿа-я][a-zà-öø-ÿа-я-]*)*[\s,]*"
)
# Words between a company and a verb: `our story began`, `Acme was first created`.
COMPANY_VERB_WORDS = re.compile(
    r"[\s,:–—-]*(?:(?:company|story|journey|team|studio|business|firm|startup|adventure|project|workshop|was|were"
    r"|is|has|have|been|a|été|est|fut|entreprise|société|marque|atelier|projet|appli(?:cation)?|wurde|ist|unternehmen"
    r"|firma|projekt|fue|ha|sido|empresa|proyecto|foi|é|projeto|è|stat[ao]|azienda|società|progetto|werd|bedrijf"
    r"|został[ao]?"
    r"|first|originally|all|really|itself|app|product|idea)\b[\s,:–—-]*)*",
    re.IGNORECASE,
)
BRACKETS = re.compile(r"\([^()]*\)")
MADE_BY = re.compile(
    r"\s+(?:is |was |ist |wurde |est |a été |es |fue |é |foi |è )?(?:an? \w+ )?(?:made|built|created|developed|designed"
    r"|entwickelt|gemacht|développée?|créée?|creado|desarrollado|criado|desenvolvido|creato|sviluppato|gemaakt"
    r"|ontwikkeld)"
    r"(?: with \S+)? (?:by|von|par|por|da|door) ",
    re.IGNORECASE,
)
ENDS_WITH_BY = re.compile(r"\b(?:by|von|par|por|da|door|przez)\s+$", re.IGNORECASE)
CONTACT_HEADING = re.compile(
    r"\b(?:contact|kontakt|contacto|contato|contatti|get in touch|imprint|impressum)\b", re.IGNORECASE
)
# `Visit Us` looks like a person's name.
OUR_HEADING = re.compile(r"\b(?:us|our|we)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Mention:
    """Somebody who is mentioned in a text."""

    party: Party
    start: int
    end: int
    named: bool = False
    """Whether by the product's name, or by a name with a legal form."""


class Subjects:
    """Decides whom the sentences of a site are about."""

    def __init__(self, site: SiteModel) -> None:
        self.site = site
        self._headings: dict[int, dict[int, str]] = {}
        self._mentions: dict[tuple[str, str | None], list[Mention]] = {}
        self.tables: dict[int, dict[tuple[int, ...], list[Block]]] = {}
        """The first rows of tables, by the `id()` of the page and the path of the table."""

    @cached_property
    def names(self) -> list[str]:
        """The names of the product and its maker."""
        return own_names(self.site)

    @cached_property
    def line_pages(self) -> Counter[str]:
        """The number of pages that have each line."""
        return Counter(text for page in self.site.pages for text in {block.text for block in page.blocks})

    @cached_property
    def _own(self) -> re.Pattern[str]:
        names = sorted(self.names, key=len, reverse=True)
        spelled = [r"[\s-]?".join(re.escape(part) for part in re.split(r"[\s-]+", name)) for name in names]
        # `Tallow Pro` and `Tallow GmbH` are own names, too.
        pattern = (
            rf"(?<!{NAME_LETTER})(?<![@./-])(?i:{'|'.join(spelled)})(?!{NAME_LETTER}|-)(?:[’']s\b)?(?:\s+[A-Z][\w.]*){{0,2}}"
            if spelled
            else r"(?!)"
        )
        return re.compile(pattern)

    def mentions(self, text: str, language: str | None) -> list[Mention]:
        """Everybody mentioned in a sentence, in order."""
        if (text, language) not in self._mentions:  # several rules ask about each sentence
            self._mentions[text, language] = self._find_mentions(text, language)
        return self._mentions[text, language]

    def _find_mentions(self, text: str, language: str | None) -> list[Mention]:
        found = [Mention("own", one.start(), one.end(), named=True) for one in self._own.finditer(text)]
        found += [Mention("other", one.start(), one.end(), named=True) for one in LEGAL_NAME.finditer(text)]
        for party, pattern in PARTY_PATTERNS.items():
            found += [Mention(party, one.start(), one.end()) for one in pattern.finditer(text)]
        found += [Mention("other", start, end) for start, end in names_in(text, language)]
        kept: list[Mention] = []
        # Of two that overlap, keep the first found: own names before other names, `our` before a name.
        for mention in found:
            if all(mention.end <= other.start or mention.start >= other.end for other in kept):
                kept.append(mention)
        return sorted(kept, key=lambda mention: mention.start)

    def party(self, sentence: str, start: int, end: int, language: str | None) -> Party | None:
        """Whom a statement in a sentence is about: the last party before it, or one that follows after a comma."""
        # Ignore brackets: `Jane Roe (she/her), a developer from Porto`.
        without_brackets = BRACKETS.sub(lambda part: " " * len(part[0]), sentence[:start]) + sentence[start:]
        before = [mention for mention in self.mentions(without_brackets, language) if mention.end <= start]
        if before:
            if self._continues_description(sentence, start, before[0]):
                return before[0].party
            if self._is_maker(sentence, before):
                return "own"
            # `Tallow is used by bakers and is based in Porto`: the subject is the first.
            joined = ENDS_WITH_AND.search(sentence[:start].rstrip() + " ") and before[0].party in ("own", "itself")
            return before[0].party if joined else before[-1].party
        for part in re.split(r",\s*", sentence[end:])[:4]:
            without_article = re.sub(
                r"^(?:the|a|an|das|die|der|le|la|les|el|il)\s+", "", part.strip(), flags=re.IGNORECASE
            )
            near = [one for one in self.mentions(f"— {without_article}", language) if one.start <= 2]
            if near and near[0].party != "audience":
                return near[0].party
        return None

    @staticmethod
    def _is_maker(sentence: str, before: list[Mention]) -> bool:
        """Whether the last party made the first: `Tallow is built by Jane Roe, a developer from Porto`."""
        first, last = before[0], before[-1]
        return first.party == "own" and first.start <= 4 and bool(MADE_BY.fullmatch(sentence, first.end, last.start))

    def owns(self, page: ReadPage, block: Block, statement: Statement[Any]) -> bool:
        """Whether a statement in a block is about the product or its maker."""
        if ABOUT_OTHERS.intersection(block.marks) or is_about_others(page) or is_denied(statement):
            return False
        if statement.what:
            named = self.mentions(f"— {statement.what}", page.language)
            return bool(named) and named[0].party in ("own", "itself")
        if statement.weak and not self._follows_company(statement, page.language):
            return False
        party = self.party(statement.sentence, statement.start, statement.end, page.language)
        if party in ("own", "other", "audience"):
            return party == "own"
        earlier = self._party_of_earlier_sentences(page, block, statement.sentence)
        if earlier:
            return earlier == "own"
        return self.stands_alone(page, block)

    @staticmethod
    def _continues_description(sentence: str, start: int, first: Mention) -> bool:
        """Whether a statement follows `Tallow is a studio`, so that it is about the first party."""
        return first.party == "own" and first.start <= 4 and bool(IS_A_KIND.fullmatch(sentence, first.end, start))

    def _follows_company(self, statement: Statement[Any], language: str | None) -> bool:
        before = statement.sentence[: statement.start]
        named = self.mentions(before, language)
        if named and self._continues_description(statement.sentence, statement.start, named[0]):
            return True
        return bool(COMPANY_VERB_WORDS.fullmatch(before[named[-1].end if named else 0 :]))

    def _party_of_earlier_sentences(self, page: ReadPage, block: Block, sentence: str) -> Party | None:
        """Whom the earlier sentences of a block are about."""
        before: list[str] = []
        for other in sentences(block.text):
            if other == sentence:
                break
            before.append(other)
        for text in reversed(before):
            # Leave out people after `by`: `founded by Jane Roe. The company ...` is not about Jane Roe.
            named = [one for one in self.mentions(text, page.language) if not ENDS_WITH_BY.search(text[: one.start])]
            # In a footer, ignore words that only look like names of others.
            sure = block.place == "footer"
            telling = [one for one in named if one.party == "own" or (one.party == "other" and (one.named or not sure))]
            if telling:
                # `Tallow runs on wax from Como. The company ...` goes on about its subject.
                return telling[0 if telling[0].named and not telling[-1].named else -1].party
        return None

    def stands_alone(self, page: ReadPage, block: Block) -> bool:
        """Whether nobody else can be meant in a block: footer, header, home, about, contact and pricing pages."""
        # `, Austin, Texas`: the rest of a line that begins with a link to somebody.
        if OTHERS_PARTS.intersection(block.marks) or is_about_others(page) or block.text.startswith((",", "–", "—")):
            return False
        if block.place in ("footer", "header", "nav"):
            return True
        if page.kind == "press" and block.tag in ("dt", "dd"):
            return True  # a fact sheet about the maker
        if page.kind not in OWN_KINDS:
            return False
        heading = self.heading_of(page, block)
        return heading is None or self.is_ours(heading)

    def heading_of(self, page: ReadPage, block: Block) -> str | None:
        """The heading that a block is under."""
        if id(page) not in self._headings:
            last: dict[str, str] = {}
            found: dict[int, str] = {}
            for other in page.blocks:
                if other.place in last:
                    found[id(other)] = last[other.place]
                if other.tag in HEADINGS:
                    last[other.place] = other.text
            self._headings[id(page)] = found
        return self._headings[id(page)].get(id(block))

    def may_be_ours(self, sentence: str, start: int | None, language: str | None = None) -> bool:
        """Whether a sentence may be about the product, unlike `your self-hosted GitLab`."""
        before = self.mentions(sentence[:start], language) if start else []
        return not before or before[-1].party in ("own", "itself")

    def speaks_of_us(self, text: str, language: str | None) -> bool:
        return any(one.party == "own" for one in self.mentions(text, language))

    def names_us(self, text: str) -> bool:
        return bool(self._own.search(text))

    def is_of_others(self, text: str, language: str | None, *, among_others: bool = False) -> bool:
        """Whether the subject of a sentence is somebody else's name. Words that are also in lower case are not names.

        In a part about others, such as `Trusted by`, any word may follow the name; elsewhere, a verb must.
        """
        first = LEADING_MARKS.match(text)
        beginning = first.end() if first else 0
        if self._own.match(text, beginning):
            return False
        does = WORD_FOLLOWS if among_others else VERB_FOLLOWS
        return any(
            start <= beginning
            and does.match(text[end:]) is not None
            and comparable(text[start:end].strip(" .,'’")) not in self._common_words
            for start, end in names_in(text, language)
        )

    @cached_property
    def _common_words(self) -> frozenset[str]:
        """Words that the site also writes in lower case, and its headings: they are not names of others."""
        blocks = [block for page in self.site.pages for block in page.blocks]
        lower = {word for block in blocks for word in re.findall(r"[^\W\d_]+", block.text) if word.islower()}
        plural = {f"{word}s" for word in lower}
        heads = {comparable(block.text) for block in blocks if block.tag in HEADINGS}
        return frozenset(lower | plural | heads)

    def is_ours(self, text: str) -> bool:
        """Whether a heading may be above facts about the company: it names no person and no other company."""
        if self._own.search(text):
            return True
        person = is_person_name(text) and not OUR_HEADING.search(text)
        return not person and not re.search(parties.LEGAL_NAME, text) and not OTHER_WORDS.search(text)

    def is_name_of_ours(self, text: str) -> bool:
        """Whether a text is the name of the product or its maker, or begins with it: `Tallow Software Ltd`."""
        key = name_key(base_name(text))
        return bool(key) and (any(key == name_key(name) for name in self.names) or bool(self._own.match(text.strip())))


PARTY_PATTERNS: dict[Party, re.Pattern[str]] = {
    "own": re.compile(parties.OURS),
    "audience": re.compile(parties.AUDIENCE),
    "itself": re.compile(parties.ITSELF),
    "other": re.compile(parties.OTHERS),
}
OTHER_WORDS = re.compile(parties.OTHERS)
LEGAL_NAME = re.compile(parties.LEGAL_NAME)
