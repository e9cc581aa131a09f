"""Verifies proposals: a value is kept only if the site's own words support it, whoever drafted it."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeVar, cast

from showground.extraction.answer_checks import is_answered
from showground.extraction.category_checks import states_category
from showground.extraction.drafters.extractive.links import find_company_socials
from showground.extraction.fact_checks import (
    FACT_CHECKS,
    is_biography_of,
    is_founder,
    is_milestone,
    is_title_of,
    states_attribute,
)
from showground.extraction.logos import find_logos
from showground.extraction.proposal import (
    LIST_FIELDS,
    PLATFORMS,
    STORY_SECTIONS,
    TEXT_FIELDS,
    AttributeChoice,
    CategoryChoice,
    Drafted,
    DraftedFaq,
    DraftedFounder,
    DraftedMilestone,
    Proposal,
    SourceQuote,
    Verified,
)
from showground.extraction.reading.pages import ReadPage
from showground.extraction.site_model import quotes_from
from showground.extraction.sources import Sources
from showground.extraction.statements.people import is_first_name, is_name_beside_title
from showground.extraction.statements.placeholders import is_leftover, is_stock_handle
from showground.extraction.statements.socials import profile_of

Item = TypeVar("Item", DraftedFaq, DraftedFounder, DraftedMilestone)
MAX_TEXT, MAX_DESCRIPTION, MAX_ITEM, MAX_ITEMS = 500, 20_000, 200, 20
MAX_FAQS, MAX_FOUNDERS, MAX_MILESTONES, MAX_LOGOS = 10, 6, 50, 6


def verify(proposal: Proposal, pages: Sequence[ReadPage], categories: Sequence[CategoryChoice]) -> Verified:
    """The proposal without unsupported values. Quotes that are not on the page don't count."""
    return Verifier(Sources(pages), categories, proposal).checked()


