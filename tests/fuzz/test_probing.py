"""The API does what its OpenAPI document says, in cases made from it: the same every time. `make attack` has more."""

import pytest

from showground.registry import all_operations
from tests.fuzz.probes import Probe, probe, refusals
from tests.fuzz.site import standing
from tests.support.folders import temporary_folder
from tests.support.postgres import fresh_database

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SHORT = Probe("signed in", True, "examples,fuzzing", examples=1, seed=1)


def test_an_operation_that_asks_nobody_about_its_input_accepts_what_fits() -> None:
    held = {operation.name for operation in all_operations() if not refusals(operation)}
    assert held >= {"get_listing", "list_launches", "get_order", "list_drafts", "get_me"}
    assert held.isdisjoint({"compare_listings", "checkout_order", "create_draft"})


async def test_every_answer_is_one_that_the_description_allows(postgres: str, demo_template: str) -> None:
    with fresh_database(postgres, demo_template) as url, temporary_folder() as folder:
        async with standing(url) as stand:
            found = await probe(stand, SHORT, folder)
            assert found.failures == [], found.output
            assert found.operations == len(all_operations())
