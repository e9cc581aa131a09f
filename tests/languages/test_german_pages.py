"""Every page can be read in German, whatever is on it."""

import re
from urllib.parse import urlsplit

import pytest

from tests.support.copies import Template, copied
from tests.support.shop_world import open_market
from tests.surfaces.web.admin.conftest import staff_of
from tests.surfaces.web.test_every_form import START, set_the_stage, walk

pytestmark = pytest.mark.anyio

UNFILLED = re.compile(r"%\(\w+\)s|%%")
# Code, and the texts that scripts fill in.
NOT_SHOWN = re.compile(r"<(pre|code|script)\b.*?</\1>|data-texts='[^']*'", re.DOTALL)


@pytest.mark.slow
async def test_every_page_is_shown_in_german(postgres: str, with_cast: Template) -> None:
    kinds: set[str] = set()
    async with copied(postgres, with_cast, languages=("de",)) as world, staff_of(world) as staff:
        start = [*START, *await set_the_stage(await open_market(world), staff)]
        async with world.browser() as stranger:
            for browser in (staff.browser, stranger):
                async for address, answer in walk(browser, start):
                    assert answer.status_code < 500, address
                    assert '<html lang="de">' in answer.text, address
                    assert UNFILLED.search(NOT_SHOWN.sub("", answer.text)) is None, address
                    kinds.add(urlsplit(address).path)
    assert len(kinds) > 120
