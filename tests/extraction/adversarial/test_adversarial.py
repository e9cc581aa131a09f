"""Traps of every kind: nothing of somebody else's, nothing written for machines, nothing of no site, is drafted."""

from typing import Any, cast

import pytest

from showground.extraction.verifier import verify
from tests.extraction.adversarial import (
    addresses,
    beginnings,
    emails,
    machine_text,
    makers,
    no_sites,
    offers,
    others_beside,
    people,
    places,
    price_shapes,
    prices,
    pricing_words,
    texts,
    years,
)
from tests.extraction.adversarial.small_sites import CATEGORIES, SmallSite, draft, lies, read, values

SITES: dict[str, SmallSite] = {
    f"{topic.__name__.rpartition('.')[2]}: {name}": site
    for topic in (
        places,
        addresses,
        years,
        prices,
        price_shapes,
        pricing_words,
        offers,
        beginnings,
        others_beside,
        emails,
        people,
        makers,
        texts,
        machine_text,
        no_sites,
    )
    for name, site in topic.SITES.items()
}
SOME = ("tagline", "short_description", "description", "pricing_summary")  # fields of which words are compared


def test_there_are_traps_of_every_kind() -> None:
    assert len(SITES) >= 40


@pytest.mark.parametrize("name", SITES)
def test_only_what_is_its_own_is_drafted(name: str) -> None:
    site = SITES[name]
    pages, fault = read(site)
    assert (fault.code if fault else None) == site.problem
    if site.problem:
        return  # the reading stops here, so that there is nothing to draft from
    drafted = values(draft(pages))
    for field, wanted in site.stated.items():
        assert states(field, wanted, drafted.get(field)), (field, wanted, drafted.get(field), drafted)
    for field in site.blank:
        assert not drafted.get(field), (field, drafted[field])
    for field, wrong in site.never.items():
        said = str(drafted.get(field) or "")
        assert not any(value in said for value in wrong), (field, said)


@pytest.mark.parametrize("name", [name for name, site in SITES.items() if site.never])
def test_no_model_gets_it_past_the_verifier(name: str) -> None:
    site = SITES[name]
    pages, _ = read(site)
    for field, value, proposal in lies(site, pages):
        kept = values(verify(proposal, pages, CATEGORIES))
        assert value not in str(kept.get(field) or ""), (field, value, proposal)


def states(field: str, wanted: Any, given: Any) -> bool:
    if given is None:
        return False
    if isinstance(wanted, list):
        return set(cast("list[str]", wanted)) <= set(given)
    return wanted in given if field in SOME else wanted == given