class Verifier:
    """Verifies one proposal against the pages."""

    def __init__(self, sources: Sources, categories: Sequence[CategoryChoice], proposal: Proposal) -> None:
        self.sources = sources
        self.categories = {category.name: category for category in categories}
        self.proposal = proposal = Proposal.model_validate(without_invisible(proposal.model_dump()))
        name = proposal.fields.get("name")
        # Other checks need the company's name, so it is checked first.
        sources.name = name.value if name and self._text("name", name) else sources.likely_name()
        sources.look_for_contradictions()

    def checked(self) -> Verified:
        given = self.proposal
        fields = {field: kept for field, drafted in given.fields.items() if (kept := self._field(field, drafted))}
        return Verified(
            fields=fields,
            faqs=self._each(given.faqs, self._faq)[:MAX_FAQS],
            founders=self._each(given.founders, self._founder)[:MAX_FOUNDERS],
            company_socials=self._keyed(given.company_socials, lambda key, drafted: self._social(key, drafted, False)),
            founder_socials=self._keyed(given.founder_socials, lambda key, drafted: self._social(key, drafted, True)),
            story=self._keyed(given.story, self._story),
            milestones=self._each(given.milestones, self._milestone)[:MAX_MILESTONES],
            attributes=self._attributes(fields.get("categories")),
            seo=self._keyed(given.seo, self._seo),
            logo_candidates=self._logo_candidates(),
            problems=[
                *given.problems,
                *(problem for problem in self.sources.site.problems if problem not in given.problems),
            ],
        )

    def _logo_candidates(self) -> list[Drafted]:
        found: dict[str, Drafted] = {}
        for page, url in find_logos(self.sources.site):
            quotes = self.sources.real(quotes_from(page, url))
            if len(url) <= MAX_TEXT and quotes and len(found) < MAX_LOGOS:
                found.setdefault(url, Drafted(value=url, quotes=quotes))
        return list(found.values())

    def _each(self, items: Sequence[Item], check: Callable[[Item], Item | None]) -> list[Item]:
        return [kept for item in items if (kept := check(item))]

    def _keyed(self, items: dict[str, Drafted], check: Callable[[str, Drafted], Drafted | None]) -> dict[str, Drafted]:
        return {key: kept for key, drafted in items.items() if (kept := check(key, drafted))}

    def _field(self, field: str, drafted: Drafted) -> Drafted | None:
        if field in self.sources.site.contradicted:
            return None
        if field == "categories":
            return self._categories(drafted)
        if field in LIST_FIELDS:
            return self._list(drafted, self.sources.uses if field in ("tags", "keywords") else self.sources.says)
        return self._text(field, drafted) if field in TEXT_FIELDS else None

    def _text(self, field: str, drafted: Drafted) -> Drafted | None:
        value, quotes = drafted.value, self.sources.real(drafted.quotes)
        longest = MAX_DESCRIPTION if field == "description" else MAX_TEXT
        if not isinstance(value, str) or not value.strip() or len(value) > longest or not quotes or is_leftover(value):
            return None
        supported = (
            FACT_CHECKS[field](value, quotes, self.sources)
            if field in FACT_CHECKS
            else self.sources.says(value, quotes)
        )
        return Drafted(value=value, quotes=quotes) if supported else None

    def _list(self, drafted: Drafted, supports: Callable[[str, list[SourceQuote]], bool]) -> Drafted | None:
        quotes = self.sources.real(drafted.quotes)
        kept: list[str] = []
        used: list[SourceQuote] = []
        for item in items_of(drafted):
            if not isinstance(item, str) or not 0 < len(item.strip()) <= MAX_ITEM or item in kept or is_leftover(item):
                continue
            supporting = [quote for quote in quotes if supports(item, [quote])]
            if supporting and len(kept) < MAX_ITEMS:
                kept.append(item)
                used += [quote for quote in supporting[:1] if quote not in used]
        return Drafted(value=kept, quotes=used) if kept else None

    def _categories(self, drafted: Drafted) -> Drafted | None:
        quotes = self.sources.real(drafted.quotes)
        known = [name for name in items_of(drafted) if isinstance(name, str) and name in self.categories]
        kept = [name for name in known if states_category(self.categories[name], quotes, self.sources)]
        return Drafted(value=list(dict.fromkeys(kept))[:MAX_ITEMS], quotes=quotes) if kept else None

    def _faq(self, faq: DraftedFaq) -> DraftedFaq | None:
        quotes = self.sources.real(faq.quotes)
        fits = len(faq.question) <= 300 and len(faq.answer) <= 1500
        if fits and quotes and is_answered(faq, quotes, self.sources):
            return DraftedFaq(question=faq.question, answer=faq.answer, quotes=quotes)
        return None

    def _is_name(self, name: str) -> bool:
        """Whether it is a person's name. A first name alone counts if our rules found it next to a founder's title."""
        is_known_first_name = is_first_name(name) and any(one.name == name for one in self.sources.founders)
        return is_known_first_name or is_name_beside_title(name, in_line=True)

    def _founder(self, founder: DraftedFounder) -> DraftedFounder | None:
        quotes = self.sources.real(founder.quotes)
        if not quotes or not self._is_name(founder.name) or len(founder.name) > 160:
            return None
        if not is_founder(founder.name, quotes, self.sources):
            return None
        title, bio = founder.title, founder.bio
        if title and (len(title) > 160 or not is_title_of(founder.name, title, quotes, self.sources)):
            title = None
        if bio and (len(bio) > 3000 or not is_biography_of(founder.name, bio, quotes, self.sources)):
            bio = None
        return DraftedFounder(name=founder.name, title=title, bio=bio, quotes=quotes)

    def _social(self, platform: str, drafted: Drafted, of_person: bool) -> Drafted | None:
        url = drafted.value
        if platform not in PLATFORMS or not isinstance(url, str) or len(url) > MAX_TEXT:
            return None
        quotes = self.sources.linked(url)
        if not of_person:
            # Only profiles that the site links to as its own.
            own = self._own_socials.get(platform)
            return Drafted(value=url, quotes=quotes or own.quotes) if own and own.value == url else None
        profile = profile_of(url)
        fits = profile and profile.platform == platform and not is_stock_handle(profile.handle, self.sources.name)
        return Drafted(value=url, quotes=quotes) if quotes and fits else None

    @cached_property
    def _own_socials(self) -> dict[str, Drafted]:
        return find_company_socials(self.sources.site)

    def _story(self, part: str, drafted: Drafted) -> Drafted | None:
        quotes = self.sources.real(drafted.quotes)
        value = drafted.value
        if part not in STORY_SECTIONS or not isinstance(value, str) or not 0 < len(value) <= 8000:
            return None
        return Drafted(value=value, quotes=quotes) if quotes and self.sources.says(value, quotes) else None

    def _milestone(self, milestone: DraftedMilestone) -> DraftedMilestone | None:
        quotes = self.sources.real(milestone.quotes)
        if not 0 < len(milestone.title) <= 200 or not is_milestone(milestone, quotes, self.sources):
            return None
        description, url = milestone.description, milestone.url
        if description and (len(description) > 2000 or not self.sources.says(description, quotes)):
            description = None
        if url and not self.sources.linked(url):
            url = None
        return milestone.model_copy(update={"quotes": quotes, "description": description, "url": url})

    def _attributes(self, categories: Drafted | None) -> dict[str, Drafted]:
        """Attributes of the primary category, or of any category if none was chosen."""
        if categories:
            wanted = self.categories[categories.value[0]].attributes
        else:
            wanted = [attribute for category in self.categories.values() for attribute in category.attributes]
        by_key = {attribute.key: attribute for attribute in wanted}
        return self._keyed(
            {key: drafted for key, drafted in self.proposal.attributes.items() if key in by_key},
            lambda key, drafted: self._attribute(by_key[key], drafted),
        )

    def _attribute(self, attribute: AttributeChoice, drafted: Drafted) -> Drafted | None:
        quotes = self.sources.real(drafted.quotes)
        if quotes and states_attribute(attribute, drafted.value, quotes, self.sources):
            return Drafted(value=drafted.value, quotes=quotes)
        return None

    def _seo(self, key: str, drafted: Drafted) -> Drafted | None:
        quotes = self.sources.real(drafted.quotes)
        longest = {"title": 70, "meta": 170}.get(key, 0)
        if (
            not isinstance(drafted.value, str)
            or not 0 < len(drafted.value) <= longest
            or re.search(r"[<>]", drafted.value)
        ):
            return None
        return (
            Drafted(value=drafted.value, quotes=quotes) if quotes and self.sources.says(drafted.value, quotes) else None
        )


def items_of(drafted: Drafted) -> list[object]:
    value: object = drafted.value
    return cast("list[object]", value) if isinstance(value, list) else []


NEEDED_JOINERS = "\u200c\u200d"  # Persian, Hindi and emoji need them


def without_invisible(value: Any) -> Any:
    """The same without invisible characters, such as those that change the text direction."""
    if isinstance(value, str):
        return "".join(
            letter
            for letter in value
            if letter in "\n\t" or letter in NEEDED_JOINERS or unicodedata.category(letter) not in ("Cf", "Cc")
        )
    if isinstance(value, list):
        return [without_invisible(item) for item in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {key: without_invisible(item) for key, item in cast("dict[str, Any]", value).items()}
    return value
