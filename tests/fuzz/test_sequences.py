"""Whatever people do, in whatever order: the same few dozen sequences every time. `make attack` plays more."""

import pytest

from tests.fuzz.drafts import Drafts
from tests.fuzz.orders import Orders, market_at
from tests.fuzz.sequences import opened, play
from tests.fuzz.votes import Votes, fair_at
from tests.support.draft_world import running_studio

pytestmark = pytest.mark.slow

STEPS = 12


def test_votes_add_up(database_url: str) -> None:
    with opened(fair_at(database_url)) as (portal, fair):
        assert play(lambda number: Votes(portal, fair, number), examples=20, steps=STEPS) >= 20


def test_orders_are_paid_fulfilled_and_refunded_once(database_url: str) -> None:
    with opened(market_at(database_url)) as (portal, market):
        assert play(lambda number: Orders(portal, market, number), examples=20, steps=STEPS) >= 20


def test_drafts_keep_what_people_said(database_url: str) -> None:
    with opened(running_studio(database_url)) as (portal, studio):
        assert play(lambda number: Drafts(portal, studio, number), examples=12, steps=STEPS) >= 12
