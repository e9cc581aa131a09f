"""Compares a draft with a label: what is right, wrong, missed or invented, and which traps it fell into."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from bench.real_sites.labels import ANY, Label
from bench.real_sites.matching import fold, matches, prices_in
from showground.extraction.proposal import Drafted, Proposal, SourceQuote

HARD_FACTS = (
    "name", "tagline", "pricing_model", "prices", "features", "faqs", "contact_email", "logo", "socials", "founders",
    "founded_year", "country", "city",
)  # fmt: skip
SOFT_FACTS = ("short_description", "description", "video", "license", "platforms")
LABELLED = (*HARD_FACTS, *SOFT_FACTS)
# A draft can't hold more of these.
MAX_ITEMS = {"features": 20, "faqs": 10}
PROPOSED_CATEGORIES = 3
OUR_NAMES = {"logo_url": "logo", "demo_video_url": "video", "licence": "license"}

Kind = Literal["wrong", "missed", "invented"]


@dataclass(frozen=True)
class Value:
    """A drafted value and its evidence; `platform` is for social profiles."""

    text: str
    quote: str = ""
    page: str = ""
    platform: str = ""


@dataclass(frozen=True)
class Fault:
    """A value that is not as labelled. A trap is somebody else's value, or one that is not true of this product."""

    site: str
    field: str
    kind: Kind
    value: str
    trap: bool = False
    expected: str = ""
    quote: str = ""
    page: str = ""


@dataclass
class Score:
    """What one field came to. `found` counts stated facts, `right` drafted values: two may state the same fact."""

    stated: int = 0
    found: int = 0
    right: int = 0
    wrong: int = 0
    invented: int = 0
    traps: int = 0

    @property
    def missed(self) -> int:
        return self.stated - self.found

    @property
    def given(self) -> int:
        return self.right + self.wrong + self.invented

    @property
    def precision(self) -> float:
        return self.right / self.given if self.given else 1.0

    @property
    def recall(self) -> float:
        return self.found / self.stated if self.stated else 1.0

    def add(self, other: "Score") -> None:
        for name in ("stated", "found", "right", "wrong", "invented", "traps"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class Comparison:
    """One draft against its label."""

    scores: dict[str, Score] = field(default_factory=dict[str, Score])
    faults: list[Fault] = field(default_factory=list[Fault])
    drafted: dict[str, list[Value]] = field(default_factory=dict[str, list[Value]])
    """All values of the draft, also of fields that labels say nothing about."""
    category_first: bool = False
    category_among: bool = False


def compare(label: Label, proposal: Proposal) -> Comparison:
    given = values_of(proposal)
    made = Comparison(drafted=dict(given))
    categories = given.pop("categories", [])
    if label.problem:
        # Nothing may be drafted from such a site.
        for name, values in (given | {"categories": categories}).items():
            _count(label, name, values, made)
        return made
    accepted = [fold(name) for name in label.category]
    proposed = [fold(value.text) for value in categories[:PROPOSED_CATEGORIES]]
    made.category_first = bool(proposed) and proposed[0] in accepted
    made.category_among = any(name in accepted for name in proposed)
    for name in sorted({*LABELLED, *label.stated, *given}):
        if name in LABELLED or name in label.stated or name in label.traps:
            _count(label, name, given.get(name, []), made)
    return made


def _count(label: Label, name: str, values: Sequence[Value], made: Comparison) -> None:
    score = made.scores.setdefault(name, Score())
    traps = label.traps_of(name)
    facts = [fact for fact in label.facts(name) if name != "prices" or any(map(_is_amount, fact))]
    trapped = {value for value in values if any(matches(name, value.text, trap) for trap in traps)}

    def states(value: Value, texts: Iterable[str]) -> bool:
        return any(value not in trapped if text == ANY else matches(name, value.text, text) for text in texts)

    missed = [fact for fact in facts if not any(states(value, fact) for value in values)]
    made.faults += [Fault(label.domain, name, "missed", "", expected=" | ".join(fact)) for fact in missed]
    most = MAX_ITEMS.get(name, len(facts))
    score.stated += min(len(facts), most)
    score.found += min(len(facts) - len(missed), most)
    for value in values:
        if any(states(value, fact) for fact in facts):
            score.right += 1
        elif not states(value, label.allowed_of(name)) and label.platforms.get(value.platform) != ANY:
            known = value.platform in label.platforms if value.platform else bool(facts)
            score.traps += value in trapped
            score.wrong += known
            score.invented += not known
            kind: Kind = "wrong" if known else "invented"
            expected = " | ".join(text for fact in facts for text in fact)
            fault = Fault(label.domain, name, kind, value.text, value in trapped, expected, value.quote, value.page)
            made.faults.append(fault)


def _is_amount(price: str) -> bool:
    """Whether a labelled price names an amount: that something is free is a matter of the pricing model."""
    return price == ANY or price.isdigit() or bool(prices_in(price))


def values_of(proposal: Proposal) -> dict[str, list[Value]]:
    """Everything that a draft states, by the field names of the labels."""
    given: dict[str, list[Value]] = {}
    for own_name, drafted in (proposal.fields | proposal.attributes).items():
        name = OUR_NAMES.get(own_name, own_name)
        given[name] = [_value(text, drafted.quotes) for text in _listed(drafted)]
        if name == "pricing_summary":
            given["prices"] = [_value(price, drafted.quotes) for price in prices_in(str(drafted.value))]
    given["faqs"] = [_value(faq.question, faq.quotes) for faq in proposal.faqs]
    given["founders"] = [_value(founder.name, founder.quotes) for founder in proposal.founders]
    given["milestones"] = [_value(f"{one.date} {one.title}", one.quotes) for one in proposal.milestones]
    for name, part in (("socials", proposal.company_socials), ("founder_socials", proposal.founder_socials)):
        given[name] = [
            Value(str(drafted.value), drafted.quotes[0].quote, drafted.quotes[0].url, platform)
            for platform, drafted in part.items()
        ]
    given["story"] = [_value(str(drafted.value), drafted.quotes) for drafted in proposal.story.values()]
    return {name: values for name, values in given.items() if values}


def _listed(drafted: Drafted) -> list[str]:
    value: Any = drafted.value
    return [str(item) for item in cast("list[Any]", value)] if isinstance(value, list) else [str(value)]


def _value(text: str, quotes: Sequence[SourceQuote]) -> Value:
    """A value with the quote that contains it, or else with the first."""
    holding = [said for said in quotes if fold(text) in fold(said.quote) or text in prices_in(said.quote)]
    said = next(iter(holding or quotes), SourceQuote(quote="", url=""))
    return Value(text, said.quote, said.url)
