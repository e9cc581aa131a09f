"""Colours that fit those an operator chooses, without a database."""

from showground.brand import rules
from showground.core.brand import LIGHT


def test_what_is_chosen_stays_and_the_rest_is_mixed_to_fit() -> None:
    assert rules.choose_colours(LIGHT, {"ink": None}) == LIGHT
    mixed = rules.choose_colours(LIGHT, {"ink": "#102030"})
    assert (mixed.ink, mixed.paper) == ("#102030", LIGHT.paper)
    assert LIGHT.rule != mixed.rule
    assert LIGHT.muted != mixed.muted
    chosen = rules.choose_colours(LIGHT, {"ink": "#102030", "muted": "#405060"})
    assert (chosen.muted, chosen.rule) == ("#405060", mixed.rule)
